/** Schedules of any kind for properties: rotations, edits, overrides and absences over eight weeks with both changes of the clocks. */
import fc from "fast-check";
import type { Absence, Override, Schedules } from "../../src/core/on-call/on-call.ts";
import {
  firstVersion,
  versionsAfter,
  type Rotation,
  type ScheduleVersion,
} from "../../src/core/on-call/turns.ts";

export const hour = 3_600_000;
export const begin = Date.UTC(2027, 2, 1);
export const hours = (max: number) =>
  fc.integer({ min: 1, max }).map((count) => begin + count * hour);
/** Eight weeks: with the begin of summer time, and its end in Sydney. */
export const span = 8 * 7 * 24;

const people = fc.uniqueArray(fc.constantFrom("ada", "bob", "cyd", "dan", "eve"), {
  minLength: 1,
  maxLength: 5,
});
export const rotations: fc.Arbitrary<Rotation> = fc.record({
  people,
  everyone: fc.constant(false),
  cron: fc.constantFrom("0 9 * * MON", "0 17 * * FRI", "0 8,20 * * *", "30 2 * * *"),
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Sydney"),
  handoff_every: fc.integer({ min: 1, max: 3 }),
  start: fc.constant(null),
});
export const edits = fc
  .array(fc.record({ at: hours(span), rotation: rotations, onlyPeople: fc.boolean() }), {
    maxLength: 4,
  })
  .map((list) => list.toSorted((a, b) => a.at - b.at));
export type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never;

/** The rotation after an edit, which is often one of the people alone. */
export const after = (before: Rotation, { rotation, onlyPeople }: Edits[number]): Rotation =>
  onlyPeople ? { ...before, people: rotation.people } : rotation;

/** The versions after all edits. */
export function versionsOf(first: Rotation, all: Edits): readonly ScheduleVersion[] {
  let rotation = first;
  let versions: readonly ScheduleVersion[] = [firstVersion(first, begin)];
  for (const edit of all) {
    const next = after(rotation, edit);
    versions = versionsAfter(versions, rotation, next, edit.at);
    rotation = next;
  }
  return versions;
}

const absences = fc.array(
  fc.record({
    id: fc.uuid(),
    user_id: fc.constantFrom("ada", "bob", "cyd", "dan", "eve"),
    from: hours(span),
    length: fc.integer({ min: 1, max: 400 }),
    inserted_at: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 4 },
);
const overrides = fc.array(
  fc.record({
    id: fc.uuid(),
    mode: fc.constantFrom("take" as const, "cover" as const, "join" as const),
    user_id: fc.constantFrom("ada", "bob", "cyd", "dan", "eve"),
    instead_of_user_id: fc.constantFrom("ada", "bob", "cyd"),
    from: hours(span),
    length: fc.integer({ min: 1, max: 400 }),
    inserted_at: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 4 },
);
const ended = <T extends { from: number; length: number }>(list: readonly T[]) =>
  list.map((one) => ({ ...one, until: one.from + one.length * hour }));

export interface Given {
  rotation: Rotation;
  list: Edits;
  away: readonly Absence[];
  changes: readonly Override[];
}
export const schedules = ({ rotation, list, away, changes }: Given): Schedules => ({
  byId: new Map([
    [
      "week",
      {
        id: "week",
        otherwise: null,
        contact_hours_from: null,
        contact_hours_to: null,
        contact_days: [0, 1, 2, 3, 4, 5, 6],
        versions: versionsOf(rotation, list),
        overrides: changes,
      },
    ],
  ]),
  absences: away,
});
export const given: fc.Arbitrary<Given> = fc.record({
  rotation: rotations,
  list: edits,
  away: absences.map(ended),
  changes: overrides.map(ended),
});
