/** The states of each tool beside those of `bodies`, and what its variants have in common. */
import { describe, expect, test } from "vitest";
import { alertOf, contentsOf, meaningOf, pageOf } from "../samples.ts";

const table: [what: string, meaning: string, body: object][] = [
  ...[
    ["PROBLEM", "CRITICAL", "firing"],
    ["RECOVERY", "OK", "resolved"],
    ["ACKNOWLEDGEMENT", "CRITICAL", "acknowledged"],
    ["FLAPPINGSTART", "CRITICAL", "firing"],
    ["FLAPPINGSTART", "OK", "resolved"],
    ["FLAPPINGSTOP", "OK", "resolved"],
    ["DOWNTIMESTART", "CRITICAL", "-"],
    ["DOWNTIMEEND", "CRITICAL", "firing"],
    ["DOWNTIMECANCELLED", "OK", "resolved"],
    ["CUSTOM", "OK", "test"],
    ["A NEW KIND", "WARNING", "firing"],
  ].map(([kind, state, meaning]): [string, string, object] => [
    `Checkmk: ${kind} while ${state}`,
    meaning!,
    { NOTIFICATIONTYPE: kind, HOSTNAME: "a", SERVICEDESC: "b", SERVICESTATE: state },
  ]),
  [
    "Checkmk: names with their prefix",
    "firing",
    { NOTIFY_NOTIFICATIONTYPE: "PROBLEM", NOTIFY_HOSTNAME: "a" },
  ],
  [
    "Icinga: a host is up",
    "resolved",
    { notification_type: "RECOVERY", host_name: "a", host_state: "UP" },
  ],
  ...[
    ["Acknowledge", "acknowledged"],
    ["UnAcknowledge", "firing"],
    ["AddNote", "-"],
    ["AddTags", "-"],
    ["Delete", "resolved"],
  ].map(([action, meaning]): [string, string, object] => [
    `Opsgenie: ${action}`,
    meaning!,
    { action, alert: { alertId: "a1", message: "Database is down" } },
  ]),
  [
    "PagerDuty: a change event",
    "-",
    { routing_key: "R", payload: { summary: "Build succeeded", source: "ci" } },
  ],
  [
    "Zabbix: acknowledged",
    "acknowledged",
    {
      event_value: "1",
      event_update_status: "1",
      event_update_action: "acknowledged",
      trigger_id: 1,
    },
  ],
  [
    "Zabbix: unacknowledged",
    "firing",
    {
      event_value: "1",
      event_update_status: "1",
      event_update_action: "unacknowledged",
      trigger_id: 1,
    },
  ],
  [
    "Zabbix: another severity",
    "firing",
    { event_value: "1", event_update_status: "1", trigger_id: 1 },
  ],
  ["Netdata Cloud: clear", "resolved", { alarm: "a", chart: "b", severity: "clear", message: "x" }],
  ["Netdata: removed", "-", { alarm: "a", chart: "b", status: "REMOVED", host: "c" }],
  [
    "Netdata Cloud: a node that is gone",
    "firing",
    { host: "a", severity: "critical", status: { reachable: false, text: "unreachable" } },
  ],
  [
    "Netdata Cloud: a node that is back",
    "resolved",
    { host: "a", severity: "info", status: { reachable: true, text: "reachable" } },
  ],
  [
    "Proxmox: a notice",
    "-",
    { source: "proxmox", title: "Updates", message: "x", severity: "notice" },
  ],
  [
    "Proxmox: a mail of the system",
    "firing",
    { source: "proxmox", title: "x", message: "x", severity: "unknown" },
  ],
  [
    "Icinga: one name that is sent twice, once without a value",
    "firing",
    { notification_type: "PROBLEM", "HOST-NAME": "web1", host_name: null },
  ],
  ["Pingdom: a transaction fails", "firing", { check_id: 1, current_state: "FAILING" }],
  ["Pingdom: a transaction works", "resolved", { check_id: 1, current_state: "SUCCESS" }],
  ["Pingdom: a state of the future", "firing", { check_id: 1, current_state: "STRANGE" }],
  [
    "UptimeRobot: a certificate",
    "firing, assumed",
    { monitorID: 1, monitorURL: "x", alertType: 3 },
  ],
  ["UptimeRobot: started", "-", { monitorID: 1, monitorURL: "x", alertType: "98" }],
  [
    "UptimeRobot: other names",
    "resolved",
    { monitor_friendly_name: "x", monitor_url: "y", alert_type: 2 },
  ],
  [
    "UptimeRobot: by its word",
    "resolved",
    { monitorFriendlyName: "x", alertTypeFriendlyName: "Up" },
  ],
  ["Site24x7: trouble", "firing", { MONITORNAME: "x", STATUS: "TROUBLE" }],
  ["Site24x7: maintenance", "-", { MONITORNAME: "x", STATUS: "MAINTENANCE" }],
  ["CloudWatch: no data", "firing", { AlarmName: "x", NewStateValue: "INSUFFICIENT_DATA" }],
  [
    "CloudWatch, from EventBridge",
    "resolved",
    {
      source: "aws.cloudwatch",
      detail: { alarmName: "x", state: { value: "OK" } },
      resources: ["arn:aws:cloudwatch:eu-central-1:1:alarm:x"],
    },
  ],
  [
    "CloudWatch, from EventBridge, with its reason",
    "firing",
    {
      source: "aws.cloudwatch",
      account: "1",
      region: "eu-central-1",
      detail: {
        alarmName: "x",
        state: {
          value: "ALARM",
          reason: "1 datapoint was greater than 90",
          timestamp: "2026-11-20T03:00:00Z",
        },
      },
    },
  ],
  [
    "SNS: a text",
    "firing",
    { Type: "Notification", TopicArn: "t", Subject: "Disk full", Message: "x" },
  ],
  [
    "SNS: a text that is JSON of no object",
    "firing",
    { Type: "Notification", TopicArn: "t", Message: "[1]" },
  ],
  [
    "SNS: broken JSON",
    "firing",
    { Type: "Notification", TopicArn: "t", Subject: "x", Message: '{"a":' },
  ],
  ...["x", '{"title":"x"}'].map((Message): [string, string, object] => [
    `SNS: a confirmation with the message ${Message}`,
    "-",
    { Type: "SubscriptionConfirmation", TopicArn: "t", Message },
  ]),
  [
    "SNS: the end of a subscription",
    "-",
    { Type: "UnsubscribeConfirmation", TopicArn: "t", Message: "x" },
  ],
  ...(
    [
      ["Active", "firing"],
      ["Resolved", "resolved"],
    ] as const
  ).map(([status, meaning]): [string, string, object] => [
    `Azure: an incident of its own that is ${status}`,
    meaning,
    {
      data: {
        essentials: {
          alertRule: "x",
          monitorCondition: "Fired",
          monitoringService: "ServiceHealth",
        },
        alertContext: { status, properties: { trackingId: "A1" } },
      },
    },
  ]),
  [
    "Azure: a resource that is available again",
    "resolved",
    {
      data: {
        essentials: { alertRule: "x", monitorCondition: "Fired" },
        alertContext: { properties: { currentHealthStatus: "Available" } },
      },
    },
  ],
  [
    "Azure: the older schema",
    "resolved",
    { schemaId: "AzureMonitorMetricAlert", data: { status: "Deactivated", context: { id: "x" } } },
  ],
  [
    "Azure: the older schema, with a condition",
    "firing",
    {
      schemaId: "AzureMonitorMetricAlert",
      data: {
        status: "Activated",
        context: {
          name: "CPU is high",
          resourceName: "vm1",
          timestamp: "2026-11-20T03:00:00Z",
          condition: {
            allOf: [
              {
                metricName: "Percentage CPU",
                operator: "GreaterThan",
                threshold: "90",
                metricValue: 93.4,
                dimensions: [{ name: "Role", value: "web" }],
              },
            ],
          },
        },
      },
    },
  ],
  ["New Relic: acknowledged", "acknowledged", { issueId: 1, state: "ACKNOWLEDGED" }],
  [
    "New Relic: the older channel",
    "resolved",
    { current_state: "closed", incident_id: 1, condition_name: "x" },
  ],
  ...[
    ["Triggered", "firing"],
    ["Re-Triggered", "firing"],
    ["No Data", "firing"],
    ["Re-No Data", "firing"],
    ["Warn", "firing"],
    ["Renotify", "firing"],
    ["Recovered", "resolved"],
    ["Recovered (No data)", "resolved"],
  ].map(([alert_transition, meaning]): [string, string, object] => [
    `Datadog: ${alert_transition}`,
    meaning!,
    { alert_transition, alert_id: "1", title: "x", alert_status: "x was > 0 at least once" },
  ]),
  [
    "Datadog's default",
    "resolved",
    {
      last_updated: 1,
      event_type: "query_alert_monitor",
      org: {},
      title: "[Recovered on {host:a}] Host is Down",
    },
  ],
  [
    "Datadog's default, fired",
    "firing",
    {
      last_updated: 1,
      event_type: "query_alert_monitor",
      org: {},
      title: "[Triggered on {host:a}] Host is Down",
    },
  ],
  [
    "Datadog: an organization by its name",
    "firing",
    { alert_transition: "Triggered", alert_id: "1", title: "x", org_name: "Shop Ltd" },
  ],
  ["Datadog: no monitor", "firing", { alert_transition: "$ALERT_TRANSITION", title: "Deployed" }],
  ["Sentry: assigned", "-", { action: "assigned", data: { issue: { id: "1" } } }],
  ["Sentry: archived", "resolved", { action: "archived", data: { issue: { id: "1" } } }],
  [
    "Sentry: a metric",
    "firing",
    {
      action: "warning",
      data: { metric_alert: { alert_rule: { id: 1 }, date_started: "2026-11-20T03:00:00Z" } },
    },
  ],
  [
    "Sentry: a metric without its rule's actions",
    "resolved",
    {
      action: "resolved",
      data: { metric_alert: { id: 1, alert_rule: { triggers: [{ actions: [] }] } } },
    },
  ],
  [
    "Sentry: an error",
    "firing",
    { action: "created", data: { error: { issue_id: "1", title: "x" } } },
  ],
  [
    "Sentry: a comment",
    "-",
    { action: "created", installation: {}, actor: {}, data: { comment: "x" } },
  ],
  [
    "Sentry's older plugin",
    "firing, assumed",
    { id: "1257", project_slug: "shop", message: "x", culprit: "y", level: "error", event: {} },
  ],
  ...[
    ["failure", "firing"],
    ["timed_out", "firing"],
    ["startup_failure", "firing"],
    ["success", "resolved"],
    ["skipped", "-"],
    ["cancelled", "-"],
    ["neutral", "-"],
    ["action_required", "-"],
    ["a new one", "firing"],
  ].map(([conclusion, meaning]): [string, string, object] => [
    `GitHub: ${conclusion}`,
    meaning!,
    { action: "completed", workflow_run: { conclusion, name: "ci" } },
  ]),
  [
    "GitHub: not over",
    "-",
    { action: "requested", workflow_run: { conclusion: null, name: "ci" } },
  ],
  [
    "GitHub: a pull request",
    "-",
    { action: "completed", workflow_run: { conclusion: "failure", event: "pull_request" } },
  ],
  [
    "GitHub: a check suite",
    "firing",
    { action: "completed", check_suite: { conclusion: "failure", head_branch: "main" } },
  ],
  [
    "GitHub: a suite of a pull request",
    "-",
    { action: "completed", check_suite: { conclusion: "failure", pull_requests: [{}] } },
  ],
  ...["canceled", "skipped", "manual", "running"].map((status): [string, string, object] => [
    `GitLab: ${status}`,
    "-",
    { object_kind: "pipeline", object_attributes: { status, ref: "main" } },
  ]),
  [
    "GitLab: a merge request",
    "-",
    {
      object_kind: "pipeline",
      object_attributes: { status: "failed", source: "merge_request_event" },
    },
  ],
  ["Apprise: good news", "resolved", { version: "1.0", type: "success", title: "x", message: "y" }],
  ["Apprise: news", "-", { version: "1.0", type: "info", title: "Backup", message: "started" }],
  [
    "Apprise: news of a failure",
    "firing",
    { version: "1.0", type: "info", title: "Backup", message: "it failed" },
  ],
  [
    "Apprise: a problem without a type",
    "firing",
    { version: "1.0", type: "info", title: "", message: "Disk of db1 is full" },
  ],
  [
    "Home Assistant: unavailable",
    "firing",
    { source: "home-assistant", entity_id: "a.b", status: "unavailable" },
  ],
  [
    "PagerDuty v1: acknowledged",
    "acknowledged",
    { service_key: "x", event_type: "acknowledge", incident_key: "k" },
  ],
];

