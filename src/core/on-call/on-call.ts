/**
 * Who is on call in a schedule at an instant: the person whose turn it is, the one who stands in for somebody away, whoever
 * the schedule that it falls back to has, and over them the overrides. Everything that asks who is on call asks this. Pure.
 */
import type { Instant } from "../model/model.ts";
import { closesAt, isOpen, nextOpening, type ContactRules } from "../paging/contact-hours.ts";
import { turnAt, versionAt, type ScheduleVersion } from "./turns.ts";

/** `take`: the person alone. `cover`: in place of another one. `join`: in addition. */
export type OverrideMode = "take" | "cover" | "join";

/** A change of who is on call in a schedule for a time. */
export interface Override {
  id: string;
  mode: OverrideMode;
  user_id: string;
  /** Of `cover`: whose place the person takes. */
  instead_of_user_id: string | null;
  from: Instant;
  /** Not part of it. */
  until: Instant;
  inserted_at: Instant;
}

/** A time in which a person is on call nowhere. */
export type Absence = Pick<Override, "id" | "user_id" | "from" | "until" | "inserted_at">;

/** A schedule as it is calculated with. */
export interface Schedule extends Pick<
  ContactRules,
  "contact_hours_from" | "contact_hours_to" | "contact_days"
> {
  id: string;
  /** The schedule that is asked while this one has nobody. */
  otherwise: string | null;
  /** In order of their beginning. */
  versions: readonly ScheduleVersion[];
  /** In order of creation. */
  overrides: readonly Override[];
}

/** Schedules that may refer to each other, and the absences of their people. */
export interface Schedules {
  byId: ReadonlyMap<string, Schedule>;
  absences: readonly Absence[];
}

/** A person who is on call, and why. */
export interface OnCall {
  user_id: string;
  /** The schedule whose turns or override it is. */
  by: string;
  /** `away`: they stand in for somebody who is. */
  because: "turn" | "everyone" | "away" | OverrideMode;
  /** The override or absence. */
  override_id: string | null;
  instead_of_user_id: string | null;
}

/** How many schedules one can lead to by `otherwise`. */
export const maxFallbacks = 10;

/** Everybody who is on call; empty: nobody. */
export function onCallAt(all: Schedules, id: string, at: Instant): readonly OnCall[] {
  // The last one first: each answers if those before it have nobody, and has its overrides in any case.
  return chainOf(all, id).reduceRight<readonly OnCall[]>((otherwise, schedule) => {
    const own = ownTurns(schedule, all.absences, at);
    return overridden(schedule, all.absences, own.length > 0 ? own : otherwise, at);
  }, []);
}

/**
 * Who is next: the first in the order after the turn under way who is neither away nor on call now; null: nobody. Of the schedule
 * that answers by its turns, which `otherwise` can lead to.
 */
export function nextAt(all: Schedules, id: string, at: Instant): string | null {
  const now = new Set(onCallAt(all, id, at).map(({ user_id }) => user_id));
  const answering = chainOf(all, id).find(
    (schedule) => ownTurns(schedule, all.absences, at).length > 0,
  );
  const version = answering && versionAt(answering.versions, at);
  if (!version || version.everyone) return null;
  const { people } = version;
  const { position } = turnAt(version, at);
  const after = people.map((_, i) => people[(position + i + 1) % people.length]!);
  return after.find((user) => !now.has(user) && !absenceOf(all.absences, user, at)) ?? null;
}

/** The first instant after `at` at which somebody else could be on call; null: none. */
export function changeAfter(all: Schedules, id: string, at: Instant): Instant | null {
  const times = chainOf(all, id).flatMap((schedule) => [
    ...turnChanges(schedule, at),
    ...schedule.overrides.flatMap(({ from, until }) => [from, until]),
  ]);
  for (const { from, until } of all.absences) times.push(from, until);
  const next = Math.min(...times.filter((time) => time > at));
  return next === Infinity ? null : next;
}

