/** The acceptance cases of schedules, worked out by hand. Berlin is at +1, and at +2 from 28 March 2027 01:00 UTC. */
import { describe, expect, it } from "vitest";
import {
  nextAt,
  onCallAt,
  type Absence,
  type Override,
  type Schedules,
} from "../../../src/core/on-call/on-call.ts";
import { shiftsOf } from "../../../src/core/on-call/shifts.ts";
import { standingAt } from "../../../src/core/on-call/stays.ts";
import {
  firstVersion,
  turnAt,
  versionsAfter,
  versionsOf,
  type Rotation,
} from "../../../src/core/on-call/turns.ts";
import {
  all,
  weekly,
  everyDay,
  made,
  schedule,
  text,
  utc,
  type Given,
} from "../../support/schedules.ts";

let made_ids = 0;
const override = (of: Partial<Override> & { from: number; until: number }): Override => ({
  id: `o${++made_ids}`,
  mode: "take",
  user_id: "dan",
  instead_of_user_id: null,
  inserted_at: made_ids,
  ...of,
});
const cover = (instead: string, user: string, from: string, until: string) =>
  override({
    mode: "cover",
    user_id: user,
    instead_of_user_id: instead,
    from: utc(from),
    until: utc(until),
  });
const away = (user: string, from: string, until: string): Absence => ({
  id: `a${++made_ids}`,
  user_id: user,
  from: utc(from),
  until: utc(until),
  inserted_at: 0,
});

/** Who is on call in `week` at each instant. */
const who = (schedules: Schedules, ...times: string[]) =>
  times.map((time) =>
    onCallAt(schedules, "week", utc(time))
      .map((one) => one.user_id)
      .join("+"),
  );
const onlyWeek = (given: Given = {}, absences: Absence[] = []) =>
  all([schedule("week", given)], absences);
/** The shifts of `week`, as `person from`. */
const begun = (schedules: Schedules, from: string, until: string) =>
  shiftsOf(schedules, "week", utc(from), utc(until)).map(
    (shift) => `${shift.on_call?.user_id ?? "nobody"} ${text(shift.from)}`,
  );
/** The week of turns after an edit on Wednesday, December 9. */
const edited = (after: Partial<Rotation>) => {
  const week = schedule("week");
  const at = utc("2026-12-09 12:00");
  const versions = versionsAfter(week.versions, weekly, { ...weekly, ...after }, at);
  return all([{ ...week, versions }]);
};
const lastYear = (rotation: Partial<Rotation>) =>
  firstVersion({ ...weekly, start: null, ...rotation }, utc("2026-01-01 00:00"));

describe("turns", () => {
  it("begin at the first handoff on or after the start, and end when the next one begins", () => {
    const times = [
      "2026-11-30 07:59:59",
      "2026-11-30 08:00:00",
      "2026-12-07 07:59:59",
      "2026-12-07 08:00:00",
    ];
    expect(who(onlyWeek(), ...times)).toEqual(["", "ada", "ada", "bob"]);
  });

  it("go round", () => {
    expect(who(onlyWeek(), "2026-12-25 23:30:00")).toEqual(["ada"]);
    expect(begun(onlyWeek(), "2026-12-25 23:30", "2026-12-29 00:00")).toEqual([
      "ada 2026-12-25 23:30",
      "bob 2026-12-28 08:00",
    ]);
  });

  it("are an hour shorter when summer time begins", () => {
    const [shift, next] = shiftsOf(
      onlyWeek(),
      "week",
      utc("2027-03-22 08:00"),
      utc("2027-04-01 00:00"),
    );
    expect(shift!.on_call!.user_id).toBe("bob");
    expect((shift!.until - shift!.from) / 3_600_000).toBe(167);
    expect(`${next!.on_call!.user_id} ${text(next!.from)}`).toBe("cyd 2027-03-29 07:00");
  });

  it("end after a time that is skipped, and with the first pass of one that repeats", () => {
    const version = lastYear({ cron: "30 2 * * *" });
    const handoffOn = (day: string) => text(turnAt(version, utc(day)).until);
    expect(handoffOn("2026-03-28 12:00")).toBe("2026-03-29 01:00");
    expect(handoffOn("2026-10-24 12:00")).toBe("2026-10-25 00:30");
    expect(handoffOn("2026-10-25 00:30")).toBe("2026-10-26 01:30");
  });

  it("of a night over the end of summer time are one turn of 13 hours", () => {
    const turn = turnAt(lastYear({ cron: "0 8,20 * * *" }), utc("2026-10-25 00:00"));
    expect([text(turn.from), text(turn.until)]).toEqual(["2026-10-24 18:00", "2026-10-25 07:00"]);
  });

  it("are of several handoffs where that is asked", () => {
    const given = { rotation: { people: ["ada", "bob"], handoff_every: 2 } };
    expect(begun(onlyWeek(given), "2026-11-30 08:00", "2026-12-29 00:00")).toEqual([
      "ada 2026-11-30 08:00",
      "bob 2026-12-14 08:00",
      "ada 2026-12-28 08:00",
    ]);
  });

  it("begin at once without a start", () => {
    const given = { rotation: { start: null } };
    expect(begun(onlyWeek(given), "2026-11-25 12:00", "2026-12-01 00:00")).toEqual([
      "ada 2026-11-25 12:00",
      "bob 2026-11-30 08:00",
    ]);
  });

  it("have neither gap nor overlap in a winter, and one of 167 hours", () => {
    const shifts = shiftsOf(onlyWeek(), "week", utc("2026-11-30 08:00"), utc("2027-04-05 07:00"));
    const lengths = shifts.map(({ from, until }) => (until - from) / 3_600_000);
    expect(lengths.filter((hours) => hours !== 168)).toEqual([167]);
    expect(shifts.every(({ on_call }) => on_call !== null)).toBe(true);
    expect(shifts.slice(1).every(({ from }, i) => from === shifts[i]!.until)).toBe(true);
  });
});

