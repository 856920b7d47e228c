import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checksIn,
  lastCheckIn,
  rowOfCheck,
  rowOfSummary,
  summariesIn,
  type Check,
  type MeasuresRow,
} from "../../../src/core/history/entries.ts";
import { floorTo, stepFor, type Level } from "../../../src/core/history/level.ts";
import { day, hour, minute } from "../../../src/core/text/units.ts";
import { joined, pointsOf } from "../../../src/core/history/points.ts";
import {
  accuracy,
  countTimes,
  exactPercentileOf,
  joinTimes,
  percentileOf,
  readTimes,
  timesText,
} from "../../../src/core/history/response-times.ts";
import {
  beginRun,
  daysOf,
  hoursOf,
  levelRanges,
  noProgress,
  ripeUntil,
} from "../../../src/core/history/rollup.ts";
import { countByMinute, summarize } from "../../../src/core/history/summary.ts";

const midnight = Date.UTC(2027, 0, 30);

const someCheck = fc.record<Check>({
  at: fc.integer({ min: 0, max: 40 * 24 * 3600 }).map((s) => midnight + s * 1000),
  failed: fc.boolean(),
  ms: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: null }),
  status_code: fc.option(fc.constantFrom(200, 404, 503), { nil: null }),
  lag_ms: fc.option(fc.integer({ min: 0, max: day }), { nil: null }),
});
const someChecks = fc
  .array(someCheck, { maxLength: 200 })
  .map((checks) => checks.toSorted((a, b) => a.at - b.at));
const times = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 300 });

/** The rows that a store has after it appended these. */
function stored(rows: readonly MeasuresRow[]): MeasuresRow[] {
  const byAt = Map.groupBy(rows, ({ at }) => at);
  return [...byAt].map(([at, parts]) => ({
    level: parts[0]!.level,
    at,
    entries: parts.map(({ entries }) => entries).join(""),
  }));
}

const rolled = (checks: readonly Check[], errors: { at: number; count: number }[] = []) => {
  const hours = stored(hoursOf(stored(checks.map(rowOfCheck)), errors));
  return { hours, days: stored(daysOf(hours)) };
};

const total = (checks: readonly Check[]) => {
  const {
    times,
    status_code: _status,
    ...counts
  } = summarize(0, { checks, summaries: [], errors: [] });
  return { ...counts, answers: [...times.values()].reduce((sum, n) => sum + n, 0) };
};
const totalOf = (rows: readonly MeasuresRow[]) => {
  const summaries = rows.toSorted((a, b) => a.at - b.at).flatMap(summariesIn);
  const {
    times,
    status_code: _status,
    ...counts
  } = summarize(0, { checks: [], summaries, errors: [] });
  return { ...counts, answers: [...times.values()].reduce((sum, n) => sum + n, 0) };
};

describe("entries", () => {
  test("checks are read as they were written, to the second", () => {
    fc.assert(
      fc.property(someChecks, (checks) => {
        const rows = stored(checks.map(rowOfCheck)).toSorted((a, b) => a.at - b.at);
        expect(rows.flatMap(checksIn)).toEqual(checks);
        expect(rows.map(lastCheckIn)).toEqual(rows.map((row) => checksIn(row).at(-1)));
      }),
    );
  });

  test("an hour that was rolled up twice counts once, as the last time", () => {
    const at = midnight + 5 * hour;
    const check = { at, failed: false, ms: 10, status_code: 200, lag_ms: null };
    const [first] = hoursOf([rowOfCheck(check)], []);
    const twice = { ...rowOfCheck(check), entries: rowOfCheck(check).entries.repeat(2) };
    const [second] = hoursOf([twice], [{ at, count: 3 }]);
    const row = { ...first!, entries: first!.entries + second!.entries };
    expect(summariesIn(row)).toMatchObject([{ at, checks: 2, errors: 3, max_ms: 10 }]);
  });

  test("a summary without values has empty fields", () => {
    const empty = summarize(midnight, { checks: [], summaries: [], errors: [] });
    expect(rowOfSummary("day", empty).entries).toMatch(/^;\d+,0,0,,,,0,$/);
    expect(summariesIn(rowOfSummary("day", empty))).toEqual([empty]);
  });
});

