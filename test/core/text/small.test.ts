import { describe, expect, test } from "vitest";
import { readGivenInstant, readInstant } from "../../../src/core/text/read-instant.ts";
import { formatDuration, formatShift } from "../../../src/core/text/duration.ts";
import { knownTitle, titleOf } from "../../../src/core/text/person.ts";
import { tippingOf } from "../../../src/core/reports/error-rate.ts";
import { transitions } from "../../../src/core/incident/incident.ts";
import { earliest } from "../../../src/core/incident/pause.ts";
import { nextDue } from "../../../src/core/health/schedule.ts";
import { night } from "../../support/builders.ts";

test.each([
  [-5, "0 s"],
  [45_900, "45 s"],
  [6 * 60_000, "6 min"],
  [3 * 3600_000, "3 h"],
  [3 * 3600_000 + 20 * 60_000, "3 h 20 min"],
  [50 * 3600_000, "2 days"],
])("%i ms are said as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [3_599_999, "+1 h"],
  [-300_000, "-5 min"],
])("a clock that was moved by %i ms is said as %s", (ms, text) => {
  expect(formatShift(ms)).toBe(text);
});

test.each([
  [{ title: "Shop", name: "shop" }, "Shop"],
  [{ title: null, name: "Ada", email: "ada@example.com" }, "Ada"],
  [{ name: null, email: "ada@example.com" }, "ada@example.com"],
  [{ id: "1" }, null],
  [{ title: 5 }, null],
])("%j is called %s", (object, title) => {
  expect(knownTitle(object)).toBe(title);
  expect(titleOf(object)).toBe(String(title));
});

describe("the next check", () => {
  const interval = 60_000;
  test("keeps the monitor's phase and is half an interval away at least", () => {
    for (let i = 0; i < 200; i++) {
      const now = night + i * 997;
      const due = nextDue(`monitor-${i}`, interval, now);
      expect(due - now).toBeGreaterThanOrEqual(interval / 2);
      expect(due - now).toBeLessThan(interval * 1.5);
      expect(nextDue(`monitor-${i}`, interval, due)).toBe(due + interval);
    }
  });
  test("spreads monitors over the interval", () => {
    const phases = new Set(
      Array.from({ length: 600 }, (_, i) =>
        Math.floor((nextDue(`m${i}`, interval, night) % interval) / 1000),
      ),
    );
    expect(phases.size).toBeGreaterThan(55);
  });
});

test("an incident goes from open over acknowledged, and back, to resolved, and from there to open alone", () => {
  expect(transitions).toEqual({
    open: { acknowledge: "acknowledged", resolve: "resolved" },
    acknowledged: { unacknowledge: "open", resolve: "resolved" },
    resolved: { reopen: "open" },
  });
});

test.each([
  ["2026-12-31T23:00:00Z", "2026-12-31T23:00:00.000Z"],
  ["2026-12-31t23:00:00z", "2026-12-31T23:00:00.000Z"],
  ["2026-12-31T23:00:00.5+01:00", "2026-12-31T22:00:00.500Z"],
  ["2026-12-31T23:00-0130", "2027-01-01T00:30:00.000Z"],
  ["2026-12-31", "2026-12-31T00:00:00.000Z"],
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2026-02-30T00:00:00Z", null],
  ["2026-02-29", null],
  ["2026-13-01T00:00:00Z", null],
  ["2026-12-31T25:00:00Z", null],
  ["2026-12-31T23:00:00", null],
  ["2026-12-31 23:00:00Z", null],
  ["1798758000", null],
  ["tomorrow", null],
  ["", null],
])("an instant in a request: %s is %s", (text, iso) => {
  const at = readGivenInstant(text);
  expect(Number.isNaN(at) ? null : new Date(at).toISOString()).toBe(iso);
});

test("the earliest of instants leaves out those that are not set", () => {
  expect(earliest(null, 3, undefined, 2, 4)).toBe(2);
  expect(earliest(null, undefined)).toBeNull();
});

test("the report that tips the count is the threshold-th newest", () => {
  const counts = [
    { at: 1, count: 2 },
    { at: 2, count: 1 },
  ];
  expect([1, 2, 3, 4].map((n) => tippingOf(counts, n))).toEqual([2, 1, 1, null]);
});

test("a number beyond the year 9999 names no instant, in any unit", () => {
  expect(readInstant(253_402_300_799_999_000_000)).toBe(Date.UTC(10_000, 0, 1) - 1);
  expect(readInstant(253_402_300_801_000_000_000)).toBeNaN();
});
