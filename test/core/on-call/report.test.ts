import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Override, Schedules } from "../../../src/core/on-call/on-call.ts";
import {
  reportOf,
  type ReportedIncident,
  type ReportInput,
  type SentPage,
} from "../../../src/core/on-call/report.ts";
import { shiftsOf } from "../../../src/core/on-call/shifts.ts";
import { firstVersion, type Rotation } from "../../../src/core/on-call/turns.ts";

const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}:00Z`);
/** Mondays at 09:00 in Berlin, four weeks apart. */
const from = utc("2026-11-30 08:00");
const until = utc("2026-12-28 08:00");
const hour = 3_600_000;
const week: Rotation = {
  people: ["ada", "bob"],
  everyone: false,
  cron: "0 9 * * MON",
  timezone: "Europe/Berlin",
  handoff_every: 1,
  start: null,
};

interface Given {
  rotation?: Partial<Rotation>;
  overrides?: readonly Override[];
  hours?: [from: string, to: string];
  title?: string;
}
function reported(id: string, { rotation, overrides = [], hours, title = "Primary" }: Given = {}) {
  const turns = { ...week, ...rotation };
  const schedule = {
    id,
    otherwise: null,
    overrides,
    contact_hours_from: hours?.[0] ?? null,
    contact_hours_to: hours?.[1] ?? null,
    contact_days: [0, 1, 2, 3, 4, 5, 6],
    versions: [firstVersion(turns, from)],
  };
  const all: Schedules = { byId: new Map([[id, schedule]]), absences: [] };
  return { id, title, people: turns.people, shifts: shiftsOf(all, id, from, until) };
}
const names: Record<string, string> = { ada: "Ada", bob: "Bob", dan: "Dan" };
const report = (
  schedules = [reported("week")],
  { pages = [], ...more }: Partial<Omit<ReportInput, "pages">> & { pages?: SentPage[] } = {},
) =>
  reportOf({
    from,
    until,
    schedules,
    pages: Map.groupBy(pages, ({ user_id }) => user_id),
    incidents: new Map(),
    schedulesOf: new Map([["oncall", schedules.map(({ id }) => id)]]),
    nameOf: (id) => names[id] ?? id,
    timezoneOf: () => "Europe/Berlin",
    ...more,
  });
const page = (incident_id: string, at: string, more: Partial<SentPage> = {}): SentPage => ({
  alert_group_id: "oncall",
  user_id: "ada",
  incident_id,
  at: utc(at),
  reminder: false,
  ...more,
});
const acknowledged = (by: string, at: string, escalated: string | null = null) => ({
  acknowledged_by: by,
  acknowledged_at: utc(at),
  escalated_at: escalated === null ? null : utc(escalated),
});
const take = (user_id: string, begin: string, end: string): Override => ({
  id: "o",
  mode: "take",
  user_id,
  instead_of_user_id: null,
  from: utc(begin),
  until: utc(end),
  inserted_at: 0,
});

describe("the report of on-call duty", () => {
  it("has the hours of each person, with nights and weekends by their own clock", () => {
    const { people, schedules } = report([reported("week")], {
      timezoneOf: (id) => (id === "ada" ? "Europe/Berlin" : "Asia/Tokyo"),
    });
    expect(people[0]).toMatchObject({
      schedule: "Primary",
      name: "Ada",
      hours: 336,
      night_hours: 126,
      weekend_hours: 96,
      shifts: 2,
      above_share: 0,
    });
    expect(people[1]).toMatchObject({
      name: "Bob",
      hours: 336,
      night_hours: 126,
      weekend_hours: 96,
    });
    expect(schedules).toEqual([
      {
        schedule_id: "week",
        schedule: "Primary",
        people: 2,
        hours: 672,
        gap_hours: 0,
        flags: ["few_people"],
      },
    ]);
  });

  it("counts overrides as they were: guests have no share, and a shift around them is two", () => {
    const overrides = [take("dan", "2026-12-01 18:00", "2026-12-01 22:00")];
    const rows = report([reported("week", { overrides })]).people;
    expect(
      rows.map(({ name, hours, shifts, above_share }) => [name, hours, shifts, above_share]),
    ).toEqual([
      ["Ada", 332, 3, -4],
      ["Bob", 336, 2, 0],
      ["Dan", 4, 1, null],
    ]);
  });

  it("has gaps, and shifts by day where the schedule has hours", () => {
    const { people, schedules } = report([reported("day", { hours: ["09:00:00", "17:00:00"] })]);
    expect(schedules[0]).toMatchObject({ hours: 28 * 8, gap_hours: 28 * 16 });
    expect(people[0]).toMatchObject({ hours: 14 * 8, shifts: 14, night_hours: 0 });
  });

  it("has the pages of the shifts, and how long each person took", () => {
    const incidents = new Map<string, ReportedIncident>([
      ["a", acknowledged("ada", "2026-12-01 12:04")],
      ["b", acknowledged("ada", "2026-12-02 02:10", "2026-12-02 02:15")],
      ["c", acknowledged("bob", "2026-12-03 12:05", "2026-12-03 12:01")],
      ["d", { acknowledged_at: null, acknowledged_by: null, escalated_at: null }],
      ["e", acknowledged("ada", "2026-12-04 12:01", "2026-12-04 11:00")],
    ]);
    const pages = [
      page("a", "2026-12-01 12:00"),
      page("b", "2026-12-02 02:00"),
      page("b", "2026-12-02 02:05", { reminder: true }),
      page("c", "2026-12-03 12:00"),
      page("d", "2026-12-03 14:00"),
      page("e", "2026-12-04 12:00"),
      page("deleted", "2026-12-05 12:00"),
      // Neither during a shift, nor of a group that has the schedule.
      page("a", "2026-12-08 12:00"),
      page("a", "2026-12-01 12:30", { alert_group_id: "other" }),
    ];
    const [ada, bob] = report(undefined, { pages, incidents }).people;
    expect(ada).toMatchObject({
      incidents: 6,
      pages: 7,
      night_pages: 2,
      reminders: 1,
      median_minutes: 4,
      worst_minutes: 10,
      escalated: 2,
    });
    expect(bob).toMatchObject({
      incidents: 0,
      pages: 0,
      median_minutes: null,
      worst_minutes: null,
      escalated: 0,
    });
  });

  it("has the middle of two times as the median", () => {
    const incidents = new Map([
      ["a", acknowledged("ada", "2026-12-01 12:02")],
      ["b", acknowledged("ada", "2026-12-01 15:08")],
    ]);
    const pages = [page("a", "2026-12-01 12:00"), page("b", "2026-12-01 15:00")];
    expect(report(undefined, { pages, incidents }).people[0]!.median_minutes).toBe(5);
  });

  it("flags people by their duty in all schedules, and schedules of few people", () => {
    const six = ["ada", "bob", "cyd", "dan", "eve", "fay"];
    const turns = { people: six, handoff_every: 1 };
    const flags = (of = report()) => of.people.map((row) => `${row.name} ${row.flags.join()}`);
    const shared = report([reported("week", { rotation: turns })]);
    expect(shared.schedules[0]!.flags).toEqual([]);
    expect(new Set(flags(shared))).toEqual(
      new Set(["Ada ", "Bob ", "cyd ", "Dan ", "eve ", "fay "]),
    );
    expect(flags()).toEqual(["Ada much_time", "Bob much_time"]);
    const two = reported("nights", {
      rotation: { ...turns, people: ["fay", ...six] },
      title: "Nights",
    });
    expect(flags(report([reported("week", { rotation: turns }), two])).slice(0, 2)).toEqual([
      "Ada much_time,two_weeks",
      "Bob much_time,two_weeks",
    ]);
  });

  it("flags more than two incidents in twelve hours", () => {
    const times = ["2026-12-01 00:00", "2026-12-01 06:00", "2026-12-01 12:00", "2026-12-01 17:00"];
    const flagsAfter = (count: number) =>
      report(undefined, { pages: times.slice(0, count).map((at, i) => page(`i${i}`, at)) })
        .people[0]!.flags;
    expect(flagsAfter(3)).toEqual(["much_time"]);
    expect(flagsAfter(4)).toEqual(["many_incidents", "much_time"]);
  });

  it("shares out all hours of the period but its gaps", () => {
    const rotations = fc.record({
      people: fc.uniqueArray(fc.constantFrom("ada", "bob", "cyd", "dan"), { minLength: 1 }),
      cron: fc.constantFrom("0 9 * * MON", "0 8,20 * * *", "30 2 * * *"),
      timezone: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Sydney"),
    });
    const overrides = fc.array(
      fc
        .record({
          user: fc.constantFrom("ada", "eve"),
          begin: fc.integer({ min: 0, max: 600 }),
          length: fc.integer({ min: 1, max: 100 }),
        })
        .map(({ user, begin, length }) => ({
          ...take(user, "2026-11-30 08:00", "2026-11-30 08:00"),
          from: from + begin * hour,
          until: from + (begin + length) * hour,
        })),
      { maxLength: 3 },
    );
    const hours = fc.option(fc.constant<[string, string]>(["20:00:00", "08:00:00"]), {
      nil: undefined,
    });
    fc.assert(
      fc.property(rotations, overrides, hours, (rotation, changes, open) => {
        const given = { rotation, overrides: changes, ...(open && { hours: open }) };
        const { people, schedules } = report([reported("week", given)]);
        const sum = people.reduce((total, row) => total + row.hours, 0);
        const { hours: all, gap_hours } = schedules[0]!;
        expect(sum).toBeCloseTo((until - from) / hour - gap_hours, 6);
        expect(sum).toBeCloseTo(all, 6);
        for (const row of people) {
          expect(row.night_hours).toBeLessThanOrEqual(row.hours);
          expect(row.weekend_hours).toBeLessThanOrEqual(row.hours);
        }
      }),
      { seed: 20_261_126 },
    );
  });
});
