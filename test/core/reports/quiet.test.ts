import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import type { ErrorReport } from "../../../src/core/command/command.ts";
import type { Subject } from "../../../src/core/model/model.ts";
import { countedBy } from "../../../src/core/reports/counted.ts";
import { countQuiet, isJudgedByNumber, isQuiet, quiet } from "../../../src/core/reports/quiet.ts";
import { night, subject, webhookMonitor, webhookSnapshot } from "../../support/builders.ts";

const reportsAt = (...instants: number[]): ErrorReport[] =>
  instants.map((at) => ({ at, message: `at ${at}`, source: null, meta: null }));

/** Everything that a quiet monitor's subject may have besides its state and its counts. */
const anything: Partial<Subject> = {
  status_since: night - 7,
  reason_code: "no_answer" as Subject["reason_code"],
  crossings: [night - 3, night - 2],
  expected_at: night + 1,
  run_started_at: night - 1,
  last_success_at: night - 5,
  expect_schedule: "[]",
  asked_at: night - 1,
  release_at: night - 1,
  due_at: night,
  fetch_attempts: 3,
  arrivals_shift: 1000,
};

const counts = {
  last_received_at: night - 10,
  burst_at: night,
  burst_count: 19,
  window_count: 50,
  window_from: night - 60_000,
};

describe("reports of a quiet monitor that are only counted", () => {
  test.each<[string, Partial<typeof counts>, ErrorReport[]]>([
    ["one", {}, reportsAt(night)],
    ["more than the bodies of a second", {}, reportsAt(night, night, night + 1)],
    ["some of another second", {}, reportsAt(night, night + 1000, night + 1001)],
    ["some of before the window", {}, reportsAt(night - 60_000, night - 59_999)],
    ["some that are older than the last one", { last_received_at: night + 9 }, reportsAt(night)],
    [
      "the first",
      { window_count: 0, window_from: 0, burst_at: 0, burst_count: 0 },
      reportsAt(night),
    ],
  ])("are counted as they would be decided: %s", (_, more, reports) => {
    const before = { ...counts, ...more };
    const snapshot = webhookSnapshot({
      subject: { ...quiet, ...anything, ...before },
      monitor: { error_rate_threshold: 100 },
      in_window: before.window_count,
      window_from: before.window_from,
    });
    const changes = decide(snapshot, { kind: "reported", reports }, night + 2000);
    expect(countQuiet(before, 100, reports)).toEqual(countedBy(changes, snapshot));
  });

  test("are the first of a monitor that never had one", () => {
    const before = { ...counts, last_received_at: null };
    expect(countQuiet(before, 100, reportsAt(night))?.set.last_received_at).toBe(night);
  });

  test.each([
    [48, 1],
    [49, null],
  ])("are not those that could reach the threshold: of 50 with %i", (window_count, counted) => {
    const decision = countQuiet({ ...counts, window_count }, 50, reportsAt(night));
    expect(decision?.counts.length ?? null).toBe(counted);
  });

  test("are none without a report", () => {
    expect(countQuiet(counts, 100, [])).toBeNull();
  });
});

test("a subject is quiet in one state alone, whatever else it has", () => {
  const one = subject({ kind: "webhook_monitor", ...anything, ...counts, ...quiet });
  expect(isQuiet(one)).toBe(true);
  const others: Partial<Subject>[] = [
    { status: "firing" },
    { status: "resolved" },
    { status_reason: "Why." },
    { paused_at: night },
    { paused_until: night },
    { wake_at: night },
    { missing_since: night },
    { flapping_since: night },
  ];
  for (const other of others) expect(isQuiet({ ...one, ...other })).toBe(false);
});

test("a monitor is judged by number alone unless it depends on others or expects reports", () => {
  expect(isJudgedByNumber(webhookMonitor())).toBe(true);
  expect(isJudgedByNumber(webhookMonitor({ depends_on: ["router"] }))).toBe(false);
  expect(isJudgedByNumber(webhookMonitor({ expect_every_minutes: 5 }))).toBe(false);
});