describe("hours and fallbacks", () => {
  const hours = {
    contact_hours_from: "09:00:00",
    contact_hours_to: "17:00:00",
    contact_days: [1, 2, 3, 4, 5],
  };

  it("let the next schedule answer outside the hours", () => {
    const office = { rotation: { people: ["ada", "bob"], everyone: true, start: null } };
    const schedules = all([
      schedule("week", { ...office, ...hours, otherwise: "nights" }),
      schedule("nights", { rotation: { people: ["cyd", "dan"] } }),
    ]);
    expect(
      who(
        schedules,
        "2026-12-04 15:59:59",
        "2026-12-04 16:00:00",
        "2026-12-05 12:00:00",
        "2026-12-07 07:59:59",
        "2026-12-07 08:00:00",
        "2026-12-07 16:00:00",
      ),
    ).toEqual(["ada+bob", "cyd", "cyd", "cyd", "ada+bob", "dan"]);
  });

  it("leave the gaps between three regions, which move with summer time", () => {
    const region = (id: string, timezone: string, otherwise: string | null) =>
      schedule(id, {
        ...hours,
        contact_days: everyDay,
        otherwise,
        rotation: { people: [id], everyone: true, start: null, timezone },
      });
    const schedules = all([
      region("week", "Europe/Berlin", "us"),
      region("us", "America/Los_Angeles", "au"),
      region("au", "Australia/Sydney", null),
    ]);
    const gapsOf = (day: string) =>
      shiftsOf(schedules, "week", utc(`${day} 00:00`), utc(`${day} 00:00`) + 86_400_000)
        .filter(({ on_call }) => on_call === null)
        .map(({ from, until }) => `${text(from)!.slice(11, 13)}–${text(until)!.slice(11, 13)}`);
    expect(gapsOf("2026-12-01")).toEqual(["06–08", "16–17"]);
    expect(gapsOf("2027-03-16")).toEqual(["06–08"]);
    expect(gapsOf("2027-03-30")).toEqual(["06–07", "15–16"]);
    expect(gapsOf("2027-04-06")).toEqual(["15–16"]);
  });
});

