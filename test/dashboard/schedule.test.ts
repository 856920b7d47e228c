/** A schedule as bands: turns and what became of them, the lanes they lie on, and hostile names in all of it. */
import { nearTime, placeOf } from "../../src/dashboard/chart/times.ts";
import { describe, expect, it } from "vitest";
import type { Absence, Override, Schedule, Schedules } from "../../src/core/on-call/on-call.ts";
import { firstVersion, versionsAfter } from "../../src/core/on-call/turns.ts";
import { gapsAfter } from "../../src/core/on-call/coverage.ts";
import { gapLines } from "../../src/core/on-call/coverage-text.ts";
import { coverageOfSchedule } from "../../src/core/on-call/schedule-coverage.ts";
import { nextShiftOf } from "../../src/core/on-call/next-shift.ts";
import { standingAt } from "../../src/core/on-call/stays.ts";
import { lane, placeIn, spanOfDays } from "../../src/dashboard/chart/lane.ts";
import { schedulePage } from "../../src/dashboard/schedule/page.ts";
import { bandsOf, turnsIn } from "../../src/dashboard/schedule/bands.ts";
import type { ScheduleModel, ShownSchedule } from "../../src/dashboard/schedule/model.ts";
import { takeEnds } from "../../src/dashboard/schedule/take.ts";
import { lengthText, spanOf } from "../../src/dashboard/schedule/times.ts";
import { bandLabel } from "../../src/dashboard/schedule/words.ts";
import { scheduleSpec } from "../support/builders.ts";
import { dutyRow, made, schedule as given, weekly } from "../support/schedules.ts";
import { evil, expectSafe, frame } from "./hostile.ts";

const at = (text: string) => Date.parse(text);
const now = at("2026-12-02T12:00Z");
const reader = { now, zone: "Europe/Berlin" };
const span = spanOfDays(Date.UTC(2026, 10, 30) / 86_400_000, 28, reader);

const schedule = (with_: Partial<Schedule> = {}): Schedule => ({ ...given("week"), ...with_ });
const all = (one: Schedule, absences: Absence[] = [], others: Schedule[] = []): Schedules => ({
  byId: new Map([one, ...others].map((each) => [each.id, each])),
  absences,
});
const override = (id: string, with_: Partial<Override>): Override => ({
  id,
  mode: "cover",
  user_id: "dan",
  instead_of_user_id: "bob",
  from: at("2026-12-08T18:00Z"),
  until: at("2026-12-08T22:00Z"),
  inserted_at: made,
  ...with_,
});
const absence = (user_id: string, from: string, until: string): Absence => ({
  id: `away-${user_id}`,
  user_id,
  from: at(from),
  until: at(until),
  inserted_at: made,
});
const bandsOfPerson = (schedules: Schedules, user: string) =>
  bandsOf(schedules, "week", span).people.find(({ user_id }) => user_id === user)?.bands ?? [];
const text = ({ from, until }: { from: number; until: number }) => spanOf({ from, until }, reader);

