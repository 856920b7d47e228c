/** The states of trackers of errors and issues, of builds, hosts and the pages of suppliers, beside those of `bodies`. */
import { expect, test } from "vitest";
import { alertOf, contentsOf, meaningOf } from "../samples.ts";

type Row = readonly [state: string, meaning: string];

/** What a tool says in each of its states: `body` of the state. */
const states: [tool: string, body: (state: string) => object, rows: readonly Row[]][] = [
  [
    "an incident of Statuspage",
    (status) => ({ page: { id: "p" }, incident: { id: "i", status, incident_updates: [] } }),
    [
      ["investigating", "firing"],
      ["identified", "firing"],
      ["monitoring", "firing"],
      ["resolved", "resolved"],
      ["postmortem", "resolved"],
      ["scheduled", "-"],
      ["in_progress", "-"],
      ["verifying", "-"],
      ["completed", "-"],
    ],
  ],
  [
    "a component of Statuspage",
    (new_status) => ({
      page: { id: "p" },
      component: { id: "c", name: "API" },
      component_update: { new_status },
    }),
    [
      ["degraded_performance", "firing"],
      ["partial_outage", "firing"],
      ["major_outage", "firing"],
      ["operational", "resolved"],
      ["under_maintenance", "-"],
    ],
  ],
  [
    "an incident of PagerDuty",
    (status) => ({
      event: {
        event_type: "incident.annotated",
        resource_type: "incident",
        data: { type: "incident", id: "Q1", title: "Disk full", status },
      },
    }),
    [
      ["triggered", "firing"],
      ["acknowledged", "acknowledged"],
      ["resolved", "resolved"],
    ],
  ],
  [
    "an issue of Jira",
    (key) => ({
      webhookEvent: "jira:issue_updated",
      issue: { id: "1", key: "OPS-1", fields: { status: { statusCategory: { key } } } },
    }),
    [
      ["new", "firing"],
      ["indeterminate", "firing"],
      ["done", "resolved"],
    ],
  ],
  [
    "an event of Jira",
    (webhookEvent) => ({ webhookEvent, issue: { id: "1", key: "OPS-1" } }),
    [
      ["jira:issue_deleted", "resolved"],
      ["comment_created", "-"],
    ],
  ],
  [
    "an item of Rollbar",
    (event_name) => ({ event_name, data: { item: { id: 1, title: "TypeError" } } }),
    [
      ["new_item", "firing"],
      ["occurrence", "firing"],
      ["exp_repeat_item", "firing"],
      ["item_velocity", "firing"],
      ["reactivated_item", "firing"],
      ["reopened_item", "firing"],
      ["resolved_item", "resolved"],
      ["deploy", "-"],
      ["test", "test"],
    ],
  ],
  [
    "an error of BugSnag",
    (type) => ({ trigger: { type }, project: { name: "shop" }, error: { errorId: "1" } }),
    [
      ["firstException", "firing"],
      ["exception", "firing"],
      ["errorEventFrequency", "firing"],
      ["powerTen", "firing"],
      ["reopened", "firing"],
      ["projectSpiking", "firing, assumed"],
      ["release", "-"],
      ["comment", "-"],
      ["projectSamplingStarted", "-"],
      ["projectApproachingRateLimit", "-"],
    ],
  ],
  [
    "a change that a person made in BugSnag",
    (stateChange) => ({
      trigger: { type: "errorStateManualChange", stateChange },
      project: { name: "shop" },
      error: { errorId: "1" },
    }),
    [
      ["fixed", "resolved"],
      ["ignored", "resolved"],
      ["snoozed", "resolved"],
      ["reopened", "firing"],
      ["unignored", "firing"],
      ["snoozeCancelled", "firing"],
    ],
  ],
  [
    "Honeybadger",
    (event) => ({
      event,
      message: "what happened",
      project: { id: 1, name: "shop" },
      fault: { id: 2, klass: "TypeError" },
    }),
    [
      ["occurred", "firing"],
      ["unresolved", "firing"],
      ["rate_exceeded", "firing"],
      ["down", "firing"],
      ["check_in_missing", "firing"],
      ["alarm_alert", "firing"],
      ["cert_will_expire", "firing, assumed"],
      ["volume_spike", "firing, assumed"],
      ["resolved", "resolved"],
      ["up", "resolved"],
      ["check_in_reporting", "resolved"],
      ["alarm_ok", "resolved"],
      ["assigned", "-"],
      ["commented", "-"],
      ["deployed", "-"],
    ],
  ],
  [
    "a build of Jenkins",
    (status) => ({ name: "shop", url: "job/shop/", build: { phase: "FINALIZED", status } }),
    [
      ["FAILURE", "firing"],
      ["UNSTABLE", "firing"],
      ["SUCCESS", "resolved"],
      ["ABORTED", "-"],
      ["NOT_BUILT", "-"],
    ],
  ],
  [
    "a rule of LibreNMS",
    (state) => ({ device_id: "1", hostname: "db1", sysName: "db1", name: "Disk", state }),
    [
      ["0", "resolved"],
      ["1", "firing"],
      ["2", "acknowledged"],
      ["3", "firing"],
      ["4", "firing"],
      ["5", "firing"],
    ],
  ],
  [
    "Monit",
    (monit_event) => ({ monit_event, monit_service: "nginx", monit_host: "web1" }),
    [
      ["Connection failed", "firing"],
      ["Connection succeeded", "resolved"],
      ["Does not exist", "firing"],
      ["Exists", "resolved"],
      ["Resource limit matched", "firing"],
      ["Resource limit succeeded", "resolved"],
      ["Timeout", "firing"],
      ["Timeout recovery", "resolved"],
      ["Link down", "firing"],
      ["Link up", "resolved"],
      ["Checksum changed", "firing"],
      ["Checksum not changed", "resolved"],
      ["Instance changed", "-"],
      ["Action done", "-"],
    ],
  ],
];

