import { describe, expect, test } from "vitest";
import { isLate } from "../../src/core/command/alert.ts";
import { alertOf, bodyOf, contentsOf, now, one } from "./samples.ts";

const hour = 3600_000;
const iso = (at: number) => new Date(at).toISOString();
const zero = "0001-01-01T00:00:00Z";

describe("identity", () => {
  const identity = (item: object, around = {}) => alertOf(one(item, around)).identity;

  test("is the fingerprint, and nothing else counts beside it", () => {
    expect(
      identity(
        { fingerprint: "20f7da56295f2463", labels: { a: "b" } },
        { version: "4", groupKey: "x" },
      ),
    ).toBe("20f7da56295f2463");
    expect(identity({ fingerprint: 12 })).toBe("12");
  });

  test("a fingerprint of any length and kind stays bounded and distinct", () => {
    const long = identity({ fingerprint: "f".repeat(300) });
    expect(long).toMatch(/^text:[0-9a-f]{32}$/);
    expect(identity({ fingerprint: "f".repeat(301) })).not.toBe(long);
    expect(identity({ fingerprint: "a\u0000b" })).toMatch(/^text:/);
  });

  test("without a fingerprint it is made of the labels, in any order", () => {
    const labels = { alertname: "Down", instance: "a" };
    const same = [
      { labels, fingerprint: "" },
      { labels: { instance: "a", alertname: "Down" }, fingerprint: null },
      { labels: { ...labels, gone: null }, startsAt: iso(now - hour) },
      { labels, annotations: { description: "x" }, values: { A: 1 } },
      { labels, generatorURL: "http://a/", status: "resolved" },
    ].map((item) => identity(item));
    expect(new Set(same).size).toBe(1);
    expect(same[0]).toMatch(/^labels:[0-9a-f]{32}$/);
    expect(identity({ labels: { ...labels, instance: "b" } })).not.toBe(same[0]);
    expect(identity({ labels: { ...labels, __alert_rule_uid__: "x" } })).not.toBe(same[0]);
  });

  test("without labels it is made of the words", () => {
    const words = (annotations: object, more = {}) => identity({ annotations, ...more });
    expect(words({ description: "x" })).toMatch(/^text:[0-9a-f]{32}$/);
    expect(words({ description: "x" }, { labels: {}, status: "resolved" })).toBe(
      words({ description: "x" }),
    );
    expect(words({ description: "x" })).not.toBe(words({ description: "y" }));
    expect(words({ description: "x", summary: "s" })).not.toBe(words({ description: "x" }));
    expect(words({ note: "a" })).not.toBe(words({ note: "b" }));
    expect(identity({})).toBe(identity({ labels: [], annotations: null }));
  });
});

describe("status", () => {
  const read = (item: object) => {
    const { status, reported_status } = alertOf(one(item));
    return reported_status === null ? status : [status, reported_status];
  };

  test("is the item's own, never the group's", () => {
    const { alerts } = contentsOf({
      status: "resolved",
      state: "ok",
      title: "",
      alerts: [{ status: "firing" }, { status: " Resolved" }, {}],
    });
    expect(alerts.map(({ status }) => status)).toEqual(["firing", "resolved", "firing"]);
  });

  test("a word that nobody knows counts as firing, and is kept", () => {
    expect(read({ status: "broken" })).toEqual(["firing", "broken"]);
    expect(read({ status: 7 })).toEqual(["firing", "7"]);
    expect(contentsOf(one({ status: "odd" })).remarks).toEqual([
      'The status "odd" is unknown and counts as firing.',
    ]);
  });

  test("without a status an alert fires until its end has come", () => {
    expect(read({})).toBe("firing");
    expect(read({ endsAt: zero })).toBe("firing");
    expect(read({ endsAt: iso(now + 1) })).toBe("firing");
    expect(read({ endsAt: iso(now) })).toBe("resolved");
    const active = { status: { state: "active" } };
    expect(read({ ...active, endsAt: iso(now + hour) })).toBe("firing");
    expect(read({ ...active, endsAt: iso(now - hour) })).toBe("resolved");
    expect(read({ status: {}, endsAt: "soon" })).toBe("firing");
  });
});

