import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currentStart } from "../../../src/core/on-call/current-start.ts";
import {
  firstVersion,
  turnAt,
  versionAt,
  versionsAfter,
  type Rotation,
  type ScheduleVersion,
} from "../../../src/core/on-call/turns.ts";
import { day } from "../../../src/core/text/units.ts";
import { made, utc, weekly } from "../../support/schedules.ts";

const at = utc("2026-12-09 12:00");

/** A schedule that was made, and edited some times, in order. */
function edited(first: Rotation, edits: readonly [when: number, edit: Partial<Rotation>][]) {
  let rotation = first;
  let versions: readonly ScheduleVersion[] = [firstVersion(first, made)];
  for (const [when, edit] of edits) {
    const after = { ...rotation, ...edit };
    versions = versionsAfter(versions, rotation, after, when);
    rotation = after;
  }
  return { rotation, versions };
}

const startAfter = (first: Partial<Rotation>, edit: Partial<Rotation> = {}) => {
  const { rotation, versions } = edited({ ...weekly, ...first }, [[at, edit]]);
  return currentStart(rotation, versions, at);
};

describe("the start of today's turns", () => {
  it.each<[string, Partial<Rotation>, Partial<Rotation>, string | null]>([
    ["the declared one, where nothing was edited", {}, {}, "2026-11-30"],
    ["without one: when the first had their turn", { start: null }, {}, "2026-11-23"],
    ["after a person was added", {}, { people: ["ada", "bob", "cyd", "dan"] }, "2026-11-30"],
    ["after one was put first", {}, { people: ["eve", "ada", "bob", "cyd"] }, "2026-11-23"],
    ["after other handoffs", {}, { cron: "0 17 * * FRI" }, "2026-11-27"],
    ["while a change is planned", {}, { people: ["dan"], start: "2026-12-21" }, "2026-12-21"],
    ["everyone at once", { everyone: true, start: null }, {}, null],
    ["one person", { people: ["ada"], start: null }, {}, null],
    ["before its start", { start: "2027-03-01" }, {}, "2027-03-01"],
    ["without another handoff", { cron: "0 9 31 2 *", start: null }, {}, null],
    [
      "a round that begins in the evening",
      { people: ["ada", "bob", "cyd"], cron: "0 8,20 * * *", start: null },
      {},
      "2026-12-07",
    ],
    [
      "no date, where each round begins in the evening",
      { people: ["ada", "bob"], cron: "0 8,20 * * *", start: null },
      { people: ["bob", "ada"] },
      null,
    ],
    ["longer ago than ten years", { handoff_every: 53, start: null, cron: "0 9 1 1 *" }, {}, null],
  ])("%s", (_, first, edit, expected) => {
    expect(startAfter(first, edit)).toBe(expected);
  });

  it("gives the same turns for a year to a schedule that is made anew, whatever was edited", () => {
    const rotations = fc.record({
      people: fc.array(fc.constantFrom("ada", "bob", "cyd", "dan"), { minLength: 2, maxLength: 5 }),
      cron: fc.constantFrom("0 9 * * MON", "0 8,20 * * *", "30 2 * * *", "0 17 * * FRI"),
      timezone: fc.constantFrom("Europe/Berlin", "America/New_York", "UTC"),
      handoff_every: fc.integer({ min: 1, max: 3 }),
      start: fc.constantFrom(null, "2026-11-02"),
    });
    const edit = fc.tuple(
      fc.integer({ min: 1, max: 200 }).map((days) => made + days * day),
      rotations.map((rotation) => rotation as Partial<Rotation>),
    );
    let found = 0;
    fc.assert(
      fc.property(rotations, fc.array(edit, { maxLength: 3 }), (first, edits) => {
        const sorted = edits.toSorted(([a], [b]) => a - b);
        const { rotation, versions } = edited({ ...weekly, ...first }, sorted);
        const now = made + 250 * day;
        const start = currentStart(rotation, versions, now);
        if (start === null) return;
        const anew = firstVersion({ ...rotation, start }, now);
        const current = versionAt(versions, now)!;
        for (let days = 0; days < 365; days += 0.5) {
          const when = now + days * day;
          const [a, b] = [turnAt(anew, when), turnAt(current, when)];
          // The declared one is kept where no date gives these turns.
          const isOther = a.position !== b.position || a.until !== b.until;
          if (days === 0 && isOther && start === rotation.start) return;
          expect([days, rotation.people[a.position], a.until]).toEqual([
            days,
            rotation.people[b.position],
            b.until,
          ]);
        }
        found += 1;
      }),
      { numRuns: 60, seed: 20_261_126 },
    );
    expect(found).toBeGreaterThan(30);
  });
});
