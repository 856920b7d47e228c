import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alertOf, contentsOf } from "./samples.ts";

const statusOf = (body: object) => alertOf(body).status;

/** Bodies of widespread tools that have no format here, each with what its firing says in place of it. */
const recoveries: [tool: string, well: object, ill: object][] = [
  [
    "VictorOps",
    { message_type: "RECOVERY", entity_id: "disk/db1", state_message: "Disk ok" },
    { message_type: "CRITICAL", entity_id: "disk/db1", state_message: "Disk 97 %" },
  ],
  [
    "Checkly",
    { title: "API recovered", alertType: "ALERT_RECOVERY", checkName: "API" },
    { title: "API failed", alertType: "ALERT_FAILURE", checkName: "API" },
  ],
  [
    "Checkly, from degraded",
    { title: "API recovered", alertType: "ALERT_DEGRADED_RECOVERY", checkName: "API" },
    { title: "API has degraded", alertType: "ALERT_DEGRADED", checkName: "API" },
  ],
  [
    "Kapacitor",
    { id: "cpu:web1", message: "cpu is OK", level: "OK", previousLevel: "CRITICAL" },
    { id: "cpu:web1", message: "cpu is CRITICAL", level: "CRITICAL", previousLevel: "OK" },
  ],
  [
    "Gatus",
    { endpoint: "shop", status: "RESOLVED", description: "2 successes in a row" },
    { endpoint: "shop", status: "TRIGGERED", description: "3 failures in a row" },
  ],
  [
    "Statping",
    { service: "Shop", online: true, issue: "" },
    { service: "Shop", online: false, issue: "500" },
  ],
  [
    "GoAlert's generic API",
    { summary: "API is down", dedup: "api", action: "close" },
    { summary: "API is down", dedup: "api" },
  ],
  ["a flag", { name: "x", healthy: true }, { name: "x", healthy: false }],
  [
    "an envelope",
    { incident: { name: "x", status: "resolved" } },
    { incident: { name: "x", status: "investigating" } },
  ],
  ["OnlineOrNot", { event: "uptime.up", name: "Shop" }, { event: "uptime.down", name: "Shop" }],
  [
    "HetrixTools",
    { monitor_name: "Shop", monitor_status: "online" },
    { monitor_name: "Shop", monitor_status: "offline" },
  ],
  [
    "an issue that is closed",
    { issueId: 4, name: "x", status: "Closed" },
    { issueId: 4, name: "x", status: "Open" },
  ],
  [
    "Opsgenie's own webhook",
    { action: "Close", alert: { alertId: "a1", message: "Disk full" } },
    { action: "Create", alert: { alertId: "a1", message: "Disk full" } },
  ],
  [
    "Grafana OnCall's own webhook",
    { event: { type: "resolve" }, alert_group: { id: "I1", title: "x", state: "resolved" } },
    { event: { type: "escalation" }, alert_group: { id: "I1", title: "x", state: "firing" } },
  ],
  [
    "Oh Dear",
    { type: "uptimeCheckRecoveredNotification", monitor: { id: 1, label: "Shop" } },
    { type: "uptimeCheckFailedNotification", monitor: { id: 1, label: "Shop" } },
  ],
  [
    "a job that names nothing but itself",
    { job: "backup", status: "success" },
    { job: "backup", status: "failed" },
  ],
  [
    "Dynatrace",
    { ProblemID: "9", State: "RESOLVED", ProblemTitle: "CPU" },
    { ProblemID: "9", State: "OPEN", ProblemTitle: "CPU" },
  ],
  ["names in capitals", { TITLE: "x", STATE: "OK" }, { TITLE: "x", STATE: "ALARM" }],
  [
    "Hyperping, with a status of HTTP",
    { event: "check.up", check: { url: "https://x", status: 200, down: false }, text: "x is up" },
    {
      event: "check.down",
      check: { url: "https://x", status: 500, down: true },
      text: "x is down",
    },
  ],
  [
    "updown.io, with an error of its own",
    { event: "check.up", check: { token: "n", error: null, last_status: 200 }, name: "Shop" },
    { event: "check.down", check: { token: "n", error: "500", last_status: 500 }, name: "Shop" },
  ],
  [
    "Sematext",
    { title: "CPU alert", backToNormal: "true", applicationId: "1" },
    { title: "CPU alert", backToNormal: "false", applicationId: "1" },
  ],
  [
    "an end whose problem has the name of a failure",
    { event: "incident.resolved", title: "Database is down", text: "Errors: timed out" },
    { event: "incident.opened", title: "Database is down", text: "Errors: timed out" },
  ],
  ["a type", { title: "x", type: "success" }, { title: "x", type: "failure" }],
  ["a severity", { title: "x", severity: "clear" }, { title: "x", severity: "warning" }],
  [
    "a condition",
    { title: "x", monitorCondition: "Resolved" },
    { title: "x", monitorCondition: "Fired" },
  ],
  ["event_type", { title: "x", event_type: "resolve" }, { title: "x", event_type: "trigger" }],
  [
    "Slack",
    { attachments: [{ color: "good", title: "[RESOLVED] Disk full", text: "db1" }] },
    { attachments: [{ color: "danger", title: "[FIRING:1] Disk full", text: "db1" }] },
  ],
  [
    "Slack, by its color",
    { text: "Import of orders", attachments: [{ color: "good", text: "done" }] },
    { text: "Import of orders", attachments: [{ color: "danger", text: "done" }] },
  ],
  [
    "Slack's blocks",
    { blocks: [{ type: "header", text: { type: "plain_text", text: "✅ Shop" } }] },
    { blocks: [{ type: "header", text: { type: "plain_text", text: "❌ Shop" } }] },
  ],
  [
    "Discord",
    { embeds: [{ title: "Shop is back online", fields: [{ name: "Host", value: "web1" }] }] },
    { embeds: [{ title: "Shop is offline", fields: [{ name: "Host", value: "web1" }] }] },
  ],
  ["Discord, a text", { content: "[Recovered] Shop" }, { content: "[Triggered] Shop" }],
  [
    "Microsoft Teams, a card",
    {
      "@type": "MessageCard",
      title: "Disk full",
      sections: [{ facts: [{ name: "Status", value: "OK" }] }],
    },
    {
      "@type": "MessageCard",
      title: "Disk full",
      sections: [{ facts: [{ name: "Status", value: "Critical" }] }],
    },
  ],
  [
    "Microsoft Teams, an adaptive card",
    {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            body: [
              { type: "TextBlock", style: "heading", text: "Disk full" },
              { type: "FactSet", facts: [{ title: "State", value: "Resolved" }] },
            ],
          },
        },
      ],
    },
    {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            body: [
              { type: "TextBlock", style: "heading", text: "Disk full" },
              { type: "FactSet", facts: [{ title: "State", value: "Firing" }] },
            ],
          },
        },
      ],
    },
  ],
];

