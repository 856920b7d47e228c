import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  closesAt,
  isOpen,
  nextOpening,
  type ContactRules,
} from "../../../src/core/hours/contact-hours.ts";
import { minuteByMinute } from "../../support/wall-clock.ts";

const minute = 60_000;
const at = (text: string) => Date.parse(text);
const shown = (instant: number | null) =>
  instant === null ? "never" : new Date(instant).toISOString().replace(/(:00)?\.000Z$/, "Z");

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const sunday = [0];
const saturday = [6];

/** `09:00-17:00`; without hours: all day. */
function rules(
  timezone: string,
  hours: string | null,
  contact_days: number[] = everyDay,
): ContactRules {
  const [from, to] = hours?.split("-") ?? [];
  const time = (text: string | undefined) =>
    text === undefined ? null : text.length === 5 ? `${text}:00` : text;
  return {
    timezone,
    contact_hours_all_day: hours === null,
    contact_hours_from: time(from),
    contact_hours_to: time(to),
    contact_days,
  };
}

describe("a contact window", () => {
  // zone, hours, days, asked at, opens, closes (after it opened)
  test.each<[string, string | null, number[], string, string, string, string]>([
    [
      "is open from its first instant",
      "09:00-17:00",
      everyDay,
      "UTC",
      "2026-11-21T09:00:00Z",
      "2026-11-21T09:00Z",
      "2026-11-21T17:00Z",
    ],
    [
      "is closed a moment before",
      "09:00-17:00",
      everyDay,
      "UTC",
      "2026-11-21T08:59:59.999Z",
      "2026-11-21T09:00Z",
      "2026-11-21T17:00Z",
    ],
    [
      "is closed at its end",
      "09:00-17:00",
      everyDay,
      "UTC",
      "2026-11-21T17:00:00Z",
      "2026-11-22T09:00Z",
      "2026-11-22T17:00Z",
    ],
    [
      "has seconds",
      "09:00:30-09:00:31",
      everyDay,
      "UTC",
      "2026-11-21T09:00:00Z",
      "2026-11-21T09:00:30Z",
      "2026-11-21T09:00:31Z",
    ],
    [
      "that spans midnight belongs to the day it starts on",
      "22:00-06:00",
      saturday,
      "UTC",
      "2026-11-22T05:00:00Z",
      "2026-11-22T05:00Z",
      "2026-11-22T06:00Z",
    ],
    [
      "that spans midnight does not open on the morning of its day",
      "22:00-06:00",
      saturday,
      "UTC",
      "2026-11-21T05:00:00Z",
      "2026-11-21T22:00Z",
      "2026-11-22T06:00Z",
    ],
    [
      "waits for its weekday",
      "09:00-17:00",
      [1],
      "UTC",
      "2026-11-21T12:00:00Z",
      "2026-11-23T09:00Z",
      "2026-11-23T17:00Z",
    ],
    [
      "of some days only is a week away at most",
      "09:00-17:00",
      saturday,
      "UTC",
      "2026-11-21T17:00:00Z",
      "2026-11-28T09:00Z",
      "2026-11-28T17:00Z",
    ],
    [
      "of whole days is one from the first to the last",
      null,
      [5, 6, 0],
      "Europe/Berlin",
      "2026-11-18T12:00:00Z",
      "2026-11-19T23:00Z",
      "2026-11-22T23:00Z",
    ],
    [
      "whose start is skipped opens after the gap",
      "02:30-05:00",
      everyDay,
      "Europe/Berlin",
      "2026-03-29T00:59:00Z",
      "2026-03-29T01:00Z",
      "2026-03-29T03:00Z",
    ],
    [
      "whose end is skipped closes at the gap",
      "01:00-02:30",
      everyDay,
      "Europe/Berlin",
      "2026-03-29T00:00:00Z",
      "2026-03-29T00:00Z",
      "2026-03-29T01:00Z",
    ],
    [
      "that is skipped altogether does not take place",
      "02:10-02:50",
      sunday,
      "Europe/Berlin",
      "2026-03-29T00:00:00Z",
      "2026-04-05T00:10Z",
      "2026-04-05T00:50Z",
    ],
    [
      "whose end is shown twice lasts through both",
      "22:00-02:30",
      saturday,
      "Europe/Berlin",
      "2026-10-25T01:10:00Z",
      "2026-10-25T01:10Z",
      "2026-10-25T01:30Z",
    ],
    [
      "whose start is shown twice begins with the first",
      "02:30-05:00",
      sunday,
      "Europe/Berlin",
      "2026-10-24T22:00:00Z",
      "2026-10-25T00:30Z",
      "2026-10-25T04:00Z",
    ],
    [
      "whose end falls on the change ends with it",
      "22:00-02:00",
      saturday,
      "Europe/Berlin",
      "2026-10-24T22:00:00Z",
      "2026-10-24T22:00Z",
      "2026-10-25T00:00Z",
    ],
    [
      "knows zones at half hours",
      "09:00-17:00",
      everyDay,
      "Asia/Kolkata",
      "2026-11-21T00:00:00Z",
      "2026-11-21T03:30Z",
      "2026-11-21T11:30Z",
    ],
    [
      "knows zones at quarters",
      "09:00-17:00",
      everyDay,
      "Asia/Kathmandu",
      "2026-11-21T00:00:00Z",
      "2026-11-21T03:15Z",
      "2026-11-21T11:15Z",
    ],
    [
      "knows a summer time of half an hour (skipped)",
      "02:15-03:00",
      everyDay,
      "Australia/Lord_Howe",
      "2026-10-03T15:00:00Z",
      "2026-10-03T15:30Z",
      "2026-10-03T16:00Z",
    ],
    [
      "knows a summer time of half an hour (repeated)",
      "01:00-01:45",
      everyDay,
      "Australia/Lord_Howe",
      "2026-04-04T14:00:00Z",
      "2026-04-04T14:00Z",
      "2026-04-04T15:15Z",
    ],
    [
      "knows the summer of the south",
      "08:00-09:00",
      everyDay,
      "America/Santiago",
      "2026-01-10T00:00:00Z",
      "2026-01-10T11:00Z",
      "2026-01-10T12:00Z",
    ],
    [
      "knows zones without summer time",
      "08:00-09:00",
      everyDay,
      "Asia/Tokyo",
      "2026-07-10T00:00:00Z",
      "2026-07-10T23:00Z",
      "2026-07-11T00:00Z",
    ],
    [
      "knows a zone that gave it up",
      "08:00-09:00",
      everyDay,
      "Europe/Istanbul",
      "2026-12-01T00:00:00Z",
      "2026-12-01T05:00Z",
      "2026-12-01T06:00Z",
    ],
    [
      "knows what a zone did before it gave it up",
      "08:00-09:00",
      everyDay,
      "Europe/Istanbul",
      "2015-12-01T00:00:00Z",
      "2015-12-01T06:00Z",
      "2015-12-01T07:00Z",
    ],
    [
      "knows a winter time for Ramadan",
      "02:30-04:00",
      everyDay,
      "Africa/Casablanca",
      "2026-02-15T00:00:00Z",
      "2026-02-15T01:30Z",
      "2026-02-15T04:00Z",
    ],
    [
      "that starts at a midnight that does not exist opens after the gap",
      "00:00-01:30",
      everyDay,
      "America/Havana",
      "2026-03-08T04:59:00Z",
      "2026-03-08T05:00Z",
      "2026-03-08T05:30Z",
    ],
    [
      "stays open when the clocks go back over midnight",
      null,
      sunday,
      "America/St_Johns",
      "2010-11-07T02:45:00Z",
      "2010-11-07T02:45Z",
      "2010-11-08T03:30Z",
    ],
    [
      "ends where its day was skipped",
      "22:00-06:00",
      [4],
      "Pacific/Apia",
      "2011-12-29T20:00:00Z",
      "2011-12-30T08:00Z",
      "2011-12-30T10:00Z",
    ],
    [
      "of a day that was skipped does not take place",
      "09:00-17:00",
      [5],
      "Pacific/Apia",
      "2011-12-29T20:00:00Z",
      "2012-01-05T19:00Z",
      "2012-01-06T03:00Z",
    ],
    [
      "of a night whose evening was skipped has the morning left",
      "22:00-06:00",
      [5],
      "Pacific/Apia",
      "2011-12-29T20:00:00Z",
      "2011-12-30T10:00Z",
      "2011-12-30T16:00Z",
    ],
    [
      "of a zone that nobody knows is in UTC",
      "09:00-17:00",
      everyDay,
      "Mars/Olympus",
      "2026-11-21T00:00:00Z",
      "2026-11-21T09:00Z",
      "2026-11-21T17:00Z",
    ],
    [
      "works before 1970",
      "09:00-17:00",
      everyDay,
      "Europe/London",
      "1969-12-31T00:00:00Z",
      "1969-12-31T08:00Z",
      "1969-12-31T16:00Z",
    ],
  ])("%s", (_, hours, days, zone, asked, opens, closes) => {
    const rule = rules(zone, hours, days);
    const opening = nextOpening(rule, at(asked));
    expect([shown(opening), shown(closesAt(rule, opening))]).toEqual([opens, closes]);
    expect(isOpen(rule, at(asked))).toBe(opening === at(asked));
    expect(isOpen(rule, opening)).toBe(true);
    expect(isOpen(rule, closesAt(rule, opening)!)).toBe(false);
  });

  test("that is closed closes at once", () => {
    const now = at("2026-11-21T03:00:00Z");
    expect(closesAt(rules("UTC", "09:00-17:00"), now)).toBe(now);
  });

  test.each<[string, ContactRules]>([
    ["around the clock", rules("Europe/Berlin", null)],
    ["without days", rules("Europe/Berlin", null, [])],
    ["of days that are none", rules("Europe/Berlin", null, [7])],
    ["from an hour to itself", rules("Europe/Berlin", "09:00-09:00")],
    ["without a start", { ...rules("UTC", "09:00-10:00"), contact_hours_from: null }],
    ["without an end", { ...rules("UTC", "09:00-10:00"), contact_hours_to: null }],
  ])("%s never closes", (_, rule) => {
    const now = at("2026-03-29T01:30:00Z");
    expect(isOpen(rule, now)).toBe(true);
    expect(nextOpening(rule, now)).toBe(now);
    expect(closesAt(rule, now)).toBe(null);
  });
});

