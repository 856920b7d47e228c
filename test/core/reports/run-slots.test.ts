/** Which runs of a job were in time, and at which moments none came. */
import { expect, test } from "vitest";
import type { MonitorRun } from "../../../src/core/model/model.ts";
import type { WebhookStatus } from "../../../src/core/model/status.ts";
import {
  lastRunOf,
  medianDuration,
  runSlots,
  type RunSlot,
} from "../../../src/core/reports/run-slots.ts";
import { day, hour, minute } from "../../../src/core/text/units.ts";
import { night, run, webhookMonitor } from "../../support/builders.ts";

/** Every day at 3:00 UTC, an hour of grace. `night` is such a moment. */
const daily = webhookMonitor({
  expect_cron: "0 3 * * *",
  expect_timezone: "UTC",
  grace_minutes: 60,
});
const hourly = webhookMonitor({ expect_every_minutes: 60, grace_minutes: 10 });

/** A run that began at `from` and ended `took` later. */
const ran = (from: number, took: number, more: Partial<MonitorRun> = {}) =>
  run({ at: from, started_at: from, ended_at: from + took, duration_ms: took, ...more });
/** A ping without a start. */
const pinged = (at: number, more: Partial<MonitorRun> = {}) =>
  run({ at, started_at: null, ended_at: at, duration_ms: null, ...more });
const was = (at: number, status: WebhookStatus) => ({ at, status });

const words = (slots: readonly RunSlot[], from = night) =>
  slots.map(({ result, at }) => `${(at - from) / hour} h: ${result}`);

test("a run of cron is late when it ends after the grace, or took longer than it", () => {
  const runs = [
    ran(night, minute),
    ran(night + day, 50 * minute),
    ran(night + 2 * day + 30 * minute, 40 * minute),
    ran(night + 3 * day, 90 * minute),
  ];
  const slots = runSlots(
    { monitor: daily, runs, entries: [], now: night + 3 * day + 5 * hour },
    30,
  );
  expect(words(slots)).toEqual(["0 h: success", "24 h: success", "48.5 h: late", "72 h: late"]);
  expect(slots.map(({ expected }) => expected)).toEqual([
    null,
    night + day,
    night + 2 * day,
    night + 3 * day,
  ]);
});

test("a run that begins a little early counts for its moment, and one more by hand is not late", () => {
  const runs = [
    ran(night, minute),
    ran(night + day - 30_000, minute),
    ran(night + day + 9 * hour, minute),
  ];
  const slots = runSlots({ monitor: daily, runs, entries: [], now: night + day + 10 * hour }, 30);
  expect(slots.map(({ result }) => result)).toEqual(["success", "success", "success"]);
  expect(slots[1]!.expected).toBe(night + day);
});

test("a moment without a run is missing only while the monitor was failing", () => {
  const runs = [ran(night, minute), ran(night + 4 * day, minute)];
  const entries = [
    was(night, "quiet"),
    was(night + day + hour, "missing"),
    // Resolved by a user, then paused for a day.
    was(night + day + 5 * hour, "resolved"),
    was(night + 3 * day + hour, "firing"),
  ];
  const slots = runSlots({ monitor: daily, runs, entries, now: night + 4 * day + hour }, 30);
  expect(words(slots)).toEqual(["0 h: success", "24 h: missing", "72 h: missing", "96 h: success"]);
  expect(
    runSlots({ monitor: daily, runs, entries: [], now: night + 4 * day + hour }, 30),
  ).toHaveLength(2);
});

test("no more slots are made than asked for, however long no run has come", () => {
  const story = {
    monitor: daily,
    runs: [ran(night, minute)],
    entries: [was(night + day, "missing")],
  };
  const slots = runSlots({ ...story, now: night + 400 * day }, 30);
  expect(slots).toHaveLength(30);
  expect(slots.every(({ result }) => result === "missing")).toBe(true);
});

