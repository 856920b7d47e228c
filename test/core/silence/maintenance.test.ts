import { Cron } from "croner";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  activeWindow,
  cronFault,
  lastRun,
  nextRun,
  nextWindow,
  type MaintenanceRule,
} from "../../../src/core/silence/maintenance.ts";
import { wallClock } from "../../support/wall-clock.ts";

const minute = 60_000;
const at = (text: string) => Date.parse(text);
const shown = (window: { from: number; until: number } | null) =>
  window &&
  [window.from, window.until].map((instant) => new Date(instant).toISOString().slice(0, 16));
const rule = (
  cron: string,
  duration_minutes = 60,
  timezone = "Europe/Berlin",
): MaintenanceRule => ({ cron, duration_minutes, timezone });

describe("a maintenance window", () => {
  // cron, minutes, zone, asked at, is open, comes next
  test.each<[string, number, string, string, string[] | null, string[] | null]>([
    [
      "0 2 * * 0",
      90,
      "UTC",
      "2026-11-22T01:59:59.999Z",
      null,
      ["2026-11-22T02:00", "2026-11-22T03:30"],
    ],
    [
      "0 2 * * 0",
      90,
      "UTC",
      "2026-11-22T02:00:00Z",
      ["2026-11-22T02:00", "2026-11-22T03:30"],
      ["2026-11-29T02:00", "2026-11-29T03:30"],
    ],
    [
      "0 2 * * 0",
      90,
      "UTC",
      "2026-11-22T03:29:59.999Z",
      ["2026-11-22T02:00", "2026-11-22T03:30"],
      ["2026-11-29T02:00", "2026-11-29T03:30"],
    ],
    [
      "0 2 * * 0",
      90,
      "UTC",
      "2026-11-22T03:30:00Z",
      null,
      ["2026-11-29T02:00", "2026-11-29T03:30"],
    ],
    [
      "0 2 * * SUN",
      60,
      "Europe/Berlin",
      "2026-11-22T01:30:00Z",
      ["2026-11-22T01:00", "2026-11-22T02:00"],
      ["2026-11-29T01:00", "2026-11-29T02:00"],
    ],
    // Longer than the time between two: the last that began.
    [
      "0 * * * *",
      90,
      "UTC",
      "2026-11-22T02:10:00Z",
      ["2026-11-22T02:00", "2026-11-22T03:30"],
      ["2026-11-22T03:00", "2026-11-22T04:30"],
    ],
    // Over a day and more.
    [
      "0 0 1 * *",
      4320,
      "UTC",
      "2026-11-03T23:00:00Z",
      ["2026-11-01T00:00", "2026-11-04T00:00"],
      ["2026-12-01T00:00", "2026-12-04T00:00"],
    ],
    // Skipped: right after the gap, for the whole time.
    [
      "30 2 * * *",
      60,
      "Europe/Berlin",
      "2026-03-29T01:10:00Z",
      ["2026-03-29T01:00", "2026-03-29T02:00"],
      ["2026-03-30T00:30", "2026-03-30T01:30"],
    ],
    // Shown twice: once, with the first.
    [
      "30 2 * * *",
      45,
      "Europe/Berlin",
      "2026-10-25T01:40:00Z",
      null,
      ["2026-10-26T01:30", "2026-10-26T02:15"],
    ],
    // Begins before the clocks change, and is as long as ever.
    [
      "0 0 * * *",
      240,
      "Europe/Berlin",
      "2026-03-29T02:30:00Z",
      ["2026-03-28T23:00", "2026-03-29T03:00"],
      ["2026-03-29T22:00", "2026-03-30T02:00"],
    ],
    [
      "15 2 * * *",
      30,
      "Australia/Lord_Howe",
      "2026-10-03T15:35:00Z",
      ["2026-10-03T15:30", "2026-10-03T16:00"],
      ["2026-10-04T15:15", "2026-10-04T15:45"],
    ],
    [
      "0 12 29 2 *",
      60,
      "UTC",
      "2026-01-01T00:00:00Z",
      null,
      ["2028-02-29T12:00", "2028-02-29T13:00"],
    ],
    [
      "0 2 * * 1#2",
      60,
      "UTC",
      "2026-11-01T00:00:00Z",
      null,
      ["2026-11-09T02:00", "2026-11-09T03:00"],
    ],
    ["@weekly", 60, "UTC", "2026-11-21T00:00:00Z", null, ["2026-11-22T00:00", "2026-11-22T01:00"]],
  ])("%s for %i minutes in %s, asked at %s", (cron, minutes, zone, now, open, next) => {
    const windows = rule(cron, minutes, zone);
    expect(shown(activeWindow(windows, at(now)))).toEqual(open);
    expect(shown(nextWindow(windows, at(now)))).toEqual(next);
  });

  test.each([
    ["nonsense", "UTC"],
    ["0 2 30 2 *", "UTC"],
    ["0 2 * * *", "Mars/Olympus"],
  ])("of %j in %s is none", (cron, zone) => {
    const now = at("2026-11-21T02:00:00Z");
    expect(activeWindow(rule(cron, 60, zone), now)).toBe(null);
    expect(nextWindow(rule(cron, 60, zone), now)).toBe(null);
  });
});

test("of more rules than are kept is as right as before", () => {
  const now = at("2026-11-21T00:00:00Z");
  for (let i = 0; i < 1100; i++)
    expect(nextWindow(rule(`${i % 60} ${Math.floor(i / 60)} 1 * *`), now)).not.toBe(null);
  expect(shown(nextWindow(rule("0 2 * * *"), now))).toEqual([
    "2026-11-21T01:00",
    "2026-11-21T02:00",
  ]);
});

