import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutState } from "../../src/inbound/identity/without-state.ts";
import { alertOf, one } from "./samples.ts";

const identity = (body: unknown) => alertOf(body).identity;
const title = "Disk full";

describe("a key that its template left unfilled names nothing", () => {
  test.each(["<no value>", "{{ alert.id }}", "${alert.id}", "{EVENT.ID}", "$ALERT_ID"])(
    "%s",
    (key) => {
      const about = (title: string) => identity({ title, dedup_key: key });
      expect(about("Disk of db1 is full")).not.toBe(about("Shop is down"));
      expect(about("Disk of db1 is full")).toBe(identity({ title: "Disk of db1 is full" }));
    },
  );
});

test("an end by GoAlert's generic API that only has its key ends the problem of that", () => {
  const sent = { summary: "API is down", details: "503", dedup: "api" };
  const closed = { action: "close", dedup: "api" };
  expect(identity(closed)).toBe(identity(sent));
  expect(alertOf(closed).status).toBe("resolved");
  expect(identity({ ...sent, dedup: "shop" })).not.toBe(identity(sent));
});

test("an end of Splunk On-Call that only has its entity ends the problem of that", () => {
  const sent = {
    message_type: "CRITICAL",
    entity_id: "disk/db1",
    entity_display_name: "Disk of db1",
  };
  expect(identity({ message_type: "RECOVERY", entity_id: "disk/db1" })).toBe(identity(sent));
  expect(identity({ ...sent, entity_id: "disk/db2" })).not.toBe(identity(sent));
});

describe("two things under one title are two problems", () => {
  test.each<[string, object, object]>([
    ["host", { host: "db1" }, { host: "db2" }],
    ["hostname", { hostname: "db1" }, { hostname: "db2" }],
    ["Host_Name", { Host_Name: "db1" }, { Host_Name: "db2" }],
    ["instance", { instance: "a:9100" }, { instance: "b:9100" }],
    ["service", { service: "web" }, { service: "shop" }],
    ["check", { check: "disk" }, { check: "load" }],
    ["monitor", { monitor: "m1" }, { monitor: "m2" }],
    ["component", { component: "db" }, { component: "cache" }],
    [
      "a monitor as an object",
      { monitor: { id: 1, name: "a" } },
      { monitor: { id: 2, name: "a" } },
    ],
    ["alert_id", { alert_id: 1 }, { alert_id: 2 }],
    ["alertId", { alertId: "a" }, { alertId: "b" }],
    ["monitor_id", { monitor_id: 7 }, { monitor_id: 8 }],
    ["id alone", { id: 1 }, { id: 2 }],
    ["labels", { labels: { host: "db1" } }, { labels: { host: "db2" } }],
    ["a label among others", { labels: { a: "1", b: "2" } }, { labels: { a: "1", b: "3" } }],
    [
      "labels as a list of keys and values",
      { labels: [{ key: "host", value: "db1" }] },
      { labels: [{ key: "host", value: "db2" }] },
    ],
    [
      "tags of Zabbix",
      { tags: [{ tag: "host", value: "db1" }] },
      { tags: [{ tag: "host", value: "db2" }] },
    ],
    [
      "tags as a list of texts",
      { tags: ["env:prod", "host:db1"] },
      { tags: ["env:prod", "host:db2"] },
    ],
    ["tags as a text", { tags: "env:prod, host:db1" }, { tags: "env:prod, host:db2" }],
    ["a plain tag", { tags: ["db1"] }, { tags: ["db2"] }],
    [
      "a host within",
      { data: { device: { hostname: "db1" } } },
      { data: { device: { hostname: "db2" } } },
    ],
    [
      "an alias elsewhere than at Opsgenie",
      { alias: "db1", host: "x" },
      { alias: "db2", host: "x" },
    ],
  ])("%s", (_name, first, second) => {
    expect(identity({ title, ...first })).not.toBe(identity({ title, ...second }));
    expect(identity(one({ title, status: "firing", ...first }))).not.toBe(
      identity(one({ title, status: "firing", ...second })),
    );
  });

  test("services of one host, of which CheckMK gives the host as the alias", () => {
    const of = (service: string) => ({
      id: "137",
      summary: `CheckMK db1/${service} OK -> CRITICAL`,
      host: "db1",
      alias: "Database 1",
      service,
      status: "DOWN",
      severity: "CRITICAL",
      output: "CRIT",
    });
    expect(identity(of("Filesystem /"))).not.toBe(identity(of("MySQL replication")));
  });

  test("problems of one host without a title", () => {
    expect(identity({ host: "db1", message: "Disk full" })).not.toBe(
      identity({ host: "db1", message: "MySQL is down" }),
    );
  });
});