describe("overrides", () => {
  it("take a shift for a time", () => {
    const taken = { from: utc("2026-12-01 18:00"), until: utc("2026-12-01 22:00") };
    const overrides = [override(taken)];
    expect(begun(onlyWeek({ overrides }), "2026-11-30 08:00", "2026-12-07 08:00")).toEqual([
      "ada 2026-11-30 08:00",
      "dan 2026-12-01 18:00",
      "ada 2026-12-01 22:00",
    ]);
  });

  it("apply in the order of their creation, each to what those before it made", () => {
    const overrides = [
      cover("ada", "bob", "2026-12-01 08:00", "2026-12-03 08:00"),
      cover("bob", "cyd", "2026-12-02 08:00", "2026-12-02 12:00"),
    ];
    const schedules = onlyWeek({ overrides });
    const times = ["2026-12-02 09:00:00", "2026-12-02 12:00:00", "2026-12-03 08:00:00"];
    expect(who(schedules, ...times)).toEqual(["cyd", "bob", "ada"]);
  });

  it("have no effect where nobody is on call whose place they take", () => {
    const overrides = [cover("ada", "cyd", "2026-12-07 08:00", "2026-12-14 08:00")];
    expect(who(onlyWeek({ overrides }), "2026-12-08 00:00:00")).toEqual(["bob"]);
  });

  it("swap two turns", () => {
    const overrides = [
      cover("ada", "cyd", "2026-11-30 08:00", "2026-12-07 08:00"),
      cover("cyd", "ada", "2026-12-14 08:00", "2026-12-21 08:00"),
    ];
    expect(begun(onlyWeek({ overrides }), "2026-11-30 08:00", "2026-12-28 08:00")).toEqual([
      "cyd 2026-11-30 08:00",
      "bob 2026-12-07 08:00",
      "ada 2026-12-14 08:00",
      "ada 2026-12-21 08:00",
    ]);
  });

  it("add somebody, once", () => {
    const times = { from: utc("2026-12-01 00:00"), until: utc("2026-12-02 00:00") };
    const join = (user_id: string) => override({ mode: "join", user_id, ...times });
    const overrides = [join("dan"), join("ada")];
    expect(who(onlyWeek({ overrides }), "2026-12-01 12:00:00")).toEqual(["ada+dan"]);
  });

  it("of somebody who was marked away later have no effect", () => {
    const times = { from: utc("2026-12-01 00:00"), until: utc("2026-12-02 00:00") };
    const overrides = [override({ ...times, inserted_at: 1 })];
    const absence = away("dan", "2026-12-01 00:00", "2026-12-02 00:00");
    const at = "2026-12-01 12:00:00";
    expect(who(onlyWeek({ overrides }, [{ ...absence, inserted_at: 2 }]), at)).toEqual(["ada"]);
    expect(who(onlyWeek({ overrides }, [absence]), at)).toEqual(["dan"]);
  });
});

describe("absences", () => {
  it("are filled by the one whose own turns are farthest, and nobody's turn moves", () => {
    const four = { rotation: { people: ["ada", "bob", "cyd", "dan"] } };
    const schedules = onlyWeek(four, [away("ada", "2026-12-20 23:00", "2027-01-02 23:00")]);
    expect(begun(schedules, "2026-12-28 08:00", "2027-01-05 00:00")).toEqual([
      "cyd 2026-12-28 08:00",
      "ada 2027-01-02 23:00",
      "bob 2027-01-04 08:00",
    ]);
  });

  it("of everybody leave nobody, or the fallback", () => {
    const absences = ["ada", "bob", "cyd"].map((user) =>
      away(user, "2026-12-24 00:00", "2026-12-27 00:00"),
    );
    const at = "2026-12-25 12:00:00";
    expect(who(onlyWeek({}, absences), at)).toEqual([""]);
    const last = schedule("last", { rotation: { people: ["lea"], start: null } });
    const week = schedule("week", { otherwise: "last" });
    expect(who(all([week, last], absences), at)).toEqual(["lea"]);
  });

  it("of nobody change nothing for everyone, for ever", () => {
    const everyone = { rotation: { people: ["ada"], everyone: true, start: null } };
    expect(begun(onlyWeek(everyone), "2026-12-01 00:00", "2027-12-01 00:00")).toEqual([
      "ada 2026-12-01 00:00",
    ]);
  });

  it("leave the others of a schedule of everyone", () => {
    const everyone = { rotation: { everyone: true, start: null } };
    const absences = [away("bob", "2026-12-01 00:00", "2026-12-02 00:00")];
    expect(who(onlyWeek(everyone, absences), "2026-12-01 12:00:00")).toEqual(["ada+cyd"]);
  });
});