describe("the bands of a schedule", () => {
  it("are its turns, in the order of people, with their true ends at the edges", () => {
    const { people, own, gaps, handoffs } = bandsOf(all(schedule()), "week", span);
    expect(people.map(({ user_id, bands }) => [user_id, ...bands.map(text)])).toEqual([
      ["ada", "Mon 30 Nov 09:00 – Mon 7 Dec 09:00", "Mon 21 Dec 09:00 – Mon 28 Dec 09:00"],
      ["bob", "Mon 7 Dec 09:00 – Mon 14 Dec 09:00"],
      ["cyd", "Mon 14 Dec 09:00 – Mon 21 Dec 09:00"],
    ]);
    expect(gaps.map(text)).toEqual(["Mon 16 Nov 00:00 – Mon 30 Nov 09:00"]);
    expect(own).toHaveLength(1);
    expect(handoffs).toHaveLength(4);
  });

  it("have no gap before the schedule was created", () => {
    const created = at("2026-11-26T12:00Z");
    const { gaps, own } = bandsOf(all(schedule({ inserted_at: created })), "week", span);
    expect(gaps).toEqual([{ from: created, until: at("2026-11-30T08:00Z"), on_call: null }]);
    expect(own.map(({ from }) => from)).toEqual([at("2026-11-30T08:00Z")]);
  });

  it("have no handoff where the schedule was created within a turn", () => {
    const created = at("2026-12-02T07:44Z");
    const begun = { ...weekly, start: "2026-11-30" };
    const versions = [firstVersion(begun, created)];
    const { handoffs } = bandsOf(all(schedule({ versions, inserted_at: created })), "week", span);
    expect(handoffs.map((one) => new Date(one).toISOString().slice(0, 10))).toEqual([
      "2026-12-07",
      "2026-12-14",
      "2026-12-21",
    ]);
  });

  it("keep a turn whole that an edit divides", () => {
    const versions = versionsAfter(
      [firstVersion(weekly, made)],
      weekly,
      { ...weekly, people: ["ada", "bob", "cyd", "dan"] },
      now,
    );
    expect(turnsIn(versions, span).map(text).slice(0, 2)).toEqual([
      "Mon 30 Nov 09:00 – Mon 7 Dec 09:00",
      "Mon 7 Dec 09:00 – Mon 14 Dec 09:00",
    ]);
  });

  it("say who has the rest of a turn, and give a whole one away", () => {
    const part = all(schedule({ overrides: [override("o", {})] }));
    const [bob] = bandsOfPerson(part, "bob");
    expect(bob!.holes).toEqual([
      {
        from: at("2026-12-08T18:00Z"),
        until: at("2026-12-08T22:00Z"),
        user_id: "dan",
        away: false,
      },
    ]);
    expect(bandsOfPerson(part, "dan")[0]).toMatchObject({ because: "cover", override_id: "o" });
    const whole = { from: at("2026-12-07T08:00Z"), until: at("2026-12-14T08:00Z") };
    const given = all(
      schedule({
        overrides: [override("o", { ...whole, mode: "take", instead_of_user_id: null })],
      }),
    );
    const [gave] = bandsOfPerson(given, "bob");
    expect(gave!.inside).toEqual([]);
    const names = { nameOf: (id: string) => id.toUpperCase() };
    expect(bandLabel({ ...frame, ...reader }, names, gave!)).toBe("Given to DAN");
    expect(bandLabel({ ...frame, ...reader }, names, bandsOfPerson(given, "dan")[0]!)).toBe("Take");
  });

  it("know both halves of a swap", () => {
    const first = { from: at("2026-12-07T08:00Z"), until: at("2026-12-14T08:00Z") };
    const second = { from: at("2026-12-14T08:00Z"), until: at("2026-12-21T08:00Z") };
    const swapped = all(
      schedule({
        overrides: [
          override("a", { user_id: "cyd", instead_of_user_id: "bob", ...first }),
          override("b", { user_id: "bob", instead_of_user_id: "cyd", ...second }),
        ],
      }),
    );
    expect(bandsOfPerson(swapped, "cyd").map(({ swapped_with }) => swapped_with)).toEqual([
      null,
      "bob",
    ]);
  });

  it("show who stands in during an absence, and a time in which nobody does", () => {
    const bobAway = absence("bob", "2026-12-09T00:00Z", "2026-12-10T00:00Z");
    const [bob] = bandsOfPerson(all(schedule(), [bobAway]), "bob");
    expect(bob!.holes).toMatchObject([{ user_id: "cyd", away: true }]);
    const alone = schedule({ versions: [firstVersion({ ...weekly, people: ["bob"] }, made)] });
    const [left] = bandsOfPerson(all(alone, [bobAway]), "bob").filter(
      ({ holes }) => holes.length > 0,
    );
    expect(left!.holes).toMatchObject([{ user_id: null, away: true }]);
    expect(bandsOf(all(alone, [bobAway]), "week", span).gaps.map(text)).toContain(
      "Wed 9 Dec 01:00 – Thu 10 Dec 01:00",
    );
  });

  it("are one for each week of office hours, and another schedule answers at night", () => {
    const hours = {
      contact_hours_from: "09:00:00",
      contact_hours_to: "17:00:00",
      contact_days: [1, 2, 3, 4, 5],
    };
    const nights = { ...schedule(), id: "nights" };
    const office = schedule({
      ...hours,
      otherwise: "nights",
      versions: [firstVersion({ ...weekly, everyone: true, start: null }, made)],
    });
    const { people, elsewhere } = bandsOf(all(office, [], [nights]), "week", span);
    expect(people[0]!.bands.map(text)[0]).toBe("Mon 30 Nov 09:00 – Fri 4 Dec 17:00");
    expect(people[0]!.bands[0]!.inside).toHaveLength(5);
    expect(new Set(elsewhere.map(({ by }) => by))).toEqual(new Set(["nights"]));
  });
});