describe("the firing of a problem and its end are one", () => {
  const changed = { severity: "ok", state: "OK", status: "ok", timestamp: 2, value: 1, count: 5 };
  test.each<[string, object, object]>([
    [
      "Datadog",
      {
        title: "[Triggered on {host:web1}] CPU high",
        alert_transition: "Triggered",
        alert_id: "1234",
        id: "901",
        tags: "env:prod,host:web1",
        body: "93 %",
        date_posix: 1,
        priority: "P2",
      },
      {
        title: "[Recovered on {host:web1}] CPU high",
        alert_transition: "Recovered",
        alert_id: "1234",
        id: "902",
        tags: "host:web1,env:prod",
        body: "12 %",
        date_posix: 2,
        priority: "P2",
      },
    ],
    [
      "CheckMK, a service",
      {
        id: "137",
        summary: "CheckMK db1/Filesystem / OK -> CRITICAL",
        host: "db1",
        alias: "Database 1",
        service: "Filesystem /",
        event: "OK -> CRITICAL",
        output: "97 % used",
        status: "DOWN",
        severity: "CRITICAL",
        what: "SERVICE",
        notification_type: "PROBLEM",
        date: "2026-11-21",
      },
      {
        id: "0",
        summary: "CheckMK db1/Filesystem / CRITICAL -> OK",
        host: "db1",
        alias: "Database 1",
        service: "Filesystem /",
        event: "CRITICAL -> OK",
        output: "40 % used",
        status: "UP",
        severity: "OK",
        what: "SERVICE",
        notification_type: "RECOVERY",
        date: "2026-11-22",
      },
    ],
    [
      "CheckMK, a host",
      { id: "5", summary: "CheckMK db1 - UP -> DOWN", host: "db1", alias: "d", status: "DOWN" },
      { id: "0", summary: "CheckMK db1 - DOWN -> UP", host: "db1", alias: "d", status: "UP" },
    ],
    [
      "Zammad's form of CheckMK and Nagios",
      { event_id: "9", host: "db1", service: "Load", state: "CRITICAL", text: "load 44" },
      { event_id: "0", host: "db1", service: "Load", state: "OK", text: "load 1" },
    ],
    [
      "Zabbix",
      {
        title: "Problem: Disk full",
        host: "db1",
        event_id: "77",
        trigger_id: "13",
        status: "PROBLEM",
        message: "Problem started at 03:00",
        severity: "High",
        tags: [{ tag: "scope", value: "capacity" }],
      },
      {
        title: "Resolved in 4m 10s: Disk full",
        host: "db1",
        event_id: "77",
        trigger_id: "13",
        status: "RESOLVED",
        message: "Problem has been resolved at 03:04",
        severity: "High",
        tags: [{ tag: "scope", value: "capacity" }],
      },
    ],
    [
      "Icinga",
      {
        notification_type: "PROBLEM",
        host_name: "db1",
        service_name: "mysql",
        service_state: "CRITICAL",
        service_output: "refused",
      },
      {
        notification_type: "RECOVERY",
        host_name: "db1",
        service_name: "mysql",
        service_state: "OK",
        service_output: "fine",
      },
    ],
    [
      "Pingdom",
      {
        check_id: 1,
        check_name: "Shop",
        current_state: "DOWN",
        previous_state: "UP",
        state_changed_timestamp: 1,
        long_description: "HTTP 500",
      },
      {
        check_id: 1,
        check_name: "Shop",
        current_state: "UP",
        previous_state: "DOWN",
        state_changed_timestamp: 9,
        long_description: "OK",
      },
    ],
    [
      "New Relic",
      { issueId: "1", title: "High CPU", state: "ACTIVATED", priority: "CRITICAL" },
      { issueId: "1", title: "High CPU", state: "CLOSED", priority: "CRITICAL" },
    ],
    [
      "CloudWatch",
      { AlarmName: "cpu", NewStateValue: "ALARM", OldStateValue: "OK", NewStateReason: "93 > 90" },
      { AlarmName: "cpu", NewStateValue: "OK", OldStateValue: "ALARM", NewStateReason: "3 < 90" },
    ],
    [
      "VictorOps",
      { message_type: "CRITICAL", entity_id: "disk/db1", state_message: "Disk 97 %" },
      { message_type: "RECOVERY", entity_id: "disk/db1", state_message: "Disk ok" },
    ],
    [
      "Gatus",
      { endpoint: "shop", status: "TRIGGERED", description: "3 failures" },
      { endpoint: "shop", status: "RESOLVED", description: "2 successes" },
    ],
    [
      "Opsgenie",
      { message: "Disk is full", alias: "disk-db1", priority: "P1", tags: ["a"] },
      { message: "Disk is fine", alias: "disk-db1", priority: "P5", status: "closed" },
    ],
    ["a title with its state", { title: "db1 is DOWN" }, { title: "db1 is UP" }],
    [
      "a title with its state and a reason",
      { title: "[db1] [🔴 Down] timeout" },
      { title: "[db1] [✅ Up] 200" },
    ],
    [
      "labels with their severity",
      { title, labels: { host: "db1", severity: "critical" } },
      { title, labels: { severity: "ok", host: "db1" } },
    ],
    ["a body without a name", { a: 1, state: "bad", at: 1 }, { a: 1, state: "ok", at: 2 }],
  ])("%s", (_name, firing, resolved) => {
    expect(identity(firing)).toBe(identity(resolved));
    // What else differs between the two makes no difference.
    expect(identity(firing)).toBe(identity({ ...resolved, ...changed }));
  });
});

