import { describe, expect, it } from "vitest";
import { turnChangeText } from "../../../src/core/on-call/turn-change.ts";
import {
  firstVersion,
  turnAt,
  versionAt,
  versionsAfter,
  type Rotation,
  type ScheduleVersion,
} from "../../../src/core/on-call/turns.ts";
import { made, utc, weekly } from "../../support/schedules.ts";

const at = utc("2026-12-09 12:00");
const nameOf = (user: string) => user[0]!.toUpperCase() + user.slice(1);

const inTurn = (versions: readonly ScheduleVersion[], at: number): string[] => {
  const version = versionAt(versions, at);
  if (!version) return [];
  return version.everyone
    ? [...new Set(version.people)]
    : [version.people[turnAt(version, at).position]!];
};

/** The sentences about an edit in Bob's week; `first`: what the schedule was made as. */
const edited = (
  edit: Partial<Rotation>,
  first: Partial<Rotation> = {},
  people: string[] | null = null,
  until: number | null = null,
) => {
  const given = { ...weekly, ...first };
  const before = [firstVersion(given, made)];
  const after = versionsAfter(before, given, { ...given, ...edit }, at);
  return turnChangeText({
    before,
    after,
    at,
    onCall: { people: people ?? inTurn(after, at), until },
    nameOf,
  });
};
const created = (rotation: Partial<Rotation>, when = made) =>
  turnChangeText({
    before: [],
    after: [firstVersion({ ...weekly, ...rotation }, when)],
    at: when,
    onCall: { people: rotation.people ?? ["ada"], until: null },
    nameOf,
  });

describe("what an edit changes for the people", () => {
  it.each<[string, Partial<Rotation>, string[]]>([
    [
      "a person at the end",
      { people: ["ada", "bob", "cyd", "dan"] },
      [
        "on call now: Bob, unchanged until Mon 14 Dec 09:00",
        "then Cyd, Dan (was Ada), Ada (21 → 28 Dec)",
      ],
    ],
    [
      "the person on call removed",
      { people: ["ada", "cyd"] },
      ["on call now: Cyd (was Bob) until Mon 14 Dec 09:00", "then Ada (21 → 14 Dec)"],
    ],
    [
      "others from a date on",
      { people: ["dan", "eve"], start: "2026-12-21" },
      [
        "on call now: Bob, unchanged until Mon 14 Dec 09:00",
        "then Cyd",
        "from Mon 21 Dec 09:00: Dan, then Eve",
      ],
    ],
    [
      "other handoffs",
      { cron: "0 17 * * FRI" },
      [
        "on call now: Bob until Fri 11 Dec 17:00 (was Mon 14 Dec 09:00)",
        "then Cyd (14 → 11 Dec), Ada (21 → 18 Dec)",
      ],
    ],
    [
      "another zone",
      { timezone: "UTC" },
      [
        "on call now: Bob until Mon 14 Dec 09:00 (was Mon 14 Dec 08:00)",
        "then Cyd (Mon 14 Dec 08:00 → 09:00), Ada (Mon 21 Dec 08:00 → 09:00)",
      ],
    ],
    [
      "longer turns",
      { handoff_every: 3 },
      ["on call now: Bob, unchanged until Mon 14 Dec 09:00", "then Cyd, Ada (21 Dec → 4 Jan 2027)"],
    ],
    [
      "counted anew",
      { start: "2026-11-16" },
      [
        "on call now: Ada (was Bob) until Mon 14 Dec 09:00",
        "then Bob (28 → 14 Dec), Cyd (14 → 21 Dec)",
      ],
    ],
    ["one person", { people: ["bob"] }, ["on call now: Bob, unchanged until Mon 14 Dec 09:00"]],
    ["everyone", { everyone: true, start: null }, ["on call now: Ada, Bob, Cyd (was Bob)"]],
    [
      "everyone, one of them twice",
      { everyone: true, people: ["dan", "dan"], start: null },
      ["on call now: Dan (was Bob)"],
    ],
  ])("%s", (_, edit, expected) => {
    expect(edited(edit)).toEqual(expected);
  });

  it("is about the turn where an override or the hours decide who is on call", () => {
    expect(edited({ people: ["ada", "bob", "cyd", "dan"] }, {}, ["dan"])[0]).toBe(
      "turn now: Bob, unchanged until Mon 14 Dec 09:00",
    );
    expect(edited({ people: ["bob"] }, {}, ["bob"], utc("2026-12-09 19:00"))[0]).toBe(
      "turn now: Bob, unchanged until Mon 14 Dec 09:00",
    );
  });

  it("knows turns instead of everyone at once", () => {
    expect(edited({ everyone: false }, { everyone: true, start: null })).toEqual([
      "on call now: Ada (was Ada, Bob, Cyd) until Mon 14 Dec 09:00",
      "then Bob, Cyd",
    ]);
    expect(
      edited({ everyone: false, start: "2026-12-21" }, { everyone: true, start: null }),
    ).toEqual([
      "on call now: Ada, Bob, Cyd, unchanged until Mon 21 Dec 09:00",
      "from Mon 21 Dec 09:00: Ada, then Bob, then Cyd",
    ]);
  });

  it("knows people without a next turn before", () => {
    expect(edited({ people: ["bob", "dan", "eve"] }, { people: ["bob"] })).toEqual([
      "on call now: Bob, unchanged until Mon 14 Dec 09:00",
      "then Dan (was Bob), Eve (was Bob)",
    ]);
  });
});

describe("a new schedule", () => {
  it("begins at once", () => {
    expect(created({ start: null })).toEqual([
      "on call now: Ada until Mon 30 Nov 09:00",
      "then Bob, Cyd",
    ]);
  });

  it("begins at its start", () => {
    expect(created({})).toEqual(["begins Mon 30 Nov 09:00 with Ada", "then Bob, Cyd"]);
  });

  it("has handoffs that end", () => {
    expect(created({ cron: "0 9 31 2 *", start: null })).toEqual(["on call now: Ada"]);
  });
});
