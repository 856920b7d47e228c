import { describe, expect, test } from "vitest";
import { alertOf, bodyOf, contentsOf, one } from "./samples.ts";

/** An alert as Grafana sends it. */
const alert = (item: object, around: object = {}) =>
  alertOf(one(item, { version: "1", ...around }));

describe("values", () => {
  const value = (values: unknown, valueString?: unknown) => alert({ values, valueString }).value;

  test("are the numbers, by name, as precise as anybody reads", () => {
    expect(value({ C: 1, B: 44.23943737541908 })).toBe("B = 44.24, C = 1");
    expect(value({ A: -0.000012345678, B: 1234567.8 })).toBe("A = -0.00001235, B = 1234567.8");
    expect(value({ A: null, B: "Infinity", C: [] })).toBe("B = Infinity");
  });

  test("come from the older text where there are none", () => {
    const older = "[ var='B' labels={a=b], c} value=22.0001 ], [ value=1 ]";
    expect(value(null, older)).toBe("B = 22 {a=b], c}, 1");
    expect(value({}, older)).toBe("B = 22 {a=b], c}, 1");
    for (const nothing of ["", "[no value]", null, 5, {}]) expect(value(null, nothing)).toBe(null);
  });

  test("of a resolved alert are its last ones", () => {
    expect(alert({ status: "resolved", values: { A: 1 } }).summary).toBe("Last value: A = 1");
  });
});

describe("a rule that could not be judged", () => {
  const read = (item: object) => {
    const { title, summary, value } = alert(item);
    return [title, summary, value];
  };
  const rule = { alertname: "Disk", instance: "a" };
  const values = { A: -1 };

  test("is named by its rule, and says that nothing is known", () => {
    expect(
      read({
        labels: { alertname: "DatasourceNoData", rulename: "Disk" },
        values,
      }),
    ).toEqual([
      "Disk (no data)",
      "Grafana gets no data for this rule: whether its condition holds is unknown.",
      null,
    ]);
    expect(
      read({
        labels: { alertname: "DatasourceError", rulename: "Disk" },
        annotations: { Error: "dial tcp:\nrefused", summary: "Disk is full" },
        values,
      }),
    ).toEqual([
      "Disk (cannot be evaluated)",
      "Grafana cannot evaluate this rule: whether its condition holds is unknown. Error: dial tcp: refused\nThe rule itself says: Disk is full",
      null,
    ]);
    expect(read({ labels: { alertname: "DatasourceNoData" } })[0]).toBe(
      "DatasourceNoData (no data)",
    );
  });

  test("is told by its reason when it fires under its own name", () => {
    const reason = (grafana_state_reason: string, status = "firing") =>
      read({ status, labels: rule, annotations: { grafana_state_reason } });
    expect(reason("NoData").slice(0, 2)).toEqual([
      "Disk: a (no data)",
      "Grafana gets no data for this rule: whether its condition holds is unknown.",
    ]);
    expect(reason("Error, KeepLast").slice(0, 2)).toEqual([
      "Disk: a (cannot be evaluated)",
      "Grafana cannot evaluate this rule: its last state is kept.",
    ]);
    expect(reason("Updated")[0]).toBe("Disk: a");
    expect(reason("Error", "resolved")[1]).toBe("Grafana can evaluate this rule again.");
    expect(reason("NoData", "resolved").slice(0, 2)).toEqual([
      "Disk: a (no data)",
      "Grafana gets data for this rule again.",
    ]);
  });

  test("a resolve that means only that nobody looks any more says so", () => {
    const reason = (grafana_state_reason: string) =>
      read({
        status: "resolved",
        labels: rule,
        annotations: { grafana_state_reason },
      }).slice(0, 2);
    expect(reason("MissingSeries")).toEqual([
      "Disk: a (no longer watched)",
      "Resolved because its series is gone: that does not mean that it is fixed.",
    ]);
    expect(reason("Paused")[1]).toMatch(/its rule is paused/);
    expect(reason("RuleDeleted")[1]).toMatch(/its rule was deleted/);
  });

  test("reads the same when it comes through an Alertmanager", () => {
    const { format, alerts } = contentsOf(
      one(
        {
          labels: {
            __alert_rule_uid__: "u",
            alertname: "DatasourceError",
            rulename: "Disk",
          },
          annotations: { __value_string__: "[ var='A' value=-1 ]" },
        },
        { version: "4" },
      ),
    );
    expect(format).toBe("alertmanager");
    expect(alerts[0]).toMatchObject({
      title: "Disk (cannot be evaluated)",
      labels: { alertname: "DatasourceError", rulename: "Disk" },
      value: null,
    });
  });
});