test("of a fixed period a success that comes within another period is late, and later ones leave one missing", () => {
  const runs = [
    pinged(night),
    pinged(night + hour + 30 * minute),
    pinged(night + 2.5 * hour + 5 * minute),
    pinged(night + 9 * hour),
  ];
  const entries = [
    was(night + hour + 10 * minute, "missing"),
    was(night + hour + 30 * minute, "resolved"),
    was(night + 3 * hour + 45 * minute, "missing"),
    was(night + 9 * hour, "resolved"),
  ];
  const slots = runSlots({ monitor: hourly, runs, entries, now: night + 9 * hour }, 30);
  expect(slots.map(({ result }) => result)).toEqual([
    "success",
    "late",
    "success",
    "missing",
    "success",
  ]);
});

test("a success that does not come at all is missing once a period has gone by", () => {
  const entries = [was(night + hour + 10 * minute, "missing")];
  const story = { monitor: hourly, runs: [pinged(night)], entries };
  expect(runSlots({ ...story, now: night + 1.5 * hour }, 30)).toHaveLength(1);
  expect(words(runSlots({ ...story, now: night + 2.5 * hour }, 30))).toEqual([
    "0 h: success",
    "1 h: missing",
  ]);
});

test("a run under way is running within the grace, and after it has never ended, which is no second slot", () => {
  const open = ran(night + hour, 0, { ended_at: null, duration_ms: null, outcome: null });
  const runs = [pinged(night), open];
  const story = { monitor: hourly, runs, entries: [was(night + hour + 10 * minute, "missing")] };
  const results = (now: number) => runSlots({ ...story, now }, 30).map(({ result }) => result);
  expect(results(night + hour + 5 * minute)).toEqual(["success", "running"]);
  expect(results(night + 4 * hour)).toEqual(["success", "lost"]);
  const lost = { ...open, outcome: "lost" as const };
  expect(runSlots({ ...story, runs: [lost], now: night + 4 * hour }, 30)[0]!.result).toBe("lost");
  const noted = { ...open, started_at: null, at: night };
  expect(runSlots({ ...story, runs: [noted], now: night + hour }, 30)[0]).toMatchObject({
    result: "running",
    at: night,
  });
});

test("a failed run is failed however long it took, and satisfies no moment", () => {
  const failed = ran(night + day, 2 * hour, { outcome: "fail", exit_code: 2 });
  const runs = [ran(night, minute), failed, ran(night + day + 3 * hour, minute)];
  const slots = runSlots({ monitor: daily, runs, entries: [], now: night + day + 4 * hour }, 30);
  expect(slots.map(({ result }) => result)).toEqual(["success", "failed", "late"]);
  expect(lastRunOf(slots)?.result).toBe("late");
});

test("no run, no slots; without a schedule each run stands for itself", () => {
  expect(runSlots({ monitor: daily, runs: [], entries: [], now: night }, 30)).toEqual([]);
  const free = webhookMonitor({ grace_minutes: 10 });
  const runs = [pinged(night), pinged(night + hour, { outcome: "success" })];
  expect(
    runSlots({ monitor: free, runs, entries: [], now: night + day }, 30).map(
      ({ expected }) => expected,
    ),
  ).toEqual([null, null]);
  const never = webhookMonitor({ expect_cron: "0 0 31 2 *", grace_minutes: 10 });
  expect(runSlots({ monitor: never, runs, entries: [], now: night + day }, 30)).toHaveLength(2);
});

test("the usual duration is the median of the runs that succeeded and said how long they took", () => {
  const slots = runSlots(
    {
      monitor: daily,
      runs: [
        ran(night, 5 * minute),
        ran(night + hour, 9 * minute),
        ran(night + 2 * hour, 7 * minute),
        ran(night + 3 * hour, hour, { outcome: "fail" }),
        pinged(night + 4 * hour),
      ],
      entries: [],
      now: night + day,
    },
    30,
  );
  expect(medianDuration(slots)).toBe(7 * minute);
  expect(medianDuration([])).toBeNull();
});
