import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import { healthSnapshot, night, parent, webhookSnapshot } from "../../support/builders.ts";
import { healthLife, webhookLife, type Life } from "../../support/life.ts";

const minute = 60_000;

/** Goes bad and good again, a minute each, `times` crossings of it. */
function alternate(shop: Life, times: number): void {
  for (let i = 0; i < times; i++) {
    shop.pass(minute);
    shop.check(i % 2 === 0 ? "failed" : "ok");
  }
}
/** Stays as it is, looked at every minute. */
function stay(shop: Life, found: "ok" | "failed", minutes: number): void {
  for (let i = 0; i < minutes; i++) {
    shop.pass(minute);
    shop.check(found);
  }
}
const usual = ["Shop is down", "Shop is up again", "Shop is down", "Shop is up again"];

describe("a health check monitor that goes up and down", () => {
  test("is told four times, then that it is flapping, and nothing more", () => {
    const shop = healthLife();
    alternate(shop, 180);
    expect(shop.titles).toEqual([...usual, "Shop is flapping"]);
    expect(shop.incidents).toBe(3);
    expect(shop.subject.flapping_since).toBe(night + 5 * minute);
    expect(shop.said[4]!.message).toBe(
      "5 state changes in 4 min; down when this was noticed: Database failed\nFurther changes are not sent until it is stable for 30 min.",
    );
  });

  test("says once that it has stopped, when it is up", () => {
    const shop = healthLife();
    alternate(shop, 8);
    stay(shop, "ok", 40);
    expect(shop.titles).toEqual([...usual, "Shop is flapping", "Shop stopped flapping: up"]);
    expect(shop.said.at(-1)).toMatchObject({
      at: night + 38 * minute,
      transition: "recovered",
      message: "No state change for 30 min. Open for 33 min. 8 state changes in total.",
    });
    expect(shop.incident).toBeNull();
    expect(shop.subject).toMatchObject({ flapping_since: null, crossings: [] });
  });

  test("says once that it has stopped, when it is down, and goes on as an ordinary incident", () => {
    const shop = healthLife();
    alternate(shop, 7);
    stay(shop, "failed", 40);
    expect(shop.said.slice(5)).toEqual([
      {
        at: night + 37 * minute,
        transition: "opened",
        title: "Shop stopped flapping: down",
        message: "No state change for 30 min.\nDatabase failed",
      },
    ]);
    expect(shop.incident).toMatchObject({
      title: "Shop is down",
      summary: "Database failed",
      details: { failing: ["Database"] },
    });
    expect(shop.incident!.details).not.toHaveProperty("crossings");
    stay(shop, "ok", 1);
    expect(shop.titles.at(-1)).toBe("Shop is up again");
    expect(shop.incident).toBeNull();
  });

  test("wakes itself when it will have stopped, before its report is stale", () => {
    const shop = healthLife({ monitor: { staleness_threshold_minutes: 600 } });
    alternate(shop, 8);
    expect(shop.subject.wake_at).toBe(night + 38 * minute);
    shop.subject.checked_at = night + 37 * minute;
    shop.pass(31 * minute);
    expect(shop.titles.at(-1)).toBe("Shop stopped flapping: up");
    expect(shop.subject.wake_at).toBe(night + 8 * minute + 600 * minute + 1);
  });

  test("that nobody looked at meanwhile has not stopped: the check that is due will tell", () => {
    const shop = healthLife({ monitor: { staleness_threshold_minutes: 600 } });
    alternate(shop, 8);
    shop.now = night + 38 * minute;
    shop.put({ kind: "woken" });
    expect(shop.subject).toMatchObject({
      flapping_since: night + 5 * minute,
      wake_at: shop.now + 15_000,
    });
    shop.check("ok");
    expect(shop.titles.at(-1)).toBe("Shop stopped flapping: up");
  });

  test("that goes stale flaps on, and is stale when it has stopped", () => {
    const shop = healthLife();
    alternate(shop, 8);
    shop.subject.checked_at = night + 17 * minute;
    shop.pass(11 * minute);
    expect(shop.subject).toMatchObject({
      status: "stale",
      flapping_since: night + 5 * minute,
      wake_at: night + 48 * minute + 1,
    });
    shop.subject.checked_at = night + 47 * minute;
    shop.pass(30 * minute);
    expect(shop.titles.slice(5)).toEqual(["Shop stopped flapping: stale"]);
    expect(shop.incident!.title).toBe("Shop is stale");
  });

  test("that began when it was good again keeps the incident that was resolving", () => {
    const shop = healthLife();
    stay(shop, "failed", 61);
    for (const found of ["ok", "failed", "ok", "failed"] as const) stay(shop, found, 1);
    // The first of these five was more than an hour ago.
    expect(shop.subject.flapping_since).toBeNull();
    stay(shop, "ok", 1);
    expect(shop.subject.flapping_since).toBe(shop.now);
    expect(shop.titles.slice(-2)).toEqual(["Shop is down", "Shop is flapping"]);
    expect(shop.incident).toMatchObject({
      id: "incident-3",
      title: "Shop is flapping",
      status: "open",
      details: { failing: ["Database"], crossings: 0 },
    });
  });

  test("does not flap again at the first crossing after it has stopped", () => {
    const shop = healthLife();
    alternate(shop, 8);
    stay(shop, "ok", 31);
    alternate(shop, 4);
    expect(shop.titles.slice(6)).toEqual(usual);
    shop.pass(minute);
    shop.check("failed");
    expect(shop.titles.at(-1)).toBe("Shop is flapping");
  });

  test("stays acknowledged while it flaps, and when it has stopped and is down", () => {
    const shop = healthLife();
    alternate(shop, 5);
    shop.put({ kind: "acknowledged", by: "Ada" });
    alternate(shop, 10);
    shop.check("failed");
    stay(shop, "failed", 40);
    expect(shop.incident).toMatchObject({
      status: "acknowledged",
      acknowledged_by: "Ada",
      title: "Shop is down",
    });
  });

  test("writes each crossing into the incident, up to a bound", () => {
    const shop = healthLife();
    alternate(shop, 100);
    const lines = shop.timeline.filter((text) => text.startsWith("Flapping, "));
    expect(lines).toHaveLength(50);
    expect(lines[0]).toBe("Flapping, down → up: The monitor is up.");
    expect(lines.at(-1)).toContain("Further state changes are counted, not listed");
    expect(shop.incident!.details["crossings"]).toBe(95);
  });

  test("keeps the name of its incident when it moves between down and stale, or fails elsewhere", () => {
    const shop = healthLife();
    alternate(shop, 5);
    const written = shop.timeline.length;
    shop.check({
      ok: true,
      finished_at: shop.now - 20 * minute,
      results: [],
      remarks: [],
    });
    shop.check({ ok: false, reason: "refused" });
    expect(shop.incident!.title).toBe("Shop is flapping");
    expect(shop.timeline).toHaveLength(written);
    expect(shop.titles.at(-1)).toBe("Shop is flapping");
  });

  test("counts only what is confirmed", () => {
    const shop = healthLife({ monitor: { confirmations: 2 } });
    alternate(shop, 40);
    expect(shop.said).toEqual([]);
    expect(shop.subject.crossings).toEqual([]);
    for (let i = 0; i < 5; i++) stay(shop, i % 2 === 0 ? "failed" : "ok", i % 2 === 0 ? 2 : 1);
    expect(shop.titles).toEqual([...usual, "Shop is flapping"]);
    alternate(shop, 2);
    expect(shop.subject.crossings).toHaveLength(5);
  });

  test("has not stopped while a bad check is unconfirmed", () => {
    const shop = healthLife({ monitor: { confirmations: 2 } });
    for (let i = 0; i < 6; i++) stay(shop, i % 2 === 0 ? "failed" : "ok", i % 2 === 0 ? 2 : 1);
    stay(shop, "failed", 2);
    stay(shop, "ok", 1);
    expect(shop.timeline.slice(-2)).toEqual([
      "Flapping, down: Database failed",
      "Flapping, down → up: The monitor is up.",
    ]);
    stay(shop, "ok", 29);
    shop.pass(59_000);
    shop.check("failed");
    expect(shop.subject).toMatchObject({ unconfirmed: 1, wake_at: null });
    shop.pass(2 * minute);
    expect(shop.subject.flapping_since).not.toBeNull();
    shop.check("ok");
    expect(shop.titles.at(-1)).toBe("Shop stopped flapping: up");
  });

  test("tells each crossing when that was asked for", () => {
    const shop = healthLife({ monitor: { detect_flapping: false } });
    alternate(shop, 20);
    expect(shop.titles).toHaveLength(20);
    expect(shop.subject.flapping_since).toBeNull();
  });

  test.each([
    [8, "recovered", null],
    [7, "opened", "Shop is down"],
  ] as const)(
    "stops at once when that is asked for, after %i crossings",
    (crossings, transition, title) => {
      const shop = healthLife();
      alternate(shop, crossings);
      shop.configure({ detect_flapping: false });
      expect(shop.said.at(-1)).toMatchObject({
        transition,
        message: expect.stringContaining("Flap detection was turned off."),
      });
      expect(shop.said).toHaveLength(6);
      expect(shop.subject.flapping_since).toBeNull();
      expect(shop.incident?.title ?? null).toBe(title);
      shop.check(title === null ? "failed" : "ok");
      expect(shop.said).toHaveLength(7);
    },
  );

  test("a paused monitor has forgotten it: what is well is over", () => {
    const shop = healthLife();
    alternate(shop, 8);
    shop.put({ kind: "paused", by: "Ada", until: null });
    expect(shop.said.at(-1)).toMatchObject({
      transition: "recovered",
      title: "Shop paused while flapping: up",
    });
    expect(shop.incident).toBeNull();
    expect(shop.subject).toMatchObject({
      flapping_since: null,
      crossings: [],
      wake_at: null,
    });
    shop.put({ kind: "resumed", by: "Ada" });
    shop.check("failed");
    expect(shop.titles.at(-1)).toBe("Shop is down");
  });

  test("a paused monitor has forgotten it: what is down stays an ordinary incident, untold", () => {
    const shop = healthLife();
    alternate(shop, 7);
    shop.put({ kind: "paused", by: "Ada", until: null });
    expect(shop.said).toHaveLength(5);
    expect(shop.incident!.title).toBe("Shop is down");
    shop.put({ kind: "resumed", by: "Ada" });
    shop.check("ok");
    expect(shop.titles.at(-1)).toBe("Shop is up again");
  });

  test("a paused monitor that is down and does not flap has no word of flapping in its incident", () => {
    const shop = healthLife();
    alternate(shop, 3);
    const { incident, timeline } = shop;
    const before = { incident: structuredClone(incident), texts: [...timeline] };
    shop.put({ kind: "paused", by: "Ada", until: null });
    expect(shop.incident).toEqual(before.incident);
    expect(shop.timeline.slice(before.texts.length).join("\n")).not.toContain("flapping");
    expect(shop.subject).toMatchObject({ flapping_since: null, crossings: [] });
  });

  test("a paused monitor whose last check was bad and unconfirmed has no incident left", () => {
    const shop = healthLife({ monitor: { confirmations: 2 } });
    for (let i = 0; i < 6; i++) stay(shop, i % 2 === 0 ? "failed" : "ok", i % 2 === 0 ? 2 : 1);
    shop.check("failed");
    shop.put({ kind: "paused", by: "Ada", until: null });
    expect(shop.incident).toBeNull();
    shop.put({ kind: "resumed", by: "Ada" });
    shop.check("failed");
    shop.check("failed");
    expect(shop.titles.at(-1)).toBe("Shop is down");
  });

  test("a pause forgets crossings also of what does not flap yet", () => {
    const shop = healthLife();
    alternate(shop, 4);
    shop.put({ kind: "paused", by: "Ada", until: null });
    expect(shop.subject.crossings).toEqual([]);
    shop.put({ kind: "resumed", by: "Ada" });
    alternate(shop, 4);
    expect(shop.subject.flapping_since).toBeNull();
  });

  test("resolved by hand is forgotten too: what comes is told again", () => {
    const shop = healthLife();
    alternate(shop, 7);
    shop.put({ kind: "resolved", by: "Ada", reason: null });
    expect(shop.subject.flapping_since).toBeNull();
    stay(shop, "failed", 40);
    expect(shop.incident).toBeNull();
    stay(shop, "ok", 1);
    expect(shop.titles.at(-1)).toBe("Shop: resolved by Ada");
    alternate(shop, 1);
    expect(shop.titles.at(-1)).toBe("Shop is down");
  });

  test("a crossing that nobody would have heard of does not count", () => {
    const shop = healthLife();
    for (let i = 0; i < 4; i++) {
      shop.check("failed");
      shop.put({ kind: "resolved", by: "Ada", reason: null });
      shop.check("ok");
    }
    expect(shop.subject.crossings).toHaveLength(4);
    expect(shop.subject.flapping_since).toBeNull();
  });
});