describe("times", () => {
  test("are read with any precision and offset", () => {
    for (const startsAt of [
      "2026-11-20T16:14:54Z",
      "2026-11-20T16:14:54.000000000Z",
      "2026-11-20T18:14:54+02:00",
      1795191294,
    ])
      expect(alertOf(one({ startsAt })).episode).toBe(Date.UTC(2026, 10, 20, 16, 14, 54));
  });

  test("Go's zero time, nonsense and nothing are not set", () => {
    for (const startsAt of [
      zero,
      "0001-01-01T00:53:28+00:53",
      "soon",
      null,
      {},
      -1,
      1e300,
      "99999999999999999999999",
    ])
      expect(alertOf(one({ startsAt }))).toMatchObject({
        episode: null,
        since: null,
      });
  });

  test("a beginning in the future is no time since when", () => {
    const startsAt = iso(now + hour);
    expect(alertOf(one({ startsAt }))).toMatchObject({
      episode: now + hour,
      since: null,
    });
    expect(alertOf(one({ startsAt: iso(now + 1_000) })).since).toBe(now);
  });

  test("an end belongs to a resolved alert only", () => {
    const endsAt = iso(now - hour);
    expect(alertOf(one({ status: "firing", endsAt })).ended_at).toBe(null);
    expect(alertOf(one({ status: "resolved", endsAt })).ended_at).toBe(now - hour);
  });

  test("a resolve of an earlier firing is late", () => {
    const resolved = (startsAt: number | null, endsAt: number | null) =>
      alertOf(
        one({
          status: "resolved",
          startsAt: startsAt && iso(startsAt),
          endsAt: endsAt && iso(endsAt),
        }),
      );
    const open = now - hour;
    expect(isLate(resolved(open - 9, open - 1), open)).toBe(true);
    expect(isLate(resolved(open - 9, null), open)).toBe(true);
    expect(isLate(resolved(open, open + 5), open)).toBe(false);
    expect(isLate(resolved(open - 9, open + 5), open)).toBe(false);
    expect(isLate(resolved(null, null), open)).toBe(false);
    expect(isLate(resolved(open - 9, open - 1), null)).toBe(false);
  });
});

describe("title and summary", () => {
  const title = (labels: object, more = {}) => alertOf(one({ labels, ...more })).title;

  test("a title says what and where", () => {
    const alertname = "Down";
    expect(title({ alertname })).toBe("Down");
    expect(title({ alertname, instance: "a:9100", job: "n" })).toBe("Down: a:9100");
    expect(title({ alertname: "Down on a", instance: "a" })).toBe("Down on a");
    expect(title({ alertname, job: "n" })).toBe("Down: n");
    expect(title({ alertname, namespace: "shop", pod: "p-1" })).toBe("Down: shop/p-1");
    expect(
      title({
        alertname,
        namespace: "shop",
        pod: "p-1",
        instance: "10.0.0.1:8080",
        job: "kube-state-metrics",
      }),
    ).toBe("Down: shop/p-1");
  });

  test("without a name the words are the title", () => {
    expect(title({}, { annotations: { summary: "Disk  is\nfull" } })).toBe("Disk is full");
    expect(title({}, { title: "Disk", message: "It is full" })).toBe("Disk");
    expect(title({})).toBe("Alert without a name");
    expect(
      alertOf(
        one(
          { status: "firing" },
          {
            commonLabels: { alertname: "Down" },
            commonAnnotations: { summary: "Gone" },
          },
        ),
      ),
    ).toMatchObject({ title: "Down", summary: "Gone" });
  });

  test("a summary says each thing once, a line for each", () => {
    const summary = (item: object) => alertOf(one(item)).summary;
    expect(
      summary({
        labels: { alertname: "Down" },
        annotations: {
          summary: "Gone",
          description: "Gone",
          value: "97.34567%",
        },
        startsAt: "2026-11-20T16:14:54Z",
      }),
    ).toBe("Gone\nValue: 97.34567%\nSince 2026-11-20 16:14 UTC");
    expect(summary({ labels: { alertname: "Down", zone: "eu", a: 1 } })).toBe("a: 1, zone: eu");
    expect(summary({ annotations: { description: "Gone" } })).toBe("Gone");
    expect(summary({ status: "resolved", endsAt: "2026-11-20T16:14:54Z" })).toBe(
      "Until 2026-11-20 16:14 UTC",
    );
    expect(summary({ status: "resolved", startsAt: "2026-11-20T16:14:54Z" })).toBe(
      "Began 2026-11-20 16:14 UTC",
    );
  });

  test("texts are made safe to show, and cut", () => {
    const alert = alertOf(
      one({
        labels: { alertname: `a\u0000\u001b[31m\ud800 \u202eb` },
        annotations: {
          description: `x\u2028\r\n\r\ny\u0007\n${"😀".repeat(9_000)}`,
        },
      }),
    );
    expect(alert.title).toBe("a\ufffd [31m\ufffd b");
    expect(alert.summary).toMatch(/^x\ny\n(😀)+…$/u);
    expect(Buffer.byteLength(alert.summary)).toBeLessThanOrEqual(4_096);
    expect(
      Buffer.byteLength(title({ alertname: "é".repeat(999), instance: "é".repeat(999) })),
    ).toBeLessThanOrEqual(255);
  });
});