describe("a lane", () => {
  it("gives each day the same width, also one on which the clocks change", () => {
    const march = spanOfDays(Date.UTC(2027, 2, 22) / 86_400_000, 28, reader);
    expect(march.until - march.from).toBe(28 * 86_400_000 - 3_600_000);
    expect(placeIn(march, at("2027-03-28T22:00Z"))).toBe(25);
    expect(placeIn(march, 0)).toBe(0);
    expect(placeIn(march, at("2030-01-01T00:00Z"))).toBe(100);
  });

  it("is a group of links or an image, and writes a label only where the whole word fits", () => {
    const band = {
      from: span.from,
      until: span.until,
      look: "own",
      title: "Ada: all of it",
      label: "Ada",
    };
    const image = lane({ label: "x", span, now, bands: [band] }).text;
    expect(image).toContain('role="img"');
    expect(image).toContain(">Ada</text>");
    const narrow = { ...band, until: span.from + 3_600_000, href: "/x", title: "An hour" };
    const linked = lane({ label: "x", span, now, bands: [narrow] }).text;
    expect(linked).toContain('role="group"');
    expect(linked).toContain('aria-label="Ada: An hour"');
    expect(linked).not.toContain("</text>");
    expect(
      lane({ label: "x", span, now, bands: [{ ...band, from: 0, until: 1 }] }).text,
    ).not.toContain("own");
  });
});

describe("times of shifts", () => {
  it("are as short as they can be understood", () => {
    expect(nearTime(at("2026-12-02T20:00Z"), reader)).toBe("21:00");
    expect(nearTime(at("2026-12-07T08:00Z"), reader)).toBe("Mon 09:00");
    expect(nearTime(at("2026-12-14T08:00Z"), reader)).toBe("Mon 14 Dec 09:00");
    expect(nearTime(at("2026-12-02T20:00Z"), { now, zone: "UTC" })).toBe("20:00 UTC");
    expect(placeOf("America/New_York")).toBe("New York");
    expect(lengthText({ from: 0, until: 167 * 3_600_000 })).toBe("167 h");
    expect(lengthText({ from: 0, until: 12.5 * 3_600_000 })).toBe("12 h 30 min");
    expect(lengthText({ from: 0, until: 100.25 * 3_600_000 })).toBe("100 h 15 min");
  });

  it("of a shift that is taken are the ends that come before its own", () => {
    const one = { ...frame, ...reader };
    expect(takeEnds(one, null).map(({ text }) => text)).toEqual([
      "For 1 h, until 14:00",
      "For 4 h, until 17:00",
    ]);
    expect(takeEnds(one, at("2026-12-02T14:00Z")).map(({ text }) => text)).toEqual([
      "For 1 h, until 14:00",
      "Until 15:00",
    ]);
  });
});

