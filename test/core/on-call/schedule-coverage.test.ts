import { describe, expect, it } from "vitest";
import type { Absence, Schedule } from "../../../src/core/on-call/on-call.ts";
import { gapsAfter } from "../../../src/core/on-call/coverage.ts";
import {
  coverageOfSchedule,
  scheduleWarnings,
} from "../../../src/core/on-call/schedule-coverage.ts";
import type { Rotation } from "../../../src/core/on-call/turns.ts";
import { schedule as given, utc } from "../../support/schedules.ts";

/** A Thursday. */
const now = utc("2026-11-26 06:00");

const schedule = (
  id: string,
  rotation: Partial<Rotation> = {},
  more: Partial<Schedule> = {},
  made = utc("2026-01-01 00:00"),
): Schedule => given(id, { ...more, rotation: { start: null, ...rotation }, made });
const names: Record<string, string> = { ada: "Ada", bob: "Bob", cyd: "Cyd" };
const warnings = (schedules: Schedule[], absences: Absence[] = [], next = true) => {
  const all = { byId: new Map(schedules.map((one) => [one.id, one])), absences };
  const coverage = coverageOfSchedule(all, schedules[0]!.id, now);
  const nameOf = (id: string) => names[id] ?? id;
  return scheduleWarnings(coverage, { timezone: "Europe/Berlin", alone: true, next, nameOf });
};
const office = { contact_hours_from: "09:00:00", contact_hours_to: "17:00:00" };
const away = (user_id: string, from: string, until: string): Absence => ({
  id: user_id,
  user_id,
  from: utc(from),
  until: utc(until),
  inserted_at: 0,
});

describe("a schedule over 53 weeks", () => {
  it("is without a fault when three people take weekly turns", () => {
    expect(warnings([schedule("week")])).toEqual([]);
  });

  it("has the gaps of its hours, and none where another schedule answers", () => {
    const day = schedule("day", {}, { ...office, contact_days: [1, 2, 3, 4, 5] });
    expect(warnings([day])).toEqual([
      "has nobody on call every Mon to Thu 17:00–09:00 (Europe/Berlin)",
      "has nobody on call every Fri 17:00 to Mon 09:00 (Europe/Berlin)",
    ]);
    expect(warnings([{ ...day, otherwise: "week" }, schedule("week")])).toEqual([]);
  });

  it("has a gap until it begins, and while everybody is away", () => {
    const planned = schedule("week", { start: "2026-11-30" }, {}, now);
    expect(warnings([planned])).toEqual(["has nobody on call until 30 Nov 09:00 (Europe/Berlin)"]);
    const holidays = ["ada", "bob"].map((one) => away(one, "2026-12-24 11:00", "2026-12-27 11:00"));
    expect(warnings([schedule("week", { people: ["ada", "bob"] })], holidays)).toEqual([
      "has nobody on call once: 24 Dec 12:00 to 27 Dec 12:00 (Europe/Berlin)",
    ]);
  });

  it("has nobody next with one person, or while the other one is away", () => {
    expect(warnings([schedule("week", { people: ["ada"] })])).toEqual([
      "has nobody who is next at any time",
      "has Ada on call without a break",
    ]);
    const trip = away("bob", "2026-12-02 11:00", "2026-12-03 11:00");
    expect(warnings([schedule("week", { people: ["ada", "bob"] })], [trip])).toEqual([
      "has nobody who is next once: 2 Dec 12:00–12:00 (Europe/Berlin)",
    ]);
  });

  it("names people on call for more than 14 days in a row", () => {
    const slow = { people: ["ada", "bob"], handoff_every: 3 };
    const [ada, bob] = warnings([schedule("week", slow)]);
    expect([ada, bob]).toEqual([
      expect.stringMatching(/^has (Ada|Bob) on call for 21 days in a row, and 9 more times$/),
      expect.stringMatching(
        /^has (Ada|Bob) on call for 21 days in a row from \d+ \w+, and \d more times$/,
      ),
    ]);
    expect(warnings([schedule("week", { ...slow, handoff_every: 2 })])).toEqual([]);
    // Each day counts, also with hours in which another one is on call.
    const days = schedule("days", { people: ["ada", "bob"], handoff_every: 3 }, office);
    expect(warnings([{ ...days, otherwise: "week" }, schedule("week")])[0]).toMatch(
      /^has (Ada|Bob) on call for \d\d days in a row/,
    );
  });

  it("names a few of many people", () => {
    const many = Array.from({ length: 100 }, (_, i) => (i === 0 ? "ada" : `p${i}`));
    const all = schedule("week", { people: many, everyone: true });
    expect(warnings([all], [], false)).toEqual([
      "has Ada, p1, p2 and 97 more on call without a break",
    ]);
  });

  it("is judged by the same gaps that its shifts have", () => {
    const day = schedule("day", {}, office);
    const { gaps } = coverageOfSchedule(
      { byId: new Map([["day", day]]), absences: [] },
      "day",
      now,
    );
    expect(gapsAfter(gaps)[0]).toEqual({
      from: utc("2026-11-25 16:00"),
      until: utc("2026-11-26 08:00"),
    });
  });
});