test.each(recoveries)(
  "%s: well again opens nothing and is the end of its firing",
  (_, well, ill) => {
    expect(alertOf(ill).status).toBe("firing");
    expect(alertOf(well).status).toBe("resolved");
    expect(alertOf(well).identity).toBe(alertOf(ill).identity);
    for (const body of [well, ill]) expect(alertOf(body).title).not.toMatch(/Unrecognised/);
  },
);

describe("a text alone", () => {
  test.each([
    "✔ Shop is back up",
    "Shop is back online.",
    "API recovered",
    "db1 has recovered",
    "The alert has been resolved",
    "[Recovered on {host:ip-0}] Host is Down",
    "[RESOLVED:2] Errors of the shop",
    "Resolved in 4m 10s: Disk full, errors",
    "** RECOVERY Service Alert: db1/Disk is OK **",
    "Monitor is UP: Shop",
    "vzdump backup status (node1): backup successful",
    "Nightly job finished successfully",
    'OK: "cpu" in EU',
  ])("%j is well again", (title) => {
    expect(statusOf({ title })).toBe("resolved");
  });

  test.each([
    "Shop is not back up",
    "The bug is back",
    "Traffic is up",
    "CPU usage is up",
    "Host name could not be resolved",
    "The alert has not been resolved",
    "Resolved: no, it is still firing",
    "[FIRING:1, RESOLVED:2] Errors",
    "Recovery: failed",
    "Recovery of db1 failed",
    "Root login successful",
    "Backup successful, verification failed",
    "Shop recovered from one failure, and is down",
    "🔴 db1 recovered",
    "UP",
    "Uptime of db1 below a minute",
  ])("%j fires", (title) => {
    expect(statusOf({ title })).toBe("firing");
  });
});