describe("an edit", () => {
  const turns = (schedules: Schedules) => begun(schedules, "2026-12-07 08:00", "2027-01-04 08:00");
  const bob = "bob 2026-12-07 08:00";

  it("that appends somebody lets the order go on behind the turn under way", () => {
    expect(turns(edited({ people: ["ada", "bob", "cyd", "dan"] }))).toEqual([
      bob,
      "cyd 2026-12-14 08:00",
      "dan 2026-12-21 08:00",
      "ada 2026-12-28 08:00",
    ]);
  });

  it("that puts somebody first changes neither now nor the past", () => {
    expect(turns(edited({ people: ["eve", "ada", "bob", "cyd"] }))).toEqual([
      bob,
      "cyd 2026-12-14 08:00",
      "eve 2026-12-21 08:00",
      "ada 2026-12-28 08:00",
    ]);
  });

  it("that removes the person on call gives the rest of the turn to the next one", () => {
    expect(turns(edited({ people: ["ada", "cyd"] }))).toEqual([
      bob,
      "cyd 2026-12-09 12:00",
      "ada 2026-12-14 08:00",
      "cyd 2026-12-21 08:00",
      "ada 2026-12-28 08:00",
    ]);
  });

  it("with a start in the future goes on as before until then", () => {
    const after = { people: ["dan", "eve"], start: "2026-12-21" };
    expect(turns(edited(after))).toEqual([
      bob,
      "cyd 2026-12-14 08:00",
      "dan 2026-12-21 08:00",
      "eve 2026-12-28 08:00",
    ]);
  });

  it("with a start in the past counts anew from it, from now on", () => {
    expect(turns(edited({ start: "2026-12-07" }))).toEqual([
      bob,
      "ada 2026-12-09 12:00",
      "bob 2026-12-14 08:00",
      "cyd 2026-12-21 08:00",
      "ada 2026-12-28 08:00",
    ]);
  });

  it("of the handoff keeps the person until the first new one", () => {
    const friday = edited({ cron: "0 17 * * FRI" });
    expect(begun(friday, "2026-12-07 08:00", "2026-12-24 00:00")).toEqual([
      bob,
      "cyd 2026-12-11 16:00",
      "ada 2026-12-18 16:00",
    ]);
  });

  it("of a list without anybody who was in it begins with its first", () => {
    expect(turns(edited({ people: ["dan", "eve"] })).slice(0, 3)).toEqual([
      bob,
      "dan 2026-12-09 12:00",
      "eve 2026-12-14 08:00",
    ]);
  });

  it("that leaves out the start, or changes nothing, changes no turn", () => {
    const { versions } = schedule("week");
    const at = utc("2026-12-09 12:00");
    expect(versionsAfter(versions, weekly, { ...weekly, start: null }, at)).toBe(versions);
    expect(versionsAfter(versions, weekly, { ...weekly }, at)).toBe(versions);
  });

  it("of a declared schedule answers the same, and a new one has its first version", () => {
    const at = utc("2026-12-09 12:00");
    const declared = { ...weekly, handoff_cron: weekly.cron, title: "Week" };
    const first = versionsOf([], null, declared, made);
    expect(first).toEqual([firstVersion(weekly, made)]);
    const after = { ...declared, people: ["bob", "ada"] };
    expect(versionsOf(first, declared, after, at)).toEqual(
      versionsAfter(first, weekly, { ...weekly, people: ["bob", "ada"] }, at),
    );
  });

  it("keeps the same place of somebody who stands in the list twice", () => {
    const before = { ...weekly, people: ["ada", "bob", "ada", "cyd"] };
    const versions = [firstVersion(before, made)];
    const at = utc("2026-12-16 12:00");
    const after = versionsAfter(
      versions,
      before,
      { ...before, people: ["dan", ...before.people] },
      at,
    );
    expect(turnAt(after.at(-1)!, at).position).toBe(3);
  });

  it("of a rotation that has not begun begins when it was to", () => {
    const versions = [firstVersion(weekly, made)];
    const at = utc("2026-11-26 00:00");
    const after = versionsAfter(versions, weekly, { ...weekly, people: ["eve", "ada"] }, at);
    expect(after.map(({ since, people }) => [text(since), people[0]])).toEqual([
      ["2026-11-30 08:00", "eve"],
    ]);
  });
});

