import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOpen, windowsIn, type ContactRules } from "../../../src/core/hours/contact-hours.ts";
import { gapsIn, type Interval } from "../../../src/core/hours/interval.ts";
import { coverageOf, gapsAfter, knownAround } from "../../../src/core/on-call/coverage.ts";
import {
  coverageOfGroup,
  membersReached,
  reachedOrClosed,
} from "../../../src/core/paging/coverage.ts";
import { gapLines, gapsText, gapText } from "../../../src/core/on-call/coverage-text.ts";
import { asTheGroup } from "../../../src/resource/member.ts";

const run = { seed: 20_261_126 };
const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}:00Z`);
/** A Thursday. */
const now = utc("2026-11-26 06:00");
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const weekdays = [1, 2, 3, 4, 5];

/** `09:00-17:00`; empty: all day. */
const rules = (hours: string, contact_days = everyDay, timezone = "UTC"): ContactRules => {
  const [from, to] = hours.split("-");
  return {
    timezone,
    contact_hours_all_day: hours === "",
    contact_hours_from: hours === "" ? null : `${from}:00`,
    contact_hours_to: hours === "" ? null : `${to}:00`,
    contact_days,
  };
};
const ofRules = (...all: ContactRules[]) =>
  coverageOf(
    all.flatMap((one) => windowsIn(one, knownAround(now))),
    now,
  );
/** Somebody is reached at all times but these. */
const butFor = (...gaps: [from: string, until: string][]) => {
  const known = knownAround(now);
  const missing = gaps.map(([from, until]) => ({ from: utc(from), until: utc(until) }));
  return coverageOf(gapsIn(missing, known), now);
};

describe("gaps over 53 weeks", () => {
  it.each<[string, ContactRules[], string, string[]]>([
    ["none with hours around the clock", [rules("")], "UTC", []],
    ["none with hours that meet", [rules("08:00-18:00"), rules("18:00-08:00")], "UTC", []],
    ["at any time without anybody", [], "UTC", ["at any time"]],
    ["each day", [rules("08:00-18:00")], "UTC", ["every day 18:00–08:00 UTC"]],
    [
      "each day elsewhere",
      [rules("08:00-18:00")],
      "Asia/Tokyo",
      ["every day 03:00–17:00 (Asia/Tokyo)"],
    ],
    [
      "nights, and a weekend",
      [rules("08:00-18:00", weekdays, "Europe/Berlin")],
      "Europe/Berlin",
      [
        "every Mon to Thu 18:00–08:00 (Europe/Berlin)",
        "every Fri 18:00 to Mon 08:00 (Europe/Berlin)",
      ],
    ],
    [
      "whole days",
      [rules("", weekdays, "Europe/Berlin")],
      "Europe/Berlin",
      ["every Sat and Sun (Europe/Berlin)"],
    ],
    ["one day of the week", [rules("", [1, 2, 3, 4, 5, 6])], "UTC", ["every Sunday (UTC)"]],
    [
      "hours that only summer time parts",
      [rules("09:00-21:00", everyDay, "Europe/Berlin"), rules("20:00-08:00")],
      "UTC",
      ["every day 19:00–20:00 UTC from 28 Mar 2027 to 30 Oct 2027"],
    ],
    [
      "those of three regions that change their clocks on other days",
      ["Europe/Berlin", "America/Los_Angeles", "Australia/Sydney"].map((zone) =>
        rules("09:00-17:00", everyDay, zone),
      ),
      "UTC",
      [
        "every day 16:00–17:00 UTC to 13 Mar 2027",
        "every day 06:00–08:00 UTC to 27 Mar 2027",
        "every day 06:00–07:00 UTC from 28 Mar 2027 to 3 Apr 2027",
        "every day 15:00–16:00 UTC from 28 Mar 2027 to 30 Oct 2027",
        "every day 06:00–07:00 UTC from 3 Oct 2027 to 30 Oct 2027",
        "every day 06:00–08:00 UTC from 31 Oct 2027",
        "every day 16:00–17:00 UTC from 7 Nov 2027",
      ],
    ],
  ])("are %s", (_, all, zone, lines) => {
    expect(gapLines(ofRules(...all), zone)).toEqual(lines);
  });

  it.each<[string, [string, string][], string[]]>([
    ["once", [["2026-12-25 18:00", "2026-12-25 20:00"]], ["once: 25 Dec 18:00–20:00 UTC"]],
    [
      "twice, with more than a day",
      [
        ["2026-12-24 18:00", "2026-12-27 08:00"],
        ["2027-01-01 00:00", "2027-01-02 00:00"],
        ["2027-01-05 08:00", "2027-01-06 09:00"],
      ],
      [
        "once: 24 Dec 18:00 to 27 Dec 08:00 UTC",
        "once: 1 Jan 2027 (UTC)",
        "once: 5 Jan 2027 08:00 to 6 Jan 2027 09:00 UTC",
      ],
    ],
    [
      "days in a row",
      [["2026-12-24 00:00", "2027-01-03 00:00"]],
      ["every day (UTC) from 24 Dec to 2 Jan 2027"],
    ],
    [
      "more often without a weekly order",
      [
        ["2026-12-05 10:00", "2026-12-05 12:00"],
        ["2026-12-19 10:00", "2026-12-19 12:00"],
        ["2027-01-02 10:00", "2027-01-02 12:00"],
      ],
      ["3 times 10:00–12:00 UTC, first on 5 Dec, last on 2 Jan 2027"],
    ],
    [
      "whole days without a weekly order",
      [
        ["2026-12-05 00:00", "2026-12-06 00:00"],
        ["2026-12-19 00:00", "2026-12-20 00:00"],
        ["2027-01-02 00:00", "2027-01-03 00:00"],
      ],
      ["3 days (UTC), first on 5 Dec, last on 2 Jan 2027"],
    ],
    ["past ones", [["2026-11-20 10:00", "2026-11-20 12:00"]], []],
    [
      "past ones that recurred",
      [0, 1, 2].map((day) => [`2026-11-2${day} 10:00`, `2026-11-2${day} 12:00`]),
      [],
    ],
    ["under way", [["2026-11-01 00:00", "2026-11-30 08:00"]], ["until 30 Nov 08:00 UTC"]],
    [
      "without an end",
      [["2027-03-28 09:00", "2029-01-01 00:00"]],
      ["from 28 Mar 2027 09:00 UTC on"],
    ],
    ["later than 53 weeks", [["2027-12-03 09:00", "2027-12-03 10:00"]], []],
  ])("are said of gaps that come %s", (_, gaps, lines) => {
    expect(gapLines(butFor(...gaps), "UTC")).toEqual(lines);
  });

  it("of many kinds are counted", () => {
    const odd = everyDay.map((day) => rules(`08:00-1${day}:00`, [day]));
    expect(gapsText(ofRules(...odd), "UTC", 2)).toMatch(/^every .*; every .*; and 5 more$/);
    expect(gapsText(ofRules(rules("08:00-18:00")), "UTC")).toBe("every day 18:00–08:00 UTC");
  });

  it("are named alone by their weekday while it is clear, then by their date", () => {
    const text = (from: string, until: string, zone = "UTC") =>
      gapText({ from: utc(from), until: utc(until) }, zone, now);
    expect(text("2026-11-28 18:00", "2026-11-29 08:00")).toBe("Sat 18:00–08:00 UTC");
    expect(text("2026-11-28 18:00", "2026-11-30 08:00", "Europe/Berlin")).toBe(
      "Sat 19:00 to Mon 09:00 (Europe/Berlin)",
    );
    expect(text("2027-03-28 19:00", "2027-03-28 20:00")).toBe("28 Mar 2027 19:00–20:00 UTC");
  });
});

describe("the hours of a group", () => {
  const night = { ...asTheGroup, contact_hours_all_day: false };
  const hours = { contact_hours_from: "20:00:00", contact_hours_to: "08:00:00" };

  it("are those of its members, each with their own rules", () => {
    const coverage = coverageOfGroup(rules("09:00-21:00"), [null, { ...night, ...hours }], now);
    expect(gapLines(coverage, "UTC")).toEqual(["every day 08:00–09:00 UTC"]);
  });

  it("leave no gap where the group waits on purpose", () => {
    const lines = (...members: (typeof asTheGroup)[]) =>
      gapLines(
        coverageOf(reachedOrClosed(rules("07:00-21:00"), members, knownAround(now)), now),
        "UTC",
      );
    expect(lines(asTheGroup)).toEqual([]);
    expect(lines({ ...night, ...hours })).toEqual(["every day 08:00–20:00 UTC"]);
  });

  it("are calculated once for a thousand members with twenty rules", () => {
    const twenty = Array.from({ length: 20 }, (_, i) => ({
      ...asTheGroup,
      ...rules(`${10 + (i % 10)}:00-21:00`, [i % 7, 6]),
    }));
    const members = Array.from({ length: 1000 }, (_, i) => ({ ...twenty[i % 20]! }));
    const windows = (of: typeof members) => membersReached(rules(""), of, knownAround(now));
    expect(windows(members)).toHaveLength(windows(twenty).length);
  });
});

it("intervals may touch, overlap, and lie outside of the span", () => {
  const intervals = [
    [50, 60],
    [1, 3],
    [2, 2.5],
    [3, 4],
    [-5, 0.5],
    [8, 12],
  ].map(([from, until]) => ({ from: from!, until: until! }));
  expect(gapsIn(intervals, { from: 0, until: 10 })).toEqual([
    { from: 0.5, until: 1 },
    { from: 4, until: 8 },
  ]);
});

describe("for any hours", () => {
  const time = fc.integer({ min: 0, max: 47 }).map((half) => {
    const hour = String(Math.floor(half / 2)).padStart(2, "0");
    return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
  });
  const anyRules = fc
    .record({
      hours: fc.oneof(
        fc.tuple(time, time).map((pair) => pair.join("-")),
        fc.constant(""),
      ),
      days: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }),
      zone: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago"),
    })
    .map(({ hours, days, zone }) => rules(hours, days, zone));
  const minutes = (days: number) => fc.integer({ min: 0, max: days * 24 * 60 });
  const contains = (intervals: readonly Interval[], at: number) =>
    intervals.some(({ from, until }) => from <= at && at < until);

  it("the windows of a span are the instants at which the hours are open", () => {
    fc.assert(
      fc.property(anyRules, minutes(400), minutes(20), (one, start, after) => {
        const from = now + start * 60_000;
        const at = from + after * 60_000;
        const windows = windowsIn(one, { from, until: from + 14 * 24 * 3_600_000 });
        const isInside = after < 14 * 24 * 60;
        expect(contains(windows, at)).toBe(isInside && isOpen(one, at));
      }),
      run,
    );
  });

  it("a gap is an instant at which all are closed, and none is missing", () => {
    fc.assert(
      fc.property(fc.array(anyRules, { maxLength: 4 }), minutes(53 * 7), (all, after) => {
        const at = now + after * 60_000;
        expect(contains(gapsAfter(ofRules(...all)), at)).toBe(!all.some((one) => isOpen(one, at)));
      }),
      run,
    );
  });
});
