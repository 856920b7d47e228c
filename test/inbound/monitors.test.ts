/** Uptime Kuma, Healthchecks, and events of PagerDuty's Events API. */
import { describe, expect, test } from "vitest";
import { readDelivery } from "../../src/inbound/detect.ts";
import { alertOf, bodyOf, contentsOf, now } from "./samples.ts";

type Body = Record<string, Record<string, unknown>>;
const body = (file: string) => bodyOf(file) as Body;

describe("Uptime Kuma", () => {
  test("down and up have one title, without what a heartbeat measured", () => {
    expect(alertOf(body("uptime-kuma-down.json"))).toMatchObject({
      title: "shop is down",
      summary: "Request failed with status code 503\nenv: production, type: http",
      links: [{ name: "monitor", url: "https://shop.example.com/health" }],
      labels: { env: "production", type: "http" },
    });
    expect(alertOf(body("uptime-kuma-up.json")).title).toBe("shop is down");
  });

  test.each([
    ["uptime-kuma-pending.json", "The status Pending opens and resolves nothing."],
    ["uptime-kuma-maintenance.json", "The status Maintenance opens and resolves nothing."],
  ])("%s changes nothing, with the reason", (file, remark) => {
    expect(contentsOf(body(file))).toMatchObject({ alerts: [], remarks: [remark] });
  });

  test("the days that a certificate has left are no new problem", () => {
    const sent = bodyOf("uptime-kuma-certificate.json") as { msg: string };
    const later = { ...sent, msg: sent.msg.replace("7 days", "1 day") };
    expect(alertOf(later).identity).toBe(alertOf(sent).identity);
    expect(alertOf({ ...sent, msg: "" }).title).toBe("Alert without a name");
  });

  test("a monitor that is renamed or moved while it is down is the same, and one of another Uptime Kuma is not", () => {
    const { heartbeat, monitor, msg } = body("uptime-kuma-down.json");
    const by = (more: object) =>
      alertOf({ heartbeat, msg, monitor: { ...(monitor as object), ...more } }).identity;
    expect(by({ name: "Store", pathName: "Web / Store" })).toBe(by({}));
    expect(by({ url: "https://other.example.com" })).not.toBe(by({}));
    const secret = by({ url: "https://user:secret@shop.example.com/?token=secret" });
    expect(secret).not.toContain("secret");
    const ping = (hostname: string) => by({ url: "https://", hostname });
    expect(ping("db1.example.com")).not.toBe(ping("db2.example.com"));
  });

  test("a status of a later version fires, and a monitor without an id has its name", () => {
    const { heartbeat } = body("uptime-kuma-down.json");
    const odd = (monitor: unknown, more = {}) =>
      alertOf({ heartbeat: { ...heartbeat, ...more }, monitor, msg: "[x] odd" });
    expect(odd({ id: 2, name: "api" }, { status: 9 })).toMatchObject({
      identity: "monitor:2 api",
      status: "firing",
    });
    expect(odd({}).identity).toBe("monitor:1");
    expect(odd({}, { monitorID: null })).toMatchObject({
      identity: expect.stringMatching(/^text:/),
      title: "[x] odd",
    });
    expect(odd({ tags: [{ name: "" }, { name: "a" }] }, { msg: "" })).toMatchObject({
      labels: { a: "" },
    });
  });
});

describe("Healthchecks", () => {
  test("says which check is late, and keeps neither its id nor its ping URL", () => {
    const alert = alertOf(body("healthchecks-down.json"));
    expect(alert).toMatchObject({
      title: "Nightly backup is down",
      summary: "pg_dump of the shop, every night\nLast ping: 2026-11-19 02:00 UTC\nTags: prod db",
    });
    expect(JSON.stringify(alert)).not.toContain("31365bce");
  });

  test("a status that says nothing new changes nothing, an unknown one fires", () => {
    const down = body("healthchecks-down.json");
    for (const status of ["new", "started", "grace", "paused"])
      expect(contentsOf({ ...down, status })).toEqual(
        expect.objectContaining({
          alerts: [],
          remarks: [`The status "${status}" opens and resolves nothing.`],
        }),
      );
    const odd = contentsOf({ ...down, status: "Lost" });
    expect(odd.remarks).toEqual(['The status "lost" is unknown and counts as firing.']);
    expect(odd.alerts[0]).toMatchObject({ status: "firing", reported_status: "lost" });
  });

  test("a check without a name, a tag or a ping can be read", () => {
    const check = { status: "down", n_pings: 0, last_ping: null };
    expect(alertOf(check)).toMatchObject({
      title: "Alert without a name is down",
      summary: "It was never pinged.",
    });
  });
});