describe("a monitor that depends on another", () => {
  const router = (status: "up" | "down") => [parent({ status, checked_at: night + 60 * minute })];

  test("does not cross while that is down: nobody would have heard of it", () => {
    const shop = healthLife();
    shop.depend(router("down"));
    alternate(shop, 20);
    expect(shop.said).toEqual([]);
    expect(shop.subject.crossings).toEqual([]);
  });

  test("and flaps has its incident, whatever becomes of that", () => {
    const shop = healthLife();
    alternate(shop, 6);
    shop.depend(router("down"));
    alternate(shop, 3);
    expect(shop.subject).toMatchObject({ suppression: null, status: "down" });
    expect(shop.incident!.details["crossings"]).toBe(4);
    expect(shop.said).toHaveLength(5);
    stay(shop, "failed", 31);
    expect(shop.titles.at(-1)).toBe("Shop stopped flapping: down");
  });

  test("flaps when what was withheld opens for the fifth time", () => {
    const shop = healthLife();
    alternate(shop, 4);
    shop.depend(router("down"));
    shop.check("failed");
    expect(shop.incident).toBeNull();
    shop.depend(router("up"));
    shop.put({ kind: "woken" });
    expect(shop.titles.at(-1)).toBe("Shop is flapping");
    expect(shop.subject).toMatchObject({
      suppression: null,
      flapping_since: shop.now,
    });
    expect(shop.said.at(-1)!.message).toContain("down when this was noticed: Database failed");
  });
});

