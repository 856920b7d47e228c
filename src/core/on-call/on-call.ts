/**
 * Calculates the people on call in a schedule at an instant: the person whose turn it is, or the one that stands in during an
 * absence; without either, those of the schedule that it falls back to; then the overrides. All others ask this. Pure.
 */
import type { Instant } from "../model/model.ts";
import { closesAt, nextOpening, type ContactRules } from "../hours/contact-hours.ts";
import { turnAt, versionAt, type ScheduleVersion } from "./turns.ts";

/** `take`: the person alone. `cover`: in place of another one. `join`: in addition. */
export type OverrideMode = "take" | "cover" | "join";

/** A change of the people on call in a schedule for a time. */
export interface Override {
  id: string;
  mode: OverrideMode;
  user_id: string;
  /** The person whose place is taken, by `cover`. */
  instead_of_user_id: string | null;
  from: Instant;
  /** Not part of it. */
  until: Instant;
  inserted_at: Instant;
}

/** A time in which a person is not on call in any schedule. */
export type Absence = Pick<Override, "id" | "user_id" | "from" | "until" | "inserted_at">;

/** A schedule as it is calculated with. */
export interface Schedule extends Pick<
  ContactRules,
  "contact_hours_from" | "contact_hours_to" | "contact_days"
> {
  id: string;
  /** The schedule that is asked while this one has no person. */
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

/** Why a person is on call. `away`: the person stands in during an absence. */
export const shiftReasons = ["turn", "everyone", "away", "take", "cover", "join"] as const;

/** A person on call, and the reason. */
export interface OnCall {
  user_id: string;
  /** The schedule whose turns or override it is. */
  by: string;
  because: (typeof shiftReasons)[number];
  /** The override or absence. */
  override_id: string | null;
  instead_of_user_id: string | null;
}

/** How many schedules one can lead to by `otherwise`. */
const maxFallbacks = 10;

/** The people on call, and the first instant at which they could change; null: never. */
export interface Answer {
  people: readonly OnCall[];
  until: Instant | null;
}

/** The people on call; empty: a gap. */
export const onCallAt = (all: Schedules, id: string, at: Instant): readonly OnCall[] =>
  answerAt(all, id, at).people;

/** The people on call, and until when at least. */
export function answerAt(all: Schedules, id: string, at: Instant): Answer {
  let until = Infinity;
  const change = (time: Instant) => {
    if (time > at && time < until) until = time;
  };
  for (const { from, until: end } of all.absences) [from, end].forEach(change);
  // The last one first: each answers while those before it have no person, and has its overrides in any case.
  const people = chainOf(all, id).reduceRight<readonly OnCall[]>((otherwise, schedule) => {
    for (const { since } of schedule.versions) change(since);
    for (const { from, until: end } of schedule.overrides) [from, end].forEach(change);
    const own = ownTurns(schedule, all.absences, at);
    change(own.until ?? Infinity);
    return overridden(schedule, all.absences, own.people.length > 0 ? own.people : otherwise, at);
  }, []);
  return { people, until: until === Infinity ? null : until };
}

/**
 * The next person: the first in the order after the turn under way without an absence and not on call now; null: none. With
 * fallbacks, that of the schedule that answers by its turns.
 */
export function nextAt(all: Schedules, id: string, at: Instant): string | null {
  const now = new Set(onCallAt(all, id, at).map(({ user_id }) => user_id));
  const answering = chainOf(all, id).find(
    (schedule) => ownTurns(schedule, all.absences, at).people.length > 0,
  );
  const version = answering && versionAt(answering.versions, at);
  if (!version || version.everyone) return null;
  const { people } = version;
  const { position } = turnAt(version, at);
  const after = people.map((_, i) => people[(position + i + 1) % people.length]!);
  return after.find((user) => !now.has(user) && !absenceOf(all.absences, user, at)) ?? null;
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

const nobody: Answer = { people: [], until: null };

/** The people whose turn it is, or their stand-ins, until the turn or the hours end. */
function ownTurns(schedule: Schedule, absences: readonly Absence[], at: Instant): Answer {
  const version = versionAt(schedule.versions, at);
  if (!version) return nobody;
  const hours = hoursOf(schedule, version);
  const closes = closesAt(hours, at);
  if (closes === at) return { people: [], until: nextOpening(hours, at) };
  const { people, everyone } = version;
  const of = (user_id: string, because: OnCall["because"], away?: Absence): OnCall => ({
    user_id,
    by: schedule.id,
    because,
    override_id: away?.id ?? null,
    instead_of_user_id: away?.user_id ?? null,
  });
  if (everyone) {
    const here = [...new Set(people)].filter((user) => !absenceOf(absences, user, at));
    return { people: here.map((user) => of(user, "everyone")), until: closes };
  }
  const { position, until: handoff } = turnAt(version, at);
  const until = Math.min(handoff ?? Infinity, closes ?? Infinity);
  const away = absenceOf(absences, people[position]!, at);
  if (!away) return { people: [of(people[position]!, "turn")], until };
  const standIn = farthestFrom(people, position).find((user) => !absenceOf(absences, user, at));
  return { people: standIn === undefined ? [] : [of(standIn, "away", away)], until };
}

/** The others, beginning with the farthest own turn: two turns in a row are the last choice. */
function farthestFrom(people: readonly string[], position: number): string[] {
  const half = position + Math.floor(people.length / 2);
  return people.map((_, i) => {
    const step = i % 2 === 1 ? (i + 1) / 2 : -i / 2;
    return people[(half + step + people.length) % people.length]!;
  });
}

/** The people after the overrides of a schedule. An absence that was entered later than an override cancels it. */
function overridden(
  { id, overrides }: Schedule,
  absences: readonly Absence[],
  people: readonly OnCall[],
  at: Instant,
): readonly OnCall[] {
  return overrides.reduce((before, override) => {
    const { mode, user_id, instead_of_user_id, from, until, inserted_at } = override;
    if (at < from || until <= at) return before;
    const later = absences.filter((absence) => absence.inserted_at > inserted_at);
    if (absenceOf(later, user_id, at)) return before;
    const others = before.filter((one) => one.user_id !== user_id);
    const one = { user_id, by: id, because: mode, override_id: override.id, instead_of_user_id };
    if (mode === "take") return [one];
    if (mode === "join") return others.length < before.length ? before : [...before, one];
    const isOnCall = before.some((person) => person.user_id === instead_of_user_id);
    return isOnCall ? [...others.filter((o) => o.user_id !== instead_of_user_id), one] : before;
  }, people);
}