describe("PagerDuty events", () => {
  test("say summary, source, details and links, and never the routing key", () => {
    const alert = alertOf(body("pagerduty-trigger.json"));
    expect(alert).toMatchObject({
      title: "Example alert on host1.example.com: monitoringtool:host1",
      severity: "critical",
      links: [
        { name: "Runbook", url: "https://example.com/runbook" },
        { name: "Sample Monitoring Service", url: "https://monitoring.example.com/srv01" },
        { name: "image", url: "https://example.com/chart.png" },
      ],
    });
    expect(alert.summary).toContain("load avg: 0.75, ping time: 1500ms");
    expect(JSON.stringify(alert)).not.toContain("0123456789abcdef");
  });

  test("without a dedup_key are told apart by their words, and cannot end anything", () => {
    const event = (event_action: string, summary = "x") =>
      contentsOf({
        event_action,
        payload: { summary, custom_details: [1] },
        links: [{ href: "" }],
      });
    expect(event("trigger").alerts[0]?.identity).toBe(event("TRIGGER").alerts[0]?.identity);
    expect(event("trigger").alerts[0]?.identity).not.toBe(
      event("trigger", "y").alerts[0]?.identity,
    );
    expect(event("resolve").remarks).toEqual([
      "An event that ends or acknowledges something needs its dedup_key.",
    ]);
  });

  test.each([
    [{ event_action: "explode", payload: {} }],
    [{ event_action: "trigger", text: "x" }],
    [{ event_action: 1, payload: {} }],
  ])("%j is none", (sent) => {
    expect(contentsOf(sent).format).toBe("generic");
  });
});

describe("a body that only says that something is well again", () => {
  const statusOf = (sent: object) => alertOf(sent).status;

  test.each([
    [{ title: "Shop", status: "UP" }],
    [{ title: "Shop", state: "ok" }],
    [{ message: "fine", alert_status: "Resolved" }],
    [{ message: "fine", status: "ok", state: "normal" }],
    [{ text: "✅ Shop is back" }],
    [{ text: "[shop] [✅ Up] 200 - OK" }],
    [{ title: "RESOLVED: disk full" }],
    [{ title: "[OK] disk" }],
    [{ alerts: [{ status: "ok", annotations: { summary: "x" } }] }],
  ])("%j opens nothing", (sent) => {
    expect(statusOf(sent)).toBe("resolved");
  });

  test.each([
    [{ title: "Shop", status: "down" }],
    [{ title: "Shop", status: "ok", state: "firing" }],
    [{ title: "✅ Shop", status: "unknown" }],
    [{ text: "✅ api is up, ❌ shop is down" }],
    [{ text: "OK: 3 of 5 replicas, shop is DOWN" }],
    [{ text: "not ✅" }],
    [{ text: "Okay, this is bad" }],
    [{ status: "success", message: "Disk full" }],
    [{}],
  ])("%j fires", (sent) => {
    expect(statusOf(sent)).toBe("firing");
  });

  test("has the identity of the body that said it was not, and says why it opens nothing", () => {
    const down = alertOf({ title: "Shop", status: "down" });
    expect(alertOf({ title: "Shop", status: "up" }).identity).toBe(down.identity);
    const delivery = readDelivery({ title: "Shop", status: "up" }, now);
    expect(delivery).toMatchObject({
      remarks: [
        "No known format: the body only says that something is well again, so it opens nothing.",
      ],
    });
  });
});