describe("what is no recovery", () => {
  test.each([
    [
      "a healthy host within",
      { title: "Logins fail", server: { status: "ok" }, host: { state: "up" } },
    ],
    ["an earlier state", { title: "Disk", previous_state: "OK", old_status: "ok" }],
    ["an earlier state beside one that is bad", { title: "Disk", state: "x", last_state: "OK" }],
    ["the status of the request", { status: "success", message: "Disk full" }],
    ["a success of the request", { success: true, ok: true, message: "Disk full" }],
    ["one bad state of two", { title: "Disk", service_state: "OK", host_state: "DOWN" }],
    ["a bad state in an envelope", { status: "ok", data: { alert: { state: "firing" } } }],
    ["a kind that failed", { title: "x", status: "ok", type: "failure" }],
    ["a degree", { title: "Disk full", severity: "normal", level: "info", priority: "ok" }],
    ["an event of Kubernetes", { type: "Normal", reason: "Killing", message: "Stopping web" }],
    ["an issue that is unresolved", { issueId: 1, type: "issue.unresolved", title: "x" }],
    ["a door that closed", { title: "Door", action: "closed" }],
    ["a port that is closed", { name: "Port 443", state: "closed" }],
    [
      "a kind whose text tells of a failure",
      { type: "success", title: "Failover of db1: 1 failed" },
    ],
    ["a flag and its opposite", { name: "x", online: true, healthy: false }],
    ["an end that is denied", { event: "resolved", title: "Disk full, still firing" }],
    ["a recovery that failed", { type: "recovery", title: "Recovery of db1 failed" }],
    ["a status of HTTP alone", { title: "Shop", status: 503, healthy: true }],
    ["a success of HTTP alone", { title: "Shop", status: 200 }],
    ["a region", { title: "Fire", state: "CA" }],
    ["nothing", {}],
  ])("%s fires", (_, body) => {
    expect(statusOf(body)).toBe("firing");
  });
});

const healthy = fc.constantFrom("ok", "up", "resolved", "recovered", "normal", "clear", "healthy");
const bad = fc.constantFrom(
  "down",
  "firing",
  "CRITICAL",
  "alerting",
  "warning",
  "problem",
  "x",
  "2",
);
const member = fc.constantFrom(
  "status",
  "state",
  "alert_status",
  "current_state",
  "newState",
  "hostState",
);
const spelled = (name: string) =>
  fc.constantFrom(name, name.toUpperCase(), name.replaceAll("_", "-"), name.replaceAll("_", ""));
const cased = (text: string) =>
  fc.constantFrom(text, text.toUpperCase(), text[0]!.toUpperCase() + text.slice(1), ` ${text}.`);

test("however a state is written, and whatever its member is called, it means the same", () => {
  const pair = (word: fc.Arbitrary<string>) =>
    fc.tuple(member.chain(spelled), word.chain(cased), fc.constantFrom("data", "alert", null));
  const bodyOf = ([name, word, within]: [string, string, string | null]) =>
    within === null
      ? { title: "Disk of db1", [name]: word }
      : { title: "Disk of db1", [within]: { [name]: word } };
  fc.assert(
    fc.property(pair(healthy), (one) => {
      expect(statusOf(bodyOf(one))).toBe("resolved");
    }),
  );
  fc.assert(
    fc.property(pair(bad), (one) => {
      expect(statusOf(bodyOf(one))).toBe("firing");
    }),
  );
});

test("one state that is bad makes a body fire, whatever else it says", () => {
  const other = fc.dictionary(member.chain(spelled), healthy, { maxKeys: 4 });
  fc.assert(
    fc.property(
      other,
      bad,
      fc.constantFrom("✅ Shop", "[OK] Shop", "Shop"),
      (rest, word, title) => {
        const body = { ...rest, title, type: "success", healthy: true, status: word };
        expect(statusOf(body)).toBe("firing");
      },
    ),
  );
});

test("a message for a chat is read as what it shows", () => {
  expect(
    alertOf({
      username: "bot",
      attachments: [
        {
          color: "danger",
          pretext: "<https://a.example/x|Disk full>",
          text: "*db1* is at 97 %",
          fields: [
            { title: "Host", value: "db1" },
            { title: "Severity", value: "critical" },
          ],
        },
      ],
    }),
  ).toMatchObject({ title: "Disk full", summary: "db1 is at 97 %", severity: "critical" });
  const on = (host: string) =>
    alertOf({ embeds: [{ title: "Disk full", fields: [{ name: "Host", value: host }] }] }).identity;
  expect(on("db1")).not.toBe(on("db2"));
});

test("a body without a title or a text has the things that it names as its title", () => {
  expect(alertOf({ host: "db1", service: "mysql", state: "CRITICAL" }).title).toBe("db1: mysql");
  expect(contentsOf({ a: 1 }).alerts[0]!.title).toBe("Unrecognised alert: a");
});