describe("what cannot be stored", () => {
  it("is read as far as it goes: handoffs that never come, and schedules that lead back to themselves", () => {
    const never = "0 9 30 FEB *";
    const version = firstVersion({ ...weekly, cron: never }, made);
    expect(turnAt(version, made)).toEqual({ position: 0, from: made, until: null });
    const at = made + 1;
    const before = { ...weekly, cron: never };
    const [, after] = versionsAfter([version], before, { ...before, people: ["bob", "ada"] }, at);
    expect(turnAt(after!, at).position).toBe(1);
    const week = { ...schedule("week", { otherwise: "nights" }), versions: [version] };
    const nights = schedule("nights", { otherwise: "week" });
    expect(begun(all([week, nights]), "2026-11-25 13:00", "2026-12-25 00:00")).toEqual([
      "ada 2026-11-25 13:00",
    ]);
    expect(onCallAt(all([]), "week", at)).toEqual([]);
  });
});

describe("who is next", () => {
  const next = (schedules: Schedules, at: string) => nextAt(schedules, "week", utc(at));

  it("is the first after the turn under way who is neither away nor on call", () => {
    expect(next(onlyWeek(), "2026-12-01 12:00")).toBe("bob");
    expect(next(onlyWeek(), "2026-12-08 12:00")).toBe("cyd");
    const overrides = [cover("ada", "bob", "2026-12-01 08:00", "2026-12-03 08:00")];
    expect(next(onlyWeek({ overrides }), "2026-12-01 12:00")).toBe("cyd");
    const absences = [away("bob", "2026-12-01 00:00", "2026-12-02 00:00")];
    expect(next(onlyWeek({}, absences), "2026-12-01 12:00")).toBe("cyd");
  });

  it("is nobody where one person has all turns, or all have them at once", () => {
    const alone = { rotation: { people: ["ada"] } };
    expect(next(onlyWeek(alone), "2026-12-01 12:00")).toBeNull();
    const everyone = { rotation: { everyone: true, start: null } };
    expect(next(onlyWeek(everyone), "2026-12-01 12:00")).toBeNull();
    expect(next(onlyWeek(), "2026-11-26 12:00")).toBeNull();
  });
});

it("people stand by while nobody is next, until somebody is or nobody is on call", () => {
  const standing = (rotation: object, absences: Absence[]) => {
    const { stays } = standingAt(
      onlyWeek({ rotation: { start: null, ...rotation } }, absences),
      "week",
      [],
      made,
      utc("2026-12-01 12:00"),
    );
    return stays
      .filter(({ turn }) => turn !== "now")
      .map(({ turn, user_id, until }) => `${turn} ${user_id} ${text(until)}`);
  };
  const pair = { people: ["ada", "bob"] };
  const both = ["ada", "bob"].map((user) => away(user, "2026-12-02 00:00", "2026-12-03 00:00"));
  const bob = away("bob", "2026-12-01 00:00", "2026-12-02 08:00");
  expect(standing(pair, [bob])).toEqual([
    "no_next ada 2026-12-02 08:00",
    "no_next bob 2026-12-02 08:00",
  ]);
  expect(standing({ ...pair, everyone: true }, both)).toEqual([
    "no_next ada 2026-12-02 00:00",
    "no_next bob 2026-12-02 00:00",
  ]);
});

it("rows that were not looked at for a month of hourly handoffs are those of now", () => {
  const hourly = all([schedule("week", { rotation: { cron: "0 * * * *", start: null } })]);
  const now = utc("2026-12-25 12:30");
  const { stays, wake_at } = standingAt(hourly, "week", [], made, now);
  expect(stays.map(({ turn, user_id, until }) => [turn, user_id, text(until)])).toEqual([
    ["now", onCallAt(hourly, "week", now)[0]!.user_id, "2026-12-25 13:00"],
    ["next", nextAt(hourly, "week", now), "2026-12-25 13:00"],
  ]);
  expect(text(wake_at)).toBe("2026-12-25 13:00");
});

it("a schedule has neither shifts nor gaps before it was created, and gaps from then on", () => {
  const created = utc("2026-11-27 12:00");
  const schedules = all([schedule("week", { inserted_at: created })]);
  const shown = (from: string, until: string) =>
    shiftsOf(schedules, "week", utc(from), utc(until)).map(({ on_call, ...time }) => [
      on_call?.user_id ?? "nobody",
      text(time.from),
    ]);
  expect(shown("2026-11-01 00:00", "2026-12-01 00:00")).toEqual([
    ["nobody", "2026-11-27 12:00"],
    ["ada", "2026-11-30 08:00"],
  ]);
  expect(shown("2026-11-01 00:00", "2026-11-27 12:00")).toEqual([]);
});