const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Istanbul",
  "Europe/Moscow",
  "America/New_York",
  "America/St_Johns",
  "America/Havana",
  "America/Sao_Paulo",
  "America/Santiago",
  "America/Asuncion",
  "America/Caracas",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Pyongyang",
  "Asia/Tehran",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Australia/Adelaide",
  "Antarctica/Troll",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Kwajalein",
  "Pacific/Kiritimati",
];

const clockTime = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([h, m]) => `${pad(h)}:${pad(m)}`);
const pad = (number: number) => String(number).padStart(2, "0");
const anyRules = fc
  .record({
    zone: fc.constantFrom(...zones),
    hours: fc.option(fc.tuple(clockTime, clockTime).filter(([a, b]) => a !== b)),
    days: fc.subarray(everyDay, { minLength: 1 }),
  })
  .map(({ zone, hours, days }) => rules(zone, hours?.join("-") ?? null, days));
const anyInstant = fc
  .integer({ min: at("1980-01-01") / minute, max: at("2037-01-01") / minute })
  .map((minutes) => minutes * minute);

describe("for any rules", () => {
  test("agrees with a clock on the wall that is read each minute", () => {
    fc.assert(
      fc.property(anyRules, anyInstant, (rule, start) => {
        const wall = minuteByMinute(rule, start, 2 * 24 * 60);
        const wrong = wall.filter(({ at, open }) => isOpen(rule, at) !== open);
        expect(wrong.map(({ at }) => shown(at))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test("agrees with it around every change of the clocks", () => {
    const changes = zones.flatMap((zone) => changesOf(zone));
    expect(changes.length).toBeGreaterThan(200);
    fc.assert(
      fc.property(fc.constantFrom(...changes), anyRules, ({ zone, change }, any) => {
        const rule = { ...any, timezone: zone };
        const start = change - 26 * 3600_000;
        const wrong = minuteByMinute(rule, start, 52 * 60).filter(
          ({ at, open }) => isOpen(rule, at) !== open,
        );
        expect(wrong.map(({ at }) => shown(at))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("opens and closes where it says, and not before", () => {
    fc.assert(
      fc.property(anyRules, anyInstant, (rule, now) => {
        const opening = nextOpening(rule, now);
        expect(opening).toBeGreaterThanOrEqual(now);
        expect(opening - now).toBeLessThan(15 * 24 * 3600_000);
        expect(isOpen(rule, opening)).toBe(true);
        if (opening > now) expect(isOpen(rule, opening - 1)).toBe(false);
        const end = closesAt(rule, opening);
        if (end === null) return;
        expect(end).toBeGreaterThan(opening);
        expect(isOpen(rule, end)).toBe(false);
        expect(isOpen(rule, end - 1)).toBe(true);
        const middle = Math.floor((opening + end) / 2);
        expect(isOpen(rule, middle)).toBe(true);
        expect(nextOpening(rule, middle)).toBe(middle);
        expect(closesAt(rule, middle)).toBe(end);
      }),
      { numRuns: 2000 },
    );
  });
});

/** When the clocks of `zone` changed between 2005 and 2030. */
function changesOf(zone: string): { zone: string; change: number }[] {
  const name = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    timeZoneName: "longOffset",
    year: "numeric",
  });
  const offset = (instant: number) =>
    name.formatToParts(instant).find((part) => part.type === "timeZoneName")!.value;
  const changes: { zone: string; change: number }[] = [];
  const day = 24 * 3600_000;
  for (let t = at("2005-01-01"); t < at("2030-01-01"); t += day)
    if (offset(t) !== offset(t + day)) changes.push({ zone, change: t + day });
  return changes;
}
