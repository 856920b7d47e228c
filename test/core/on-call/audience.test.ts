import { describe, expect, test } from "vitest";
import { audienceOf, reasonOf, standByIn } from "../../../src/core/on-call/audience.ts";
import { firstVersion } from "../../../src/core/on-call/turns.ts";
import { alertGroup, member, night, user } from "../../support/builders.ts";

test("members are in the audience of their group at all times, in the order in which they joined, and are told why", () => {
  const group = alertGroup();
  const people = ["ada", "bo"].map((id, i) => ({
    user: user({ id }),
    member: member({ user_id: id, inserted_at: night + i, minimum_priority: 1 }),
    devices: [],
  }));
  for (const at of [night - 1, night, night + 1])
    expect(
      audienceOf({ group, people }, at).map((one) => [
        one.user.id,
        one.member.minimum_priority,
        reasonOf(one.member, group),
      ]),
    ).toEqual([
      ["ada", 1, 'is a member of "On call"'],
      ["bo", 1, 'is a member of "On call"'],
    ]);
});

describe("the people of its schedules", () => {
  const utc = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);
  const hours = {
    contact_hours_from: null,
    contact_hours_to: null,
    contact_days: [1, 2, 3, 4, 5, 6, 0],
  };
  const week = firstVersion(
    {
      people: ["ada", "bo", "gone"],
      everyone: false,
      cron: "0 9 * * MON",
      timezone: "Europe/Berlin",
      handoff_every: 1,
      start: "2026-11-30",
    },
    utc("2026-11-25 12:00"),
  );
  const turns = {
    byId: new Map([
      ["week", { id: "week", otherwise: null, overrides: [], versions: [week], ...hours }],
    ]),
    absences: [],
  };
  const known = ["ada", "bo", "cy"].map((id) => ({ user: user({ id }), devices: [] }));
  const of = (turn: "now" | "next", minimum_priority: number | null) => {
    const {
      user_id: _,
      via: __,
      schedule: ___,
      until: ____,
      ...rules
    } = member({ minimum_priority });
    return {
      ...rules,
      schedule_id: "week",
      turn,
      title: "Week",
      schedule_timezone: "Europe/Berlin",
    };
  };
  const schedules = {
    list: [of("now", 1), of("next", 2)],
    turns,
    people: new Map(known.map((one) => [one.user.id, one])),
  };
  const at = (moment: string) =>
    audienceOf(
      {
        group: alertGroup(),
        people: [{ ...known[2]!, member: member({ user_id: "cy" }) }],
        schedules,
      },
      utc(moment),
    ).map(
      ({ user: { id }, member: place }) =>
        `${id} (${place.minimum_priority}) ${reasonOf(place, alertGroup())}`,
    );

  test("are in its audience while they are on call, or next, with the rules of the schedule there", () => {
    const cy = 'cy (null) is a member of "On call"';
    expect(at("2026-11-26 12:00")).toEqual([cy]);
    expect(at("2026-11-30 08:00")).toEqual([
      cy,
      'ada (1) is on call in "Week" until 2026-12-07 09:00 Europe/Berlin',
      'bo (2) is next on call in "Week"',
    ]);
    // One that was deleted in the meantime is left out.
    expect(at("2026-12-07 08:00")).toEqual([
      cy,
      'bo (1) is on call in "Week" until 2026-12-14 09:00 Europe/Berlin',
    ]);
  });

  test("have one place each, that of a member first", () => {
    const twice = { ...schedules, list: [of("now", 1), of("now", 3)] };
    const ada = { ...known[0]!, member: member({ minimum_priority: 2 }) };
    const moment = utc("2026-11-30 08:00");
    const places = (people: (typeof ada)[]) =>
      audienceOf({ group: alertGroup(), people, schedules: twice }, moment).map(
        (one) => one.member.minimum_priority,
      );
    expect(places([])).toEqual([1]);
    expect(places([ada])).toEqual([2]);
  });

  test("are all of them in a gap, when the group has no person otherwise and does not escalate", () => {
    const before = utc("2026-11-26 12:00");
    const gap = (more = {}, people: Parameters<typeof audienceOf>[0]["people"] = []) => {
      const lists = { ...schedules, list: [of("now", 1), of("now", 1), of("next", 2)] };
      return audienceOf({ group: alertGroup(more), people, schedules: lists }, before).map(
        (one) => `${one.user.id} ${reasonOf(one.member, alertGroup())}`,
      );
    };
    expect(gap()).toEqual([
      'ada is one of "Week", in which nobody is on call',
      'bo is one of "Week", in which nobody is on call',
    ]);
    expect(gap({ escalate_to: "leads" })).toHaveLength(2);
    expect(gap({ escalate_to: "leads", escalate_after_minutes: 5 })).toEqual([]);
    expect(gap({}, [{ ...known[2]!, member: member({ user_id: "cy" }) }])).toHaveLength(1);
  });

  test("are all of them where nobody is next, in the same way", () => {
    const alone = { ...week, people: ["ada"] };
    const byId = new Map([...turns.byId].map(([id, one]) => [id, { ...one, versions: [alone] }]));
    const places = (...wanted: ("now" | "next")[]) => {
      const lists = {
        ...schedules,
        turns: { ...turns, byId },
        list: wanted.map((turn) => of(turn, 1)),
      };
      const at = utc("2026-11-30 08:00");
      return audienceOf({ group: alertGroup(), people: [], schedules: lists }, at).map(
        (one) => one.member,
      );
    };
    expect(places("next").map((place) => reasonOf(place, alertGroup()))).toEqual([
      'is one of "Week", in which nobody is next',
    ]);
    expect(standByIn(places("next"))?.via).toBe("no_next");
    expect(places("now", "next").map(({ via }) => via)).toEqual(["on_call"]);
    expect(standByIn(places("now"))).toBeNull();
  });

  test("may have no end in sight", () => {
    const place = member({ via: "on_call", schedule: "Week", schedule_timezone: "UTC" });
    expect(reasonOf(place, alertGroup())).toBe('is on call in "Week"');
    expect(reasonOf({ ...place, until: night, schedule_timezone: null }, alertGroup())).toBe(
      'is on call in "Week"',
    );
  });
});
