/**
 * Calculates turns. People take them in the order of a list, and every n-th handoff ends one. An edit of the list or of the
 * handoffs makes a new version from then on: it changes neither the person on call now, unless that person was removed, nor
 * the past, for which the earlier versions answer. Pure.
 */
import type { Instant, Resources } from "../model/model.ts";
import type { Row } from "../model/column.ts";
import type { schedule_versions } from "../model/on-call.ts";
import { dayLength, zoneOf } from "../hours/zone.ts";
import { handoffAfter, handoffsBetween, type Handoffs } from "./handoffs.ts";

/** The declared fields of a schedule that decide turns. */
export interface Rotation extends Handoffs {
  /** Ids of users in the order of turns; one may stand twice. */
  people: readonly string[];
  /** All of them at once, without turns. */
  everyone: boolean;
  /** Every n-th handoff ends a turn. */
  handoff_every: number;
  /** `YYYY-MM-DD`, local: the first person begins at the first handoff on or after its midnight. Null: at once. */
  start: string | null;
}

/** The declared fields of a schedule that decide its turns. */
export function rotationOf(schedule: object): Rotation {
  const { people, everyone, handoff_cron, handoff_every, start, timezone } =
    schedule as Resources["schedules"];
  return { people, everyone, cron: handoff_cron, timezone, handoff_every, start };
}

/** A rotation as it is from an instant on, with the turn from which others are counted. */
export type ScheduleVersion = Omit<Row<typeof schedule_versions>, "schedule_id">;

/** From one handoff to the next. */
export interface Turn {
  /** The place of its person in the list. */
  position: number;
  /** Its beginning; of the first one, the instant from which turns are counted. */
  from: Instant;
  /** Not part of it; null: no handoff comes any more. */
  until: Instant | null;
}

/** The version that answers for an instant; null: the first one has not begun. */
export const versionAt = (
  versions: readonly ScheduleVersion[],
  at: Instant,
): ScheduleVersion | null => versions.findLast(({ since }) => since <= at) ?? null;

/** The turn that is under way at `at`, which is not before the version began. */
export function turnAt(version: ScheduleVersion, at: Instant): Turn {
  const { counted_from, handoffs_left, handoff_every, people } = version;
  const passed = handoffsBetween(version, counted_from, at);
  const ended =
    passed < handoffs_left ? 0 : 1 + Math.floor((passed - handoffs_left) / handoff_every);
  const endOf = (turn: number) =>
    handoffAfter(version, counted_from, handoffs_left + turn * handoff_every);
  return {
    position: (version.position + ended) % people.length,
    from: ended === 0 ? counted_from : endOf(ended - 1)!,
    until: endOf(ended),
  };
}

/** The version of a rotation that is new at `at`: planned, under way since its start, or begun at once. */
export function firstVersion({ start, ...rotation }: Rotation, at: Instant): ScheduleVersion {
  const fresh = { ...rotation, position: 0, handoffs_left: rotation.handoff_every };
  const begin = start === null || rotation.everyone ? at : (beginOf(rotation, start) ?? at);
  const version = { ...fresh, since: begin, counted_from: begin };
  return begin < at ? continuedAt(version, at) : version;
}

/** The first handoff on or after the midnight of a day, `YYYY-MM-DD`; null: none. */
export function beginOf(rotation: Handoffs, start: string): Instant | null {
  const midnight = zoneOf(rotation.timezone).reached(
    Math.floor(Date.parse(start) / dayLength) * dayLength,
  );
  return handoffAfter(rotation, midnight - 1);
}

/** The same turns, counted from `at` instead of from the beginning. */
export function continuedAt(version: ScheduleVersion, at: Instant): ScheduleVersion {
  const { position, until } = turnAt(version, at);
  const left = until === null ? version.handoff_every : handoffsBetween(version, at, until);
  return { ...version, since: at, counted_from: at, position, handoffs_left: left };
}

/** The versions of a schedule that is declared at `at`; `before`: as it was declared until then, null: it is new. */
export const versionsOf = (
  stored: readonly ScheduleVersion[],
  before: object | null,
  after: object,
  at: Instant,
): readonly ScheduleVersion[] =>
  before
    ? versionsAfter(stored, rotationOf(before), rotationOf(after), at)
    : [firstVersion(rotationOf(after), at)];

/** The versions after an edit at `at`; the same list when it concerns no turns. */
export function versionsAfter(
  versions: readonly ScheduleVersion[],
  before: Rotation,
  after: Rotation,
  at: Instant,
): readonly ScheduleVersion[] {
  if (sameRotation(before, after)) return versions;
  const past = versions.filter(({ since }) => since < at);
  const current = versionAt(versions, at);
  const restarts = after.start !== null && after.start !== before.start;
  const fresh = firstVersion(after, at);
  const planned = fresh.since > at;
  if (current === null || restarts || planned || before.everyone || after.everyone)
    return [...(planned ? versions.filter(({ since }) => since <= at) : past), fresh];
  const turn = turnAt(current, at);
  const { start: _, ...rotation } = after;
  const position = placeAfter(current.people, turn.position, after.people);
  const left = sameHandoffs(before, after) ? continuedAt(current, at).handoffs_left : 1;
  return [...past, { ...rotation, since: at, counted_from: at, position, handoffs_left: left }];
}

const sameHandoffs = (a: Rotation, b: Rotation): boolean =>
  a.cron === b.cron && a.timezone === b.timezone && a.handoff_every === b.handoff_every;

/** Leaving out a start changes no turn. */
const sameRotation = (a: Rotation, b: Rotation): boolean =>
  sameHandoffs(a, b) &&
  a.everyone === b.everyone &&
  (b.start === null || a.start === b.start) &&
  a.people.join() === b.people.join();

/**
 * The place in an edited list where the turn under way goes on: that of its person; if that one was removed, of the first after
 * it in the old order that is in the new one; else the beginning.
 */
function placeAfter(before: readonly string[], position: number, after: readonly string[]): number {
  for (let i = 0; i < before.length; i++) {
    const at = (position + i) % before.length;
    const places = [...after.keys()].filter((place) => after[place] === before[at]);
    // A person with two places in the list keeps the same one of them.
    const earlier = before.slice(0, at).filter((person) => person === before[at]).length;
    const place = places[Math.min(earlier, places.length - 1)];
    if (place !== undefined) return place;
  }
  return 0;
}