test("order, case and form of members make no difference", () => {
  const same = [
    { title, tags: ["host:db1", "env:prod"] },
    { title, tags: ["env:prod", "host:db1"] },
    { title, tags: "env:prod,host:db1" },
    { title, tags: { env: "prod", host: "db1" } },
    {
      title,
      TAGS: [
        { key: "env", value: "prod" },
        { key: "host", value: "db1" },
      ],
    },
    { tags: ["env=prod", "host=db1"], title, severity: "x" },
  ].map(identity);
  expect(new Set(same).size).toBe(1);
});

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);

test("whatever the things are called, two are two, and each is one with its end", () => {
  const member = fc.constantFrom(
    "host",
    "service",
    "check",
    "monitor",
    "component",
    "instance",
    "cluster",
  );
  fc.assert(
    fc.property(member, name, name, name, fc.nat(), (key, a, b, what, count) => {
      fc.pre(a !== b);
      const firing = (its: string) => ({
        title: `[FIRING:1] ${what} on it`,
        [key]: its,
        status: "firing",
        message: `count ${count}`,
      });
      const resolved = (its: string) => ({
        title: `[RESOLVED] ${what} on it`,
        [key]: its,
        status: "resolved",
        message: "fine",
        at: count,
      });
      expect(identity(firing(a))).not.toBe(identity(firing(b)));
      expect(identity(firing(a))).toBe(identity(resolved(a)));
    }),
  );
});

describe("keys of other formats tell two problems apart", () => {
  test("the monitors of two Uptime Kumas", () => {
    const beat = (name: string, status: number) => ({
      heartbeat: { monitorID: 1, status, msg: "x" },
      monitor: { id: 1, name },
      msg: `[${name}] x`,
    });
    expect(identity(beat("Shop", 0))).not.toBe(identity(beat("Blog", 0)));
    expect(identity(beat("Shop", 0))).toBe(identity(beat("Shop", 1)));
  });

  test("the rules of two old Grafanas", () => {
    const rule = (host: string, state: string) => ({
      ruleId: 1,
      ruleName: "r",
      state,
      ruleUrl: `https://${host}/d/x`,
    });
    expect(identity(rule("a.example", "alerting"))).not.toBe(
      identity(rule("b.example", "alerting")),
    );
    expect(identity(rule("a.example", "alerting"))).toBe(identity(rule("a.example", "ok")));
  });

  test("events for PagerDuty without a dedup_key", () => {
    const event = (payload: object) => ({
      routing_key: "k",
      event_action: "trigger",
      payload: { summary: title, source: "db", ...payload },
    });
    expect(identity(event({ component: "a" }))).not.toBe(identity(event({ component: "b" })));
    expect(identity(event({ custom_details: { host: "a" } }))).not.toBe(
      identity(event({ custom_details: { host: "b" } })),
    );
    expect(identity(event({ custom_details: { load: 1 } }))).toBe(
      identity(event({ custom_details: { load: 2 } })),
    );
  });
});

test.each([
  ["[Recovered] X", "X"],
  ["[Triggered on {host:a}] X", "[on {host:a}] X"],
  ["X is DOWN", "X"],
  ["X is up.", "X"],
  ["RESOLVED: disk full", "disk full"],
  ["Problem: disk full", "disk full"],
  ["✅ Shop", "Shop"],
  ["** PROBLEM Service Alert: db1/Disk is CRITICAL **", "Service Alert: db1/Disk"],
  ["** RECOVERY Service Alert: db1/Disk is OK **", "Service Alert: db1/Disk"],
  ['ALARM: "cpu" in EU', '"cpu" in EU'],
  ["vzdump backup status (node1): backup failed", "vzdump backup status (node1): backup"],
  ["Devices up/down", "Devices up/down"],
  ["Link down on eth0", "Link down on eth0"],
  ["DOWN", "DOWN"],
  ["🔥", "🔥"],
  ["Upstream errors above 5 %", "Upstream errors above 5 %"],
])("the title %j without its state is %j", (sent, expected) => {
  expect(withoutState(sent)).toBe(expected);
});

test("a number of a problem that is 0 identifies none: nothing is wrong there", () => {
  const of = (eventid: unknown) =>
    alertOf({ title: "Disk full", status: "problem", eventid }).identity;
  expect(of("0")).toBe(of(null));
  expect(of(0)).toBe(of(null));
  expect(of("7")).not.toBe(of(null));
});