describe("a monitor that flaps and has no incident, as it should never be", () => {
  const flaps = {
    flapping_since: night,
    crossings: [night],
    lease_token: "lease",
    finished_at: night,
    checked_at: night + 30 * minute,
  };
  const down = healthSnapshot({ subject: { ...flaps, status: "down" } });

  test("writes nothing at a crossing", () => {
    const changes = decide(
      down,
      {
        kind: "checked",
        lease: "lease",
        reading: { ok: true, finished_at: night, results: [], remarks: [] },
      },
      night + minute,
    );
    expect(changes.map(({ kind }) => kind)).toEqual([
      "subject",
      "history",
      "check",
      "recheck-dependents",
    ]);
  });

  test.each([
    ["that reported once", {}],
    ["that never reported", { finished_at: null }],
  ])("%s stops flapping in silence", (_, more) => {
    const subject = { ...flaps, status: "down" as const, ...more };
    const changes = decide(healthSnapshot({ subject }), { kind: "woken" }, night + 30 * minute);
    expect(changes).toEqual([
      {
        kind: "subject",
        set: { flapping_since: null, crossings: [], wake_at: null },
      },
    ]);
  });

  test("that was never checked waits for its check", () => {
    const subject = { ...flaps, status: "down" as const, checked_at: null };
    const now = night + 30 * minute;
    expect(decide(healthSnapshot({ subject }), { kind: "woken" }, now)).toEqual([
      { kind: "subject", set: { wake_at: now + 15_000 } },
    ]);
  });

  test("is paused in silence", () => {
    const paused = { kind: "paused", by: "Ada", until: null } as const;
    expect(decide(down, paused, night).map(({ kind }) => kind)).toEqual([
      "subject",
      "recheck-dependents",
    ]);
    const up = healthSnapshot({ subject: { ...flaps, status: "up" } });
    expect(decide(up, paused, night).map(({ kind }) => kind)).toEqual(["subject"]);
  });
});

