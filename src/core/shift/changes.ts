/** Finds how an edit or override changed the shifts of each person in the next eight weeks. Pure. */
import { gapsIn, type Interval } from "../hours/interval.ts";
import type { Instant, KnownSchedule } from "../model/model.ts";
import { chainOf, type Schedules } from "../on-call/on-call.ts";
import { day } from "../text/units.ts";
import { ownShifts } from "./own-shifts.ts";

/** Changes of shifts that begin in this time are news. */
const horizon = 8 * 7 * day;
/** Ends of shifts are looked for in this time; one that goes on after it has no end. */
const furthest = 2 * horizon;

/** After the first change others are awaited for this time, so that an evening of edits is one push. */
export const gatheringTime = 10 * 60_000;

/** The shifts of a person that are new, and those that are gone. */
export interface PersonChange {
  user_id: string;
  added: readonly Interval[];
  removed: readonly Interval[];
}

/** The schedule as it is, to be compared with a later one. */
export const knownSchedule = (all: Schedules, id: string): KnownSchedule => ({
  chain: chainOf(all, id).map((one) => ({
    id: one.id,
    otherwise: one.otherwise,
    contact_hours_from: one.contact_hours_from,
    contact_hours_to: one.contact_hours_to,
    contact_days: one.contact_days,
    versions: one.versions,
    overrides: one.overrides,
  })),
  absences: all.absences,
});

/**
 * The changes from a known schedule (null: it is new) to that of now, by person. A shift that is under way is left out: the push
 * of the handoff says whose it is.
 */
export function changesSince(
  known: KnownSchedule | null,
  all: Schedules,
  id: string,
  now: Instant,
): PersonChange[] {
  const before = known ? timesOf(asSchedules(known), id, now) : new Map<string, Interval[]>();
  const after = timesOf(all, id, now);
  const people = [...new Set([...before.keys(), ...after.keys()])];
  return people.flatMap((user_id) => {
    const [old, fresh] = [before.get(user_id) ?? [], after.get(user_id) ?? []];
    const added = without(fresh, old, now);
    const removed = without(old, fresh, now);
    return added.length + removed.length > 0 ? [{ user_id, added, removed }] : [];
  });
}

const asSchedules = ({ chain, absences }: KnownSchedule): Schedules => ({
  byId: new Map(chain.map((one) => [one.id, one])),
  absences,
});

function timesOf(all: Schedules, id: string, now: Instant): Map<string, Interval[]> {
  const times = new Map<string, Interval[]>();
  const end = now + furthest;
  for (const { user_id, from, until } of ownShifts(all, id, now, end)) {
    const own = times.get(user_id) ?? [];
    times.set(user_id, [...own, { from, until: until ?? end }]);
  }
  return times;
}

/** The parts of times that the others do not cover, and that begin in the next eight weeks. */
const without = (times: readonly Interval[], others: readonly Interval[], now: Instant) =>
  times
    .flatMap((one) => gapsIn(others, one))
    .filter(({ from }) => from > now && from < now + horizon);

/** Whether the end of a changed time is not known. */
export const hasNoEnd = ({ until }: Interval, at: Instant): boolean => until >= at + furthest;