describe("the test button", () => {
  const labels = { alertname: "Mine" };

  test("is known by its labels, its fingerprint, or a group key that is none", () => {
    for (const [item, around] of [
      [{ labels: { alertname: "TestAlert", instance: "Grafana", x: "y" } }, {}],
      [{ labels, fingerprint: "57c6d9296de2ad39" }, {}],
      [{ labels }, { groupKey: "test-c4edaaf9f9f839b0-1777986297" }],
      [{ labels }, { groupKey: "webhook-c4edaaf9f9f839b0-1777986297" }],
      [
        { labels },
        {
          groupKey: '{alertname="Mine"}2022-04-05 22:16:47.085 +0200 CEST m=+100931.297',
        },
      ],
    ] as const)
      expect(alert(item, around)).toMatchObject({
        test: true,
        status: "firing",
        summary: expect.stringMatching(/^This is a test: nothing is wrong\./),
      });
  });

  test("is not mistaken for the alerts of somebody who likes its words", () => {
    for (const [item, around] of [
      [{ labels: { alertname: "TestAlert", instance: "web-1" } }, {}],
      [{ labels }, { groupKey: '{}/{a="test-x-1"}:{alertname="Mine"}' }],
      [{ labels }, { groupKey: null }],
      [{ labels: { alertname: "Test notification" } }, {}],
    ] as const)
      expect(alert(item, around).test).toBe(false);
  });
});

describe("the alerting before version 8", () => {
  const rule = bodyOf("grafana-legacy-alerting.json") as object;
  const without = (body: object, ...names: string[]) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

  test("reads the bodies of version 4, which had other names", () => {
    const old = {
      ...without(rule, "orgId", "dashboardId", "panelId", "message", "tags"),
      ruleUrl: undefined,
      imageUrl: null,
      rule_url: "http://a.example/r",
      image_url: "http://a.example/i",
    };
    expect(alertOf(old)).toMatchObject({
      identity: "ruleId=1 at a.example",
      links: [
        { name: "panel", url: "http://a.example/r" },
        { name: "image", url: "http://a.example/i" },
      ],
    });
  });

  test("goes by the name where there is no number", () => {
    const named = (ruleName: unknown) => alertOf({ ruleName, state: "alerting" }).identity;
    expect(named("Disk")).toMatch(/^text:/);
    expect(named("Disk")).toBe(alertOf({ ruleName: "Disk", state: "ok" }).identity);
    expect(named("Disk")).not.toBe(named("CPU"));
    expect(alertOf({ ruleId: null, state: "ok" }).title).toBe("Alert without a name");
    expect(alertOf({ ruleId: 1, title: "[OK] Disk", state: "ok" }).title).toBe("Disk");
  });

  test("a state that changes nothing brings no alert, one that nobody knows fires", () => {
    for (const state of ["paused", " Pending ", "UNKNOWN"])
      expect(contentsOf({ ...rule, state })).toMatchObject({
        alerts: [],
        remarks: [`The state "${state.trim().toLowerCase()}" changes nothing.`],
      });
    expect(contentsOf({ ...rule, state: "constructor" })).toMatchObject({
      alerts: [{ status: "firing", reported_status: "constructor" }],
      remarks: ['The status "constructor" is unknown and counts as firing.'],
    });
  });

  test("an alert without a message has the tags of its rule", () => {
    const body = { ruleId: 1, ruleName: "Disk", state: "ok", tags: { team: "shop" } };
    expect(alertOf(body).summary).toBe("team: shop");
    expect(alertOf({ ...body, message: "Call Ada" }).summary).toBe("Call Ada");
  });

  test("an alert without any series says that its data source may be down", () => {
    const { summary } = alertOf({ ...rule, evalMatches: [] });
    expect(summary).toBe("Notification Message\nNo series is named: its data source may be down.");
  });

  test("matches are read whatever is missing in them", () => {
    const value = (evalMatches: unknown) => alertOf({ ...rule, evalMatches }).value;
    expect(
      value([
        { metric: "A", value: null, tags: null },
        { metric: "B", value: 1.23456, tags: { host: "w" } },
        { value: 3 },
        null,
      ]),
    ).toBe("A = no value, B {host: w} = 1.235, 3");
    for (const none of [undefined, null, {}, "x", [], [1, []]]) expect(value(none)).toBe(null);
  });
});
