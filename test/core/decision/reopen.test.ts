import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import type { Snapshot } from "../../../src/core/command/snapshot.ts";
import { whyNotReopened } from "../../../src/core/decision/reopen.ts";
import { healthSnapshot, incident, night, subject } from "../../support/builders.ts";
import { healthLife, webhookLife, type Life } from "../../support/life.ts";

const minute = 60_000;
const resolveNow = (life: Life) => life.put({ kind: "resolved", by: "Ada", reason: null });
const reopenNow = (life: Life, incident_id = life.latest!.id) =>
  life.put({ kind: "reopened", by: "Bo", user_id: "bo", incident_id });

/** Down, and its incident resolved by Ada. */
function resolvedTooSoon(): Life {
  const shop = healthLife();
  shop.check("failed");
  shop.put({ kind: "acknowledged", by: "Ada" });
  resolveNow(shop);
  shop.pass(minute);
  return shop;
}

describe("an incident that was resolved while its monitor fails", () => {
  test("is open and unacknowledged after it was reopened, and pages again", () => {
    const shop = resolvedTooSoon();
    reopenNow(shop);
    expect(shop.incident).toMatchObject({
      id: "incident-1",
      status: "open",
      acknowledged_by: null,
      resolved_at: null,
      resolved_reason: null,
      pages_again: null,
    });
    expect(shop.timeline.at(-1)).toBe("Reopened by Bo: the monitor is still down.");
    expect(shop.said.at(-1)).toMatchObject({
      transition: "opened",
      title: "Reopened by Bo: Shop is down",
    });
  });

  test("recovers as any other, which is a push of its own", () => {
    const shop = resolvedTooSoon();
    reopenNow(shop);
    shop.pass(minute);
    shop.check("ok");
    expect(shop.incident).toBeNull();
    expect(shop.said.map(({ transition }) => transition)).toEqual([
      "opened",
      "acknowledged",
      "recovered",
      "opened",
      "recovered",
    ]);
  });

  test("is reopened and resolved any number of times", () => {
    const shop = resolvedTooSoon();
    for (let i = 0; i < 3; i++) {
      reopenNow(shop);
      shop.pass(minute);
      resolveNow(shop);
      shop.pass(minute);
    }
    reopenNow(shop);
    expect(shop.incidents).toBe(1);
    expect(shop.incident?.status).toBe("open");
  });

  test("can be reopened also of a webhook monitor that fires", () => {
    const errors = webhookLife();
    errors.report(10);
    resolveNow(errors);
    reopenNow(errors);
    expect(errors.incident?.status).toBe("open");
    expect(errors.timeline.at(-1)).toBe("Reopened by Bo: the monitor is still firing.");
  });
});

describe("reopening changes nothing", () => {
  test("once the monitor has recovered, even if it fails again", () => {
    const shop = resolvedTooSoon();
    shop.check("ok");
    reopenNow(shop, "incident-1");
    expect(shop.incident).toBeNull();
    shop.check("failed");
    reopenNow(shop, "incident-1");
    expect(shop.incident?.id).toBe("incident-2");
    resolveNow(shop);
    reopenNow(shop, "incident-1");
    expect(shop.incident).toBeNull();
  });

  test("about an incident that is not resolved", () => {
    const shop = healthLife();
    shop.check("failed");
    const before = shop.timeline.length;
    reopenNow(shop);
    expect(shop.timeline).toHaveLength(before);
  });
});

const down = { ...subject({ status: "down" }), unconfirmed: null };
const resolved = incident({ status: "resolved", resolved_at: night, pages_again: "Pages nobody." });

test.each([
  ["its monitor fails", resolved, down, null],
  [
    "it is an alert",
    { ...resolved, source: "alert_group" as const },
    down,
    "Alerts of other tools are not reopened: the next firing opens a new incident.",
  ],
  ["its monitor is gone", resolved, null, "The monitor was deleted."],
  ["its monitor is paused", resolved, { ...down, paused_at: night }, "The monitor is paused."],
  ["its monitor is healthy", resolved, subject({ status: "up" }), "The monitor has recovered."],
  [
    "its monitor recovered by itself",
    { ...resolved, pages_again: null },
    down,
    "The monitor has recovered.",
  ],
  [
    "a failure is not confirmed",
    resolved,
    { ...down, unconfirmed: 1 },
    "The monitor has recovered.",
  ],
])("whether an incident can be reopened when %s", (_, one, of, why) => {
  expect(whyNotReopened(one, of, one)).toBe(why);
});

test("a monitor without an incident, and an alert group, have none to reopen", () => {
  const command = { kind: "reopened" as const, by: "Ada", incident_id: "incident" };
  expect(whyNotReopened(resolved, down, null)).toBeNull();
  expect(decide({ ...healthSnapshot(), latest: null }, command, night)).toEqual([]);
  const group = {
    ...healthSnapshot(),
    kind: "alert_group",
    latest: resolved,
  } as unknown as Snapshot;
  expect(decide(group, command, night)).toEqual([]);
});

test("an incident cannot be reopened after a later one", () => {
  expect(whyNotReopened(resolved, down, { id: "later", number: 7 })).toBe(
    "The monitor has a later incident: #7.",
  );
});