describe("the page of a schedule", () => {
  const hostileIds = ["ada", "bob", "cyd"];
  function model(schedules: Schedules, shown: Partial<ScheduleModel> = {}): ScheduleModel {
    const bands = bandsOf(schedules, "week", span);
    const coverage = coverageOfSchedule(schedules, "week", now).gaps;
    const { stays } = standingAt(schedules, "week", [], now, now);
    return {
      schedule: {
        ...scheduleSpec({
          title: evil,
          people: hostileIds,
          description: evil,
          timezone: "Europe/Berlin",
        }),
        id: "week",
        project: evil,
        external_id: evil,
      } as unknown as ShownSchedule,
      all: schedules,
      bands,
      now: stays
        .filter(({ turn }) => turn === "now")
        .map((stay) => ({ ...stay, confirmed_at: stay.since })),
      next: stays.find(({ turn }) => turn === "next") ?? null,
      after: nextShiftOf(schedules, "week", now),
      gap: gapsAfter(coverage)[0] ?? null,
      gaps: gapLines(coverage, "UTC"),
      groups: [
        {
          id: "g",
          title: evil,
          turn: "next",
          escalation: { id: "h", title: evil, after_minutes: 5, people: [evil, evil, evil, evil] },
        },
      ],
      before: [{ id: "day", title: evil }],
      overrides: schedules.byId.get("week")!.overrides.map((one) => ({
        ...one,
        org_id: "o",
        schedule_id: "week",
        reason: evil,
        created_by: evil,
      })),
      absences: schedules.absences,
      load: [dutyRow({ schedule_id: "week", name: evil })],
      swaps: turnsIn(schedules.byId.get("week")!.versions, { from: now, until: span.until }),
      nameOf: () => evil,
      titleOf: () => evil,
      users: [{ id: "ada", name: evil }],
      unverified: new Set(["ada"]),
      view: { span, day: null, open: null, byDay: false, adding: false },
      rejected: null,
      ...shown,
    };
  }
  const lived = all(
    schedule({
      otherwise: "other",
      contact_hours_from: "08:00:00",
      contact_hours_to: "20:00:00",
      overrides: [
        override("o", {}),
        override("j", { mode: "join", instead_of_user_id: null }),
        override("n", { instead_of_user_id: "dan", user_id: "ada" }),
      ],
    }),
    [absence("cyd", "2026-12-15T00:00Z", "2026-12-17T00:00Z")],
    [{ ...schedule(), id: "other" }],
  );

  it("holds hostile text in every state", () => {
    const bands = bandsOf(lived, "week", span).people.flatMap((one) => one.bands);
    expect(bands.length).toBeGreaterThan(5);
    for (const open of [null, ...bands]) {
      const view = { span, day: span.day, open, byDay: open === null, adding: true };
      const rejected = { reason: evil, typed: { mode: "cover", reason: evil, from: evil } };
      expectSafe(schedulePage({ ...frame, now, undo: null }, model(lived, { view, rejected })));
    }
  });

  it("that others fall back to names them, and does not say that it pages nobody", () => {
    const before = [{ id: "day", title: "Day" }];
    const page = schedulePage({ ...frame, now }, model(lived, { groups: [], before }));
    const text = page.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
    expect(text).toContain("fallback of Day");
    expect(text).not.toMatch(/used by no group|pages nobody/);
  });

  it("says that nobody has it, and who is paged meanwhile", () => {
    const none = all(
      schedule({ versions: [firstVersion({ ...weekly, start: "2027-06-01" }, made)] }),
    );
    const page = schedulePage({ ...frame, now }, model(none)).replaceAll(/<[^>]+>/g, "");
    expect(page).toContain("Nobody on call now, until Mon 7 Jun 2027 07:00 UTC.");
    expect(page).toContain("no change within 90 days");
    // A gap of months is not taken with one press.
    expect(page).not.toContain("Take it");
    const unused = schedulePage({ ...frame, now }, model(none, { groups: [], before: [] }));
    expect(unused).toContain("it pages nobody");
    const next = { id: "h", title: "H", after_minutes: 0, people: [] };
    const passed = [{ id: "g", title: "G", turn: "now" as const, escalation: next }];
    expect(
      schedulePage({ ...frame, now }, model(none, { groups: passed })).replaceAll(/<[^>]+>/g, ""),
    ).toContain("at once, because nobody of G can be reached");
    const last = { id: "g", title: "G", turn: "now" as const, escalation: null };
    expect(schedulePage({ ...frame, now }, model(none, { groups: [last] }))).toContain(
      "escalates to no other group",
    );
  });
});