describe("labels and links", () => {
  test("private labels are hidden, odd values are text", () => {
    const { labels, severity } = alertOf(
      one(
        JSON.parse(`{"labels": {"__alert_rule_uid__": "x", "__proto__": "y", "constructor": "c",
          "severity": "critical", "n": 5, "b": false, "none": null, "o": {"b": 1, "a": []}, "l": []}}`),
      ),
    );
    expect(labels).toEqual({
      b: "false",
      constructor: "c",
      l: "[]",
      n: "5",
      o: '{"a":[],"b":1}',
      severity: "critical",
    });
    expect(severity).toBe("critical");
  });

  test("labels are bounded in number and length", () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`${i}${"n".repeat(200)}`, "v".repeat(999)]),
    );
    const labels = Object.entries(alertOf(one({ labels: many })).labels);
    expect(labels).toHaveLength(64);
    for (const [name, value] of labels) {
      expect(Buffer.byteLength(name)).toBe(128);
      expect(Buffer.byteLength(value)).toBe(512);
    }
  });

  test("a link is absolute http or https, or is none", () => {
    const links = (generatorURL: unknown) =>
      alertOf(one({ generatorURL })).links.map(({ url }) => url);
    expect(links("https://a.example/x?y=1#z")).toEqual(["https://a.example/x?y=1#z"]);
    expect(links("http://ada:secret@a.example/")).toEqual(["http://a.example/"]);
    for (const odd of [
      "",
      "?orgId=1",
      "/graph",
      "//a.example/",
      "www.time.com",
      "javascript:alert(1)",
      " javascript://a.example/%0aalert(1)",
      "data:text/html,x",
      "https://",
      "http://[",
      `https://a.example/${"x".repeat(2_048)}`,
      5,
      null,
      ["https://a.example/"],
    ])
      expect(links(odd)).toEqual([]);
  });

  test("annotations that are addresses are links, the runbook first, once each", () => {
    const url = "https://a.example/";
    expect(
      alertOf(
        one({
          annotations: {
            dashboard_url: `${url}d`,
            runbook_url: `${url}r`,
            __private_url__: `${url}p`,
            description: `see ${url}`,
          },
          panelURL: `${url}d`,
          generatorURL: `${url}g`,
        }),
      ).links,
    ).toEqual([
      { name: "runbook", url: `${url}r` },
      { name: "dashboard", url: `${url}d` },
      { name: "source", url: `${url}g` },
    ]);
    const annotations = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`l${i}`, `${url}${i}`]),
    );
    expect(alertOf(one({ annotations })).links).toHaveLength(8);
  });
});

describe("the body around the list", () => {
  test("alerts that were not sent are counted", () => {
    const read = (truncatedAlerts: unknown) => {
      const { truncated, remarks } = contentsOf(one({ status: "firing" }, { truncatedAlerts }));
      return [truncated, ...remarks];
    };
    const limit = "not sent: the sender limits how many it sends at once.";
    expect(read(12)).toEqual([12, `12 more alerts were ${limit}`]);
    expect(read("1")).toEqual([1, `1 more alert was ${limit}`]);
    for (const none of [0, -3, null, "x", {}, "1e999", 1.5]) expect(read(none)).toEqual([0]);
  });

  test("items that are no alerts are left out, and counted", () => {
    const { alerts, remarks } = contentsOf({
      alerts: [null, { status: "firing" }, "x", []],
    });
    expect(alerts).toHaveLength(1);
    expect(remarks).toEqual(["3 items of the list are not alerts and are left out."]);
    expect(contentsOf({ alerts: [] })).toMatchObject({
      alerts: [],
      remarks: ["The list of alerts is empty."],
    });
  });

  test("a receiver is shown as it was configured", () => {
    const receiver = (sent: unknown) => contentsOf(one({}, { receiver: sent })).receiver;
    expect(receiver("plain\\.receiver")).toBe("plain.receiver");
    expect(receiver("\\[DEV\\] a\\\\b \\d")).toBe("[DEV] a\\b \\d");
    expect(receiver("")).toBe(null);
    expect(receiver({})).toBe(null);
  });

  test("a thousand alerts are a thousand alerts, and 5,001 are 5,000", () => {
    const many = (length: number) =>
      contentsOf({
        ...(bodyOf("alertmanager-firing.json") as object),
        alerts: Array.from({ length }, (_, i) => ({
          status: i % 2 ? "firing" : "resolved",
          labels: { alertname: "Down", instance: `web-${i}` },
          annotations: { summary: `web-${i} is down` },
          startsAt: iso(now - hour),
          fingerprint: `${i}`,
        })),
      });
    const thousand = many(1_000);
    expect(new Set(thousand.alerts.map(({ identity }) => identity)).size).toBe(1_000);
    expect(thousand.remarks).toEqual([]);
    const { alerts, remarks } = many(5_001);
    expect(alerts).toHaveLength(5_000);
    expect(remarks).toEqual([
      "5001 alerts were sent at once. The first 5000 are read, 1 are left out.",
    ]);
  });
});