describe("rolling up", () => {
  test("hours and days have the counts, longest times and answers of their checks, none lost and none twice", () => {
    fc.assert(
      fc.property(someChecks, (checks) => {
        const { hours, days } = rolled(checks);
        expect(totalOf(hours)).toEqual(total(checks));
        expect(totalOf(days)).toEqual(total(checks));
      }),
    );
  });

  test("error reports are counted by minute, and kept in hours and days", () => {
    const at = (ms: number) => ({ at: midnight + ms, count: 2 });
    const minutes = countByMinute([at(0), at(59_999), at(minute), at(2 * hour)]);
    expect(minutes.map(({ count }) => count)).toEqual([4, 2, 2]);
    const { hours, days } = rolled([], minutes);
    expect(hours.flatMap(summariesIn).map(({ errors }) => errors)).toEqual([6, 2]);
    expect(days.flatMap(summariesIn).map(({ errors }) => errors)).toEqual([8]);
  });

  test("a run begins five minutes after an hour, and ends with it", () => {
    const at = midnight + 3 * hour;
    expect(ripeUntil(at + 5 * minute - 1)).toBe(at - hour);
    expect(ripeUntil(at + 5 * minute)).toBe(at);
    const run = beginRun({ ...noProgress, until: at - hour }, at + 10 * minute);
    expect(run).toEqual({ until: at - hour, run_until: at, run_subject: null });
    expect(beginRun({ ...noProgress, until: at }, at + 10 * minute)).toBeNull();
  });

  test("a run that was cut off goes on, and one of a time to come begins again", () => {
    const at = midnight + 3 * hour;
    const halfway = { until: at - hour, run_until: at, run_subject: "m" };
    expect(beginRun(halfway, at + 2 * hour)).toEqual(halfway);
    const set_back = at - 10 * hour + 10 * minute;
    expect(beginRun(halfway, set_back)).toEqual({
      until: at - 10 * hour - day,
      run_until: at - 10 * hour,
      run_subject: null,
    });
    expect(beginRun({ ...noProgress, until: at }, set_back)).toMatchObject({
      until: at - 10 * hour - day,
    });
  });
});

describe("response times", () => {
  test("a percentile is a value that occurred, at most 2.5 % off", () => {
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (values, share) => {
        const exact = exactPercentileOf(values, share)!;
        const about = percentileOf(countTimes(values), share)!;
        // Half a millisecond is rounded.
        expect(Math.abs(about - exact)).toBeLessThanOrEqual(accuracy * exact + 0.5);
      }),
    );
  });

  test("joined parts have the percentiles of the whole", () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        const whole = countTimes([...a, ...b]);
        const parts = joinTimes([countTimes(a), countTimes(b)]);
        expect(percentileOf(parts, 0.95)).toBe(percentileOf(whole, 0.95));
        expect(readTimes(timesText(parts))).toEqual(new Map([...whole].sort(([x], [y]) => x - y)));
      }),
    );
  });

  test("of no values there is no percentile", () => {
    expect(percentileOf(countTimes([]), 0.5)).toBeNull();
    expect(exactPercentileOf([], 0.5)).toBeNull();
    expect(readTimes(timesText(countTimes([])))).toEqual(new Map());
  });
});