describe("a webhook monitor that fires again and again", () => {
  /** Three reports at once, and six minutes: it fires and resolves. */
  const burst = (errors: Life, times: number) => {
    for (let i = 0; i < times; i++) {
      errors.report(3);
      errors.pass(6 * minute);
    }
  };

  test("is told four times, then that it is flapping, then that it has stopped", () => {
    const errors = webhookLife();
    burst(errors, 20);
    expect(errors.titles).toEqual([
      "Shop errors: 3 errors in 5 minutes",
      "Shop errors: back below threshold",
      "Shop errors: 3 errors in 5 minutes",
      "Shop errors: back below threshold",
      "Shop errors is flapping",
    ]);
    expect(errors.subject.status).toBe("resolved");
    const last = errors.subject.crossings.at(-1)!;
    errors.pass(2 * 60 * minute);
    expect(errors.said.slice(5)).toEqual([
      expect.objectContaining({
        at: last + 30 * minute,
        transition: "recovered",
        title: "Shop errors stopped flapping: quiet",
      }),
    ]);
    expect(errors.subject).toMatchObject({
      status: "quiet",
      flapping_since: null,
      wake_at: null,
    });
    expect(errors.incident).toBeNull();
  });

  test("that fires when it has stopped is an ordinary incident", () => {
    const errors = webhookLife();
    burst(errors, 3);
    expect(errors.titles.at(-1)).toBe("Shop errors is flapping");
    for (let i = 0; i < 40; i++) {
      errors.report(3);
      errors.pass(minute);
    }
    expect(errors.said.slice(5)).toEqual([
      expect.objectContaining({
        transition: "opened",
        title: "Shop errors stopped flapping: firing",
      }),
    ]);
    expect(errors.incident!.title).toMatch(/^Shop errors: \d+ errors in 5 min/);
    errors.pass(6 * minute);
    expect(errors.titles.at(-1)).toBe("Shop errors: back below threshold");
  });

  test("counts what is reported while it flaps", () => {
    const errors = webhookLife();
    burst(errors, 3);
    errors.report(3);
    const before = errors.incident!.occurrences;
    errors.report(2);
    expect(errors.incident!.occurrences).toBe(before + 2);
  });

  test("tells each crossing when that was asked for, and stops at once", () => {
    const errors = webhookLife({ monitor: { detect_flapping: false } });
    burst(errors, 6);
    expect(errors.titles).toHaveLength(12);
    errors.configure({ detect_flapping: true });
    burst(errors, 4);
    expect(errors.titles.at(-1)).toBe("Shop errors is flapping");
    errors.configure({ detect_flapping: false });
    expect(errors.titles.at(-1)).toBe("Shop errors stopped flapping: resolved");
  });

  test("has forgotten it when it is paused, and does not flap until it is resumed", () => {
    const errors = webhookLife();
    burst(errors, 3);
    errors.put({ kind: "paused", by: "Ada", until: null });
    expect(errors.titles.at(-1)).toBe("Shop errors paused while flapping: resolved");
    expect(errors.incident).toBeNull();
    burst(errors, 5);
    expect(errors.said).toHaveLength(6);
    errors.put({ kind: "resumed", by: "Ada" });
    burst(errors, 1);
    expect(errors.said).toHaveLength(8);
  });

  test("paused while it fires keeps an ordinary incident, which resolves by itself", () => {
    const errors = webhookLife();
    burst(errors, 3);
    errors.report(3);
    errors.put({ kind: "paused", by: "Ada", until: null });
    expect(errors.incident!.title).toBe("Shop errors: 3 errors in 5 minutes");
    expect(errors.said).toHaveLength(5);
    errors.pass(6 * minute);
    expect(errors.titles.at(-1)).toBe("Shop errors: back below threshold");
    expect(errors.incident).toBeNull();
  });

  test("has a deadline also when it is quiet", () => {
    const snapshot = webhookSnapshot({
      subject: {
        status: "quiet",
        flapping_since: night,
        crossings: [night],
      },
      incident: {},
    });
    const [change] = decide(snapshot, { kind: "woken" }, night + minute);
    expect(change).toMatchObject({ set: { wake_at: night + 30 * minute } });
  });
});