describe("a cron expression", () => {
  test.each([
    "0 2 * * *",
    "*/10 * * * *",
    "0 2 * * MON-FRI",
    "0 2 L * *",
    "0 22 * JAN,jul 5L",
    "@daily",
    "0 0 29 2 *",
    "0 0 29 2 +1",
  ])("%j is one", (text) => {
    expect(cronFault(text, "Europe/Berlin")).toBe(null);
  });

  test.each([
    ["", "UTC", "must be a cron expression of five fields"],
    ["60 * * * *", "UTC", ': the minute "60" is none of 0–59'],
    [" 60 * * * * ", "UTC", ': the minute "60" is none of 0–59'],
    ["* * * * * *", "UTC", "it has 6 fields"],
    ["* * * *", "UTC", "it has 4 fields"],
    ["@reboot", "UTC", "it is none of @hourly, @daily"],
    ["5-1 * * * *", "UTC", ': the minute "5-1" is none of 0–59'],
    ["0 25 1 FOO *", "UTC", 'hour "25" is none of 0–23 and the month "FOO" is none of 1–12'],
    ["? 2 * * *", "UTC", 'must not contain "?"'],
    ["0 0 30 2 *", "UTC", "never comes"],
    ["0 0 31 4,6,9,11 *", "UTC", "never comes"],
    ["0,".repeat(64) + "1 * * * *", "UTC", "must not be longer than 128"],
    ["0 2 * * *", "Mars/Olympus", 'unknown time zone "Mars/Olympus"'],
  ])("%j in %s is none", (text, zone, words) => {
    expect(cronFault(text, zone)).toContain(words);
  });

  test("never throws and never takes long, whatever it is", () => {
    const words = ["*", "/", "-", ",", " ", "#", "L", "W", "+", "1", "31", "2", "MON", "@", "?"];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join("")),
        ),
        (text) => {
          const fault = cronFault(text, "Europe/Berlin");
          const next = nextWindow(rule(text), at("2026-01-01"));
          expect(next === null).toBe(fault !== null);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Chatham",
];
const everyDay = [0, 1, 2, 3, 4, 5, 6];

test("begins when a clock on the wall that is read each minute says so", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.nat({ max: 59 }),
      fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 23 })),
      fc.subarray(everyDay, { minLength: 1 }),
      fc.integer({ min: 1, max: 600 }),
      fc.constantFrom(
        "2026-03-01",
        "2026-03-29",
        "2026-04-04",
        "2026-09-26",
        "2026-10-04",
        "2026-10-25",
        "2026-11-01",
      ),
      (timezone, minutes, hours, days, duration, date) => {
        const cron = `${minutes} ${hours} * * ${days.join(",")}`;
        const windows = rule(cron, duration, timezone);
        const start = at(date) - 12 * 60 * minute;
        const show = wallClock(timezone);
        const time = `T${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
        // Of each local day the first minute at which the clock shows that time or later.
        const begun = new Map<string, number>();
        const margin = 24 * 60;
        for (let i = -margin; i < 24 * 60; i++) {
          const now = start + i * minute;
          const text = show(now);
          const day = text.slice(0, 10);
          const last = [...begun.values()].at(-1) ?? -Infinity;
          if (
            !begun.has(day) &&
            text.slice(10) >= time &&
            i > -margin + 60 &&
            days.includes(new Date(day).getUTCDay())
          )
            begun.set(day, now);
          if (i < 0) continue;
          const began = begun.get(day) ?? last;
          const open = now < began + duration * minute;
          if ((activeWindow(windows, now) !== null) !== open)
            expect.fail(`${text}: ${open ? "not " : ""}open`);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("of every so many minutes goes on through every change of the clocks", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(10, 15, 20, 30),
      fc.integer({
        min: at("2026-01-01") / minute,
        max: at("2027-01-01") / minute,
      }),
      (timezone, every, minutes) => {
        const windows = rule(`*/${every} * * * *`, every, timezone);
        const now = minutes * minute;
        const open = activeWindow(windows, now);
        expect(open).not.toBe(null);
        expect(nextWindow(windows, now)!.from).toBe(open!.until);
      },
    ),
    { numRuns: 300 },
  );
});

describe("the run before an instant and the one after it", () => {
  it.each(["*/7 * * * *", "30 2 * * *", "0 0 29 2 *"])(
    "of %s are the same whatever was asked before",
    (cron) => {
      const rule = { cron, timezone: "Europe/Berlin" };
      const own = new Cron(cron, { timezone: rule.timezone, paused: true });
      fc.assert(
        fc.property(
          // Over both changes of the clocks of 2026, and near them.
          fc.oneof(
            fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
            fc.integer({ min: Date.UTC(2026, 2, 29), max: Date.UTC(2026, 2, 29, 4) }),
            fc.integer({ min: Date.UTC(2026, 9, 25), max: Date.UTC(2026, 9, 25, 4) }),
          ),
          (at) => {
            const [last] = own.previousRuns(1, new Date(at + 1));
            const next = own.nextRun(new Date(at))!.getTime();
            expect(nextRun(rule, at)).toBe(next);
            expect(lastRun(rule, at)).toBe(last!.getTime());
            expect(nextRun(rule, at)).toBe(next);
            expect(nextRun(rule, last!.getTime())).toBe(own.nextRun(last!)!.getTime());
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  it("at the ends of all time are none", () => {
    const rule = { cron: "0 2 * * *", timezone: "UTC" };
    const end = 8_639_965_440_000_000;
    for (const at of [end, end]) expect(lastRun(rule, at)).toBe(end - 22 * 3_600_000);
    expect(nextRun(rule, end)).toBeNull();
    expect(lastRun(rule, Date.UTC(-1, 0))).toBeNull();
  });
});