describe("points", () => {
  const range = { from: midnight, to: midnight + 3 * minute, step_ms: minute };
  const nothing = { checks: [], summaries: [], errors: [], unobserved: [] };
  const check = (ms: number, more: Partial<Check> = {}): Check => ({
    at: midnight,
    failed: false,
    ms,
    status_code: 200,
    lag_ms: null,
    ...more,
  });

  test("there is one for each step, and percentiles of checks are exact", () => {
    const checks = [101, 99, 207].map((ms) => check(ms));
    const points = pointsOf({ ...range, ...nothing, checks });
    expect(points).toHaveLength(3);
    expect(points[0]).toMatchObject({ checks: 3, p50_ms: 101, p95_ms: 207, max_ms: 207 });
    expect(points[1]).toMatchObject({ checks: 0, p50_ms: null, max_ms: null });
  });

  test("percentiles of hours never exceed the longest time", () => {
    fc.assert(
      fc.property(someChecks, (checks) => {
        const summaries = rolled(checks).hours.flatMap(summariesIn);
        const to = midnight + 42 * day;
        const all = pointsOf({ from: midnight, to, step_ms: day, ...nothing, summaries });
        expect(all.reduce((sum, point) => sum + point.checks, 0)).toBe(checks.length);
        for (const { p50_ms, p95_ms, max_ms } of all) {
          expect(p50_ms ?? -1).toBeLessThanOrEqual(p95_ms ?? -1);
          expect(p95_ms ?? -1).toBeLessThanOrEqual(max_ms ?? -1);
        }
      }),
    );
  });

  test("the status is that of the last failed check, else of the last one", () => {
    const statusOf = (...checks: Check[]) =>
      pointsOf({ ...range, ...nothing, checks })[0]!.status_code;
    const failed = check(1, { failed: true, status_code: 503 });
    expect(statusOf(check(1), failed, check(1))).toBe(503);
    expect(statusOf(check(1), check(1, { status_code: 204 }))).toBe(204);
    expect(statusOf(check(1, { failed: true, status_code: null }), check(1))).toBe(200);
  });

  test("a step that gaps and pauses cover together was not observed, unless something was measured", () => {
    const at = midnight;
    const unobserved = [
      { from: at + 80_000, to: at + 3 * minute },
      { from: at + 30_000, to: at + 90_000 },
    ];
    const errors = [{ at: at + 2 * minute, count: 1 }];
    const observed = (more: object) =>
      pointsOf({ ...range, ...nothing, unobserved, ...more }).map((point) => point.observed);
    expect(observed({})).toEqual([true, false, false]);
    expect(observed({ errors })).toEqual([true, false, true]);
    expect(joined(unobserved)).toEqual([{ from: at + 30_000, to: at + 3 * minute }]);
    expect(
      joined([
        { from: 0, to: 9 },
        { from: 1, to: 2 },
        { from: 10, to: 11 },
      ]),
    ).toEqual([
      { from: 0, to: 9 },
      { from: 10, to: 11 },
    ]);
  });
});

describe("levels", () => {
  const shown = (ranges: Record<Level, { from: number; to: number }>) =>
    Object.entries(ranges)
      .filter(([, { from, to }]) => from < to)
      .map(
        ([level, { from, to }]) => `${level} ${(from - midnight) / hour}–${(to - midnight) / hour}`,
      );
  const range = { from: midnight, to: midnight + 3 * day };
  const now = midnight + 2 * day + 5 * hour;

  test.each([
    ["below an hour, checks alone", 5 * minute, ["check 0–72"]],
    ["by hours, what is rolled up and then checks", hour, ["hour 0–53", "check 53–72"]],
    ["by days, days first", day, ["day 0–48", "hour 48–53", "check 53–72"]],
    ["by six hours, hours", 6 * hour, ["hour 0–53", "check 53–72"]],
  ])("a range is read %s", (_, step, expected) => {
    expect(shown(levelRanges(range, step, now))).toEqual(expected);
  });

  test("nothing is rolled up before the first run", () => {
    expect(shown(levelRanges(range, day, 0))).toEqual(["check 0–72"]);
  });

  test.each([
    ["a day in 288 points", 1, 288, 5 * minute],
    ["a day in 50 points", 1, 50, 30 * minute],
    ["a week, of which checks are not kept", 7, 3000, hour],
    ["thirty days", 30, 360, 2 * hour],
    ["a year, of which hours are not kept", 365, 100_000, day],
    ["many years", 3650, 400, 7 * day],
  ])("%s", (_, days, points, step) => {
    const kept = { check: 2 * day, hour: 90 * day, day: 1000 * day };
    expect(
      stepFor({ from: midnight - days * day, to: midnight, now: midnight }, points, kept),
    ).toBe(step);
  });

  test("steps begin at multiples of their length, also before 1970", () => {
    expect(floorTo(-1, minute)).toBe(-minute);
    expect(floorTo(midnight + 1, day)).toBe(midnight);
  });
});
