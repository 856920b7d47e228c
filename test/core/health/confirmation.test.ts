import { describe, expect, test } from "vitest";
import {
  confirmingDelay,
  unconfirmedAfter,
  unconfirmedReason,
} from "../../../src/core/health/confirmation.ts";
import type { HealthStatus } from "../../../src/core/model/status.ts";
import { healthLife } from "../../support/life.ts";

const minute = 60_000;

test.each<[HealthStatus, number | null, HealthStatus, number, number | null]>([
  // before, counted before, found now, confirmations, counted now
  ["up", null, "up", 3, null],
  ["up", null, "down", 1, null],
  ["up", null, "down", 3, 1],
  ["pending", null, "stale", 2, 1],
  ["down", 1, "down", 3, 2],
  ["down", 1, "stale", 3, 2],
  ["down", 2, "down", 3, null],
  ["down", 2, "degraded", 3, null],
  // What is confirmed stays so, whatever is asked for meanwhile.
  ["down", null, "down", 10, null],
  ["stale", null, "down", 10, null],
  // Fewer are asked for than were counted.
  ["down", 4, "down", 2, null],
  // A pause forgets what was counted.
  ["down", 0, "down", 2, 1],
])(
  "%s with %s counted, found %s, of %i: %s",
  (status, unconfirmed, found, confirmations, expected) => {
    expect(unconfirmedAfter({ status, unconfirmed }, found, confirmations)).toBe(expected);
  },
);

test("the reason says how far it is from an incident", () => {
  expect(unconfirmedReason("Database: gone", 1, 3)).toBe(
    "Database: gone (failed check 1 of 3, no incident yet)",
  );
  expect(unconfirmedReason(null, 2, 3)).toBe("failed check 2 of 3, no incident yet");
});

test("the next check comes soon, and never later than usual", () => {
  expect(confirmingDelay(60_000)).toBe(30_000);
  expect(confirmingDelay(10_000)).toBe(10_000);
});

describe("a monitor with three confirmations", () => {
  const started = () => healthLife({ monitor: { confirmations: 3 } });

  test("is down at the first bad check, and pages at the third", () => {
    const shop = started();
    shop.check("failed");
    expect(shop.subject).toMatchObject({
      status: "down",
      status_since: shop.now,
      unconfirmed: 1,
      due_at: shop.now + 30_000,
    });
    expect(shop.subject.status_reason).toMatch(/\(failed check 1 of 3, no incident yet\)$/);
    const since = shop.now;
    shop.pass(30_000);
    shop.check("failed");
    expect(shop.incident).toBeNull();
    shop.pass(30_000);
    shop.check("failed");
    expect(shop.titles).toEqual(["Shop is down"]);
    expect(shop.subject).toMatchObject({
      status_since: since,
      unconfirmed: null,
    });
    expect(shop.subject.status_reason).not.toContain("in a row");
    expect(shop.incident!.summary).not.toContain("in a row");
    expect(shop.history).toEqual([
      expect.stringContaining("1 of 3"),
      expect.stringContaining("2 of 3"),
      expect.stringMatching(/^down: (?!.*in a row)/),
    ]);
    // Back to its own rhythm.
    expect(shop.subject.due_at! - shop.now).toBeGreaterThanOrEqual(30_000);
    shop.pass(minute);
    shop.check("ok");
    expect(shop.titles).toEqual(["Shop is down", "Shop is up again"]);
  });

  test("begins to count again after a good check", () => {
    const shop = started();
    for (const found of ["failed", "failed", "warning"] as const) shop.check(found);
    expect(shop.subject).toMatchObject({
      status: "degraded",
      unconfirmed: null,
    });
    for (const found of ["failed", "failed", "ok"] as const) shop.check(found);
    expect(shop.incidents).toBe(0);
    expect(shop.said).toEqual([]);
  });

  test("counts a failed fetch once, however often it was tried", () => {
    const shop = started();
    for (let i = 0; i < 2; i++) shop.check({ ok: false, reason: "refused" });
    expect(shop.subject.unconfirmed).toBe(2);
    expect(shop.subject.status_reason).toBe("refused (failed check 2 of 3, no incident yet)");
  });

  test("counts a report that goes stale between two checks as one", () => {
    const shop = started();
    shop.check("ok");
    shop.subject.due_at = shop.now + 3600_000;
    shop.subject.checked_at = shop.now + 9 * minute;
    shop.pass(11 * minute);
    expect(shop.subject).toMatchObject({
      status: "stale",
      unconfirmed: 1,
      wake_at: null,
    });
    const wentStale = shop.history.length;
    // The next check is not waited for an hour.
    expect(shop.subject.due_at! - shop.now).toBeLessThanOrEqual(30_000);
    shop.put({ kind: "woken" });
    expect(shop.subject.unconfirmed).toBe(1);
    expect(shop.history).toHaveLength(wentStale);
    shop.check("failed");
    shop.check("failed");
    expect(shop.titles).toEqual(["Shop is down"]);
  });

  test.each([
    ["is under way", { lease_token: "lease", due_at: 3600_000 }],
    ["is due before", { lease_token: null, due_at: 10 * minute + 5000 }],
  ])("waits for the check that %s when it goes stale", (_, { due_at, ...set }) => {
    const shop = started();
    shop.check("ok");
    const due = shop.now + due_at;
    Object.assign(shop.subject, { ...set, due_at: due });
    shop.subject.checked_at = shop.now + 9 * minute;
    shop.pass(10 * minute + 1);
    expect(shop.subject).toMatchObject({
      status: "stale",
      unconfirmed: 1,
      due_at: due,
    });
  });

  test("opens at the next bad check when fewer are asked for", () => {
    const shop = started();
    shop.check("failed");
    shop.configure({ confirmations: 1 });
    expect(shop.incident).toBeNull();
    shop.check("failed");
    expect(shop.titles).toEqual(["Shop is down"]);
  });

  test("keeps an incident that is open when more are asked for", () => {
    const shop = healthLife();
    shop.check("failed");
    shop.configure({ confirmations: 5 });
    shop.check("failed");
    expect(shop.subject.status_reason).not.toContain("in a row");
    expect(shop.incidents).toBe(1);
    shop.check("ok");
    expect(shop.titles).toEqual(["Shop is down", "Shop is up again"]);
  });

  test("begins to count again after a pause", () => {
    const shop = started();
    shop.check("failed");
    shop.check("failed");
    shop.put({ kind: "paused", by: "Ada", until: null });
    shop.put({ kind: "resumed", by: "Ada" });
    shop.check("failed");
    expect(shop.subject.unconfirmed).toBe(1);
    expect(shop.incident).toBeNull();
    shop.check("failed");
    shop.check("failed");
    expect(shop.titles).toEqual(["Shop is down"]);
  });

  test("stays resolved by hand while it goes on failing", () => {
    const shop = started();
    for (let i = 0; i < 3; i++) shop.check("failed");
    shop.put({ kind: "resolved", by: "Ada", reason: null });
    for (let i = 0; i < 5; i++) shop.check("failed");
    expect(shop.incidents).toBe(1);
    shop.check("ok");
    for (let i = 0; i < 3; i++) shop.check("failed");
    expect(shop.incidents).toBe(2);
  });

  test("says which sub-check is gone beside the count, in one entry", () => {
    const shop = started();
    shop.check("failed");
    shop.subject.results!.push({ ...shop.subject.results![0]!, name: "Queue" });
    const before = shop.history.length;
    shop.check("failed");
    expect(shop.history.slice(before)).toEqual([
      expect.stringMatching(/Missing from the latest report: Queue.*2 of 3/),
    ]);
  });
});