const table = states.flatMap(([tool, body, rows]) =>
  rows.map(([state, meaning]) => [tool, state, meaning, body(state)] as const),
);
test.each(table)("%s, %s: %s", (_tool, _state, meaning, body) => {
  expect(meaningOf(body)).toBe(meaning);
});

test("a rule of LibreNMS with the name of its test alone, or the number, is no test", () => {
  const device = { device_id: "1", sysName: "db1", state: "1" };
  expect(meaningOf({ ...device, name: "Test-Rule", uid: "000" })).toBe("test");
  expect(meaningOf({ ...device, name: "Test-Rule", uid: "17" })).toBe("firing");
  expect(meaningOf({ ...device, name: "Disk", uid: "000" })).toBe("firing");
});

test("an issue of Jira without an address has no link", () => {
  const issue = { id: "1", key: "OPS-1" };
  const event = { webhookEvent: "jira:issue_created" };
  const linksOf = (more: object) => alertOf({ ...event, issue: { ...issue, ...more } }).links;
  expect(linksOf({})).toEqual([]);
  expect(linksOf({ self: "https://jira.example.com/rest/api/2/issue/1" })).toEqual([
    { name: "issue", url: "https://jira.example.com/browse/OPS-1" },
  ]);
  expect(linksOf({ self: "https://jira.example.com/rest/api/2/issue/1", key: null })).toEqual([]);
});

test("a fault of Honeybadger without a message is named by its class", () => {
  const body = { event: "occurred", message: "m", fault: { id: 2, klass: "TypeError" } };
  expect(alertOf(body).title).toBe("TypeError");
});

test("an incident that is open again has no end", () => {
  const endOf = (status: string) =>
    alertOf({
      page: { id: "p" },
      incident: { id: "i", status, incident_updates: [], resolved_at: "2026-11-20T03:00:00Z" },
    }).ended_at;
  expect(endOf("investigating")).toBeNull();
  expect(endOf("resolved")).toBe(Date.UTC(2026, 10, 20, 3));
});

test("an alert of Azure about a log links to the results of its first condition", () => {
  const allOf = ["1", "2"].map((id) => ({
    linkToSearchResultsUI: `https://portal.azure.com/${id}`,
  }));
  const data = {
    essentials: { alertId: "1", alertRule: "Errors", monitorCondition: "Fired" },
    alertContext: { condition: { allOf } },
  };
  expect(alertOf({ schemaId: "azureMonitorCommonAlertSchema", data }).links).toEqual([
    { name: "query", url: "https://portal.azure.com/1" },
  ]);
});

test("a job that may fail is not named as why a pipeline of GitLab failed", () => {
  const builds = [
    { name: "unit", status: "failed", allow_failure: false },
    { name: "lint", status: "failed", allow_failure: true },
    { name: "e2e", status: "failed" },
    { name: "deploy", status: "skipped", allow_failure: false },
  ];
  const body = { object_kind: "pipeline", object_attributes: { status: "failed" }, builds };
  expect(alertOf(body).summary).toBe("Failed jobs: unit, e2e");
});