/** A schedule, the one it falls back to, and so on; a cycle ends where it began. */
function chainOf({ byId }: Schedules, id: string): Schedule[] {
  const chain: Schedule[] = [];
  for (let at = byId.get(id); at !== undefined; at = byId.get(at.otherwise ?? "")) {
    if (chain.includes(at) || chain.length > maxFallbacks) break;
    chain.push(at);
  }
  return chain;
}

const absenceOf = (absences: readonly Absence[], user: string, at: Instant): Absence | undefined =>
  absences.find(({ user_id, from, until }) => user_id === user && from <= at && at < until);

/** When the turns of a schedule count; always, unless it says otherwise. */
const hoursOf = (schedule: Schedule, { timezone }: ScheduleVersion): ContactRules => ({
  ...schedule,
  timezone,
  contact_hours_all_day: schedule.contact_hours_from === null,
});

/** The people whose turn it is, or who stand in for them. */
function ownTurns(schedule: Schedule, absences: readonly Absence[], at: Instant): OnCall[] {
  const version = versionAt(schedule.versions, at);
  if (!version || !isOpen(hoursOf(schedule, version), at)) return [];
  const { people, everyone } = version;
  const of = (user_id: string, because: OnCall["because"], away?: Absence): OnCall => ({
    user_id,
    by: schedule.id,
    because,
    override_id: away?.id ?? null,
    instead_of_user_id: away?.user_id ?? null,
  });
  if (everyone)
    return [...new Set(people)]
      .filter((user) => !absenceOf(absences, user, at))
      .map((user) => of(user, "everyone"));
  const { position } = turnAt(version, at);
  const away = absenceOf(absences, people[position]!, at);
  if (!away) return [of(people[position]!, "turn")];
  const standIn = farthestFrom(people, position).find((user) => !absenceOf(absences, user, at));
  return standIn === undefined ? [] : [of(standIn, "away", away)];
}

/** The others, those first whose own turns are farthest from this one: nobody has two in a row if it can be avoided. */
function farthestFrom(people: readonly string[], position: number): string[] {
  const half = position + Math.floor(people.length / 2);
  return people.map((_, i) => {
    const step = i % 2 === 1 ? (i + 1) / 2 : -i / 2;
    return people[(half + step + people.length) % people.length]!;
  });
}

/** The people after the overrides of a schedule; those of a person who was marked away later have no effect. */
function overridden(
  { id, overrides }: Schedule,
  absences: readonly Absence[],
  people: readonly OnCall[],
  at: Instant,
): readonly OnCall[] {
  return overrides.reduce((before, override) => {
    const { mode, user_id, instead_of_user_id, from, until, inserted_at } = override;
    if (at < from || until <= at) return before;
    const away = absenceOf(absences, user_id, at);
    if (away && away.inserted_at > inserted_at) return before;
    const others = before.filter((one) => one.user_id !== user_id);
    const one = { user_id, by: id, because: mode, override_id: override.id, instead_of_user_id };
    if (mode === "take") return [one];
    if (mode === "join") return others.length < before.length ? before : [...before, one];
    const isOnCall = before.some((person) => person.user_id === instead_of_user_id);
    return isOnCall ? [...others.filter((o) => o.user_id !== instead_of_user_id), one] : before;
  }, people);
}

/** When the turns of a schedule, its version or its hours change next. */
function turnChanges(schedule: Schedule, at: Instant): Instant[] {
  const begins = schedule.versions.map(({ since }) => since);
  const version = versionAt(schedule.versions, at);
  if (!version) return begins;
  const hours = hoursOf(schedule, version);
  const edge = isOpen(hours, at) ? closesAt(hours, at) : nextOpening(hours, at);
  const handoff = version.everyone ? null : turnAt(version, at).until;
  return [...begins, edge ?? Infinity, handoff ?? Infinity];
}
