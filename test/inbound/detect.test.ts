import { describe, expect, test } from "vitest";
import { senderOf } from "../../src/core/alerts/alert-incident.ts";
import { formatNames, readDelivery } from "../../src/inbound/detect.ts";
import { contentsOf, now } from "./samples.ts";

const formatOf = (body: unknown) => contentsOf(body).format;
const item = { status: "firing", annotations: { description: "x" } };

describe("the body alone says what it is", () => {
  const table: [what: string, format: string, body: unknown][] = [
    ["a list with labels", "alertmanager-api", [{ labels: {} }]],
    ["such a list with odd items", "alertmanager-api", [1, { labels: {} }]],
    [
      "what Alertmanager's API answers",
      "alertmanager-api",
      [{ labels: { alertname: "a" }, status: { state: "active" } }],
    ],
    ["an event", "graylog", { event: {}, event_definition_id: "1" }],
    ["an event beside a list", "graylog", { event: {}, event_definition_id: "1", alerts: [] }],
    ["a callback", "graylog-legacy", { check_result: {}, stream: {} }],
    ["version 1", "grafana", { version: "1", alerts: [item] }],
    ["version 1 as a number", "grafana", { version: 1, alerts: [item] }],
    ["orgId", "grafana", { orgId: null, alerts: [item] }],
    ["8.0 beta", "grafana", { title: "t", state: "ok", alerts: [item] }],
    ["values", "grafana", { alerts: [{ ...item, values: null }] }],
    ["panelURL", "grafana", { version: "4", alerts: [{ panelURL: "" }] }],
    ["version 4", "alertmanager", { version: "4", alerts: [item] }],
    ["OnCall", "alertmanager", { version: "4", numFiring: 1, numResolved: 0, alerts: [item] }],
    ["no version", "alertmanager", { groupKey: "{}:{}", alerts: [item] }],
    ["a fingerprint", "alertmanager", { alerts: [{ fingerprint: "" }] }],
    ["a list and nothing else", "alerts", { alerts: [item] }],
    ["an empty list", "alerts", { alerts: [] }],
    ["another version", "alerts", { version: "2", alerts: [item] }],
    ["a rule by number", "grafana-legacy", { ruleId: 1, state: "ok" }],
    ["a rule by name", "grafana-legacy", { ruleName: "r", state: "ok" }],
    ["a rule in other words", "generic", { ruleId: "1", alertName: "CPU", state: "recovered" }],
    ["a rule with matches", "grafana-legacy", { ruleName: "r", state: "new", evalMatches: [] }],
    ["a rule without a state", "generic", { ruleName: "r" }],
    ["alerts that are no list", "generic", { alerts: { a: 1 } }],
    ["alerts that are no objects", "generic", { alerts: ["Disk full", 3] }],
    ["half an event", "generic", { event: {}, event_definition_id: 1 }],
    ["half a callback", "generic", { check_result: {}, stream: [] }],
    ["a health report", "generic", { checkResults: [], finishedAt: 1 }],
    ["anything else", "generic", { data: {}, type: "x" }],
    ["an empty object", "generic", {}],
  ];

  test.each(table)("%s is %s", (_what, format, body) => {
    expect(formatOf(body)).toBe(format);
    expect(formatNames).toContain(format);
  });

  test.each([
    [null, "The body is null, not an object."],
    ["firing", "The body is a string, not an object."],
    [5, "The body is a number, not an object."],
    [true, "The body is a boolean, not an object."],
    [[], "The body is an empty list."],
    [
      [1, ["a"]],
      "The body is a list, and its items are not alerts: each needs an object `labels`.",
    ],
  ])("%j is refused with a reason", (body, reason) => {
    expect(readDelivery(body, now)).toEqual({ ok: false, reason });
  });
});

test("every format names its tool for people, except those that any program may send", () => {
  const nameless = formatNames.filter((format) => senderOf({ format } as never) === "The sender");
  expect(nameless).toEqual(["mapping", "alertmanager-api", "alerts", "generic"]);
});