test("the messages of a body of PagerDuty's version 2 count in their order", () => {
  const messages = ["triggered", "resolved"].map((status) => ({
    event: `incident.${status}`,
    incident: { id: "Q1", title: "Disk full", status },
  }));
  const { in_turn, alerts } = contentsOf({ messages });
  expect(in_turn).toBe(true);
  expect(alerts.map(({ status }) => status)).toEqual(["firing", "resolved"]);
});

test("a body is one of Rollbar by its item, or by the name of its event", () => {
  const formatOf = (event_name: string, data: object) => contentsOf({ event_name, data }).format;
  expect(formatOf("new_kind_of_event", { item: { id: 1, title: "TypeError" } })).toBe("rollbar");
  expect(formatOf("deploy", { deploy: { id: 1 } })).toBe("rollbar");
  expect(formatOf("user.created", { user: { id: 1 } })).toBe("generic");
});

test("the name of an event that changes nothing is cut", () => {
  const body = { webhookEvent: `jira:${"x".repeat(100)}`, issue: { id: "1", key: "OPS-1" } };
  const [remark] = contentsOf(body).remarks;
  expect(remark).toBe(`An event "jira:${"x".repeat(45)}" that opens and resolves nothing.`);
});

test("an alert of Azure is identified by its first twenty targets", () => {
  const identityOf = (count: number) =>
    alertOf({
      data: {
        essentials: {
          alertRule: "CPU",
          monitorCondition: "Fired",
          alertTargetIDs: Array.from({ length: count }, (_, n) => `/vm/${n}`),
        },
      },
    }).identity;
  expect(identityOf(21)).toBe(identityOf(20));
  expect(identityOf(19)).not.toBe(identityOf(20));
});

test("a type of Datadog's alerts that is known says the state where nothing else does", () => {
  const of = (alert_type: string) =>
    alertOf({ last_updated: 1, event_type: "event", org: {}, title: "Import", alert_type });
  for (const type of ["error", "warning"])
    expect(of(type)).toMatchObject({ status: "firing", reported_status: null });
  expect(of("success")).toMatchObject({ status: "resolved", reported_status: null });
  expect(of("user_update")).toMatchObject({ status: "firing", reported_status: "user_update" });
});

test("what a payload may say beside what the guide has is kept", () => {
  const netdata = { alarm: "ram", chart: "system.ram", status: "WARNING" };
  expect(alertOf({ ...netdata, class: "Utilization", space: "Production" }).labels).toEqual({
    chart: "system.ram",
    class: "Utilization",
    space: "Production",
  });
  const alert = { alertId: "1", message: "Disk full", source: "collectd" };
  expect(alertOf({ action: "Create", alert }).labels).toEqual({ source: "collectd" });
  const home = { source: "home-assistant", status: "problem", entity_id: "sensor.leak" };
  expect(alertOf({ ...home, area: "Cellar" }).labels).toEqual({
    entity: "sensor.leak",
    area: "Cellar",
  });
});

test("an older alert of Azure links to the portal", () => {
  const context = { id: "1", name: "CPU", portalLink: "https://portal.azure.com/#resource/vm1" };
  const body = { schemaId: "AzureMonitorMetricAlert", data: { status: "Activated", context } };
  expect(alertOf(body).links).toEqual([
    { name: "portal", url: "https://portal.azure.com/#resource/vm1" },
  ]);
});

test("a node of Netdata that has no name is one", () => {
  const status = { reachable: false, text: "unreachable" };
  const body = { severity: "critical", status, message: "gone", url: "https://netdata.example" };
  expect(alertOf({ ...body, host: "web1" }).title).toBe("web1 is unreachable");
  expect(alertOf({ ...body, host: "" }).title).toBe("A node is unreachable");
});

test("a test of Uptime Kuma is one with a line break behind it", () => {
  const body = { heartbeat: null, monitor: null, msg: "Phone Testing\n" };
  expect(alertOf(body)).toMatchObject({ identity: "test", test: true });
});

test("the times of alerts are those of their own minutes", () => {
  const began = Date.UTC(2026, 10, 20, 3, 0, 59, 999);
  const summaryOf = (at: number) =>
    alertOf({ alarm: "ram", chart: "system.ram", status: "WARNING", when: String(at / 1000) })
      .summary;
  for (let minute = 0; minute < 3; minute++) {
    expect(summaryOf(began + minute * 60_000)).toContain(`03:0${minute} UTC`);
    expect(summaryOf(began + minute * 60_000 + 1)).toContain(`03:0${minute + 1} UTC`);
  }
});