test.each(table)("%s is %s", (_, meaning, body) => {
  expect(contentsOf(body).format).not.toBe("generic");
  expect(meaningOf(body)).toBe(meaning);
});

test("what is made of each state", async () => {
  const pages = table.map(([what, , body]) => pageOf(what, body));
  await expect(`${pages.join("\n\n")}\n`).toMatchFileSnapshot("../../fixtures/states-golden.md");
});

test("a message of SNS that no tool is known for has its subject as a title", () => {
  const message = { budgetName: "shop", amount: 100 };
  const body = {
    Type: "Notification",
    TopicArn: "t",
    Subject: "Budget",
    Message: JSON.stringify(message),
  };
  expect(contentsOf(body)).toMatchObject({ format: "generic", alerts: [{ title: "Budget" }] });
});

test("a title that only begins as one of Proxmox is read as any other", () => {
  const body = { title: "Verify the payment provider", message: "It is down", severity: "info" };
  expect(contentsOf(body)).toMatchObject({ format: "generic", alerts: [{ status: "firing" }] });
});

test("what changes no incident says so", () => {
  for (const [what, meaning, body] of table)
    if (meaning === "-")
      expect(contentsOf(body).remarks, what).toEqual([expect.stringMatching(/\.$/)]);
});

describe("one problem", () => {
  const identity = (body: object) => alertOf(body).identity;
  const azure = (target: string, role: string, monitorCondition = "Fired", alertId = "1") =>
    identity({
      data: {
        essentials: { alertId, alertRule: "CPU", monitorCondition, alertTargetIDs: [target] },
        alertContext: { condition: { allOf: [{ dimensions: [{ name: "Role", value: role }] }] } },
      },
    });

  test("of Azure is a rule with its targets and dimensions, whatever the id of its firing", () => {
    expect(azure("/vm/A", "web", "Fired", "1")).toBe(azure("/vm/a", "web", "Resolved", "2"));
    expect(azure("/vm/a", "web")).not.toBe(azure("/vm/b", "web"));
    expect(azure("/vm/a", "web")).not.toBe(azure("/vm/a", "db"));
  });

  test("of Datadog is a monitor and a scope, in any order", () => {
    const of = (alert_scope: string, title: string) =>
      identity({ alert_transition: "Triggered", alert_id: "1", alert_scope, title });
    expect(of("a:1, b:2", "[Triggered] CPU is 93")).toBe(of("b:2,a:1", "[Recovered] CPU is 12"));
    expect(of("a:1", "x")).not.toBe(of("a:2", "x"));
  });

  test("of Netdata is an alarm of a chart of a host", () => {
    const of = (host: string, alarm: string) =>
      identity({ host, alarm, chart: "c", status: "WARNING" });
    expect(of("a", "x")).not.toBe(of("b", "x"));
    expect(of("a", "x")).not.toBe(of("a", "y"));
    const cloud = (message: string) =>
      identity({ alarm: "x", chart: "c", severity: "warning", message });
    expect(cloud("RAM of web1")).not.toBe(cloud("RAM of web2"));
  });

  test("of GitHub is a workflow on a branch", () => {
    const of = (name: string, head_branch: string) =>
      identity({ action: "completed", workflow_run: { conclusion: "failure", name, head_branch } });
    expect(of("a", "main")).not.toBe(of("a", "next"));
    expect(of("a", "main")).not.toBe(of("b", "main"));
  });

  test("of Checkmk and of Icinga is a service of a host, or the host", () => {
    const of = (HOSTNAME: string, SERVICEDESC?: string) =>
      identity({ NOTIFICATIONTYPE: "PROBLEM", HOSTNAME, SERVICEDESC });
    expect(new Set([of("a"), of("b"), of("a", "x"), of("a", "y"), of("b", "x")]).size).toBe(5);
  });
});

test("a token or a secret of the sender is nowhere in the alert", () => {
  const secret = "0cc175b9c0f1b6a831c399e269772661";
  const bodies = [
    { Name: "x", Status: "Down", Token: secret },
    { service_key: secret, event_type: "trigger", description: "x" },
    { Type: "SubscriptionConfirmation", TopicArn: "t", Message: "x", Token: secret },
  ];
  for (const body of bodies) expect(JSON.stringify(contentsOf(body))).not.toContain(secret);
});
