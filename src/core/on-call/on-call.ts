/**
 * Who is on call in a schedule at an instant: the person whose turn it is, the one who stands in for somebody away, whoever
 * the schedule that it falls back to has, and over them the overrides. Everything that asks who is on call asks this. Pure.
 */
import type { Instant } from "../model/model.ts";
import { closesAt, nextOpening, type ContactRules } from "../paging/contact-hours.ts";
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
const maxFallbacks = 10;

/** Who is on call, and the first instant at which that could change; null: none. */
export interface Answer {
  people: readonly OnCall[];
  until: Instant | null;
}

/** Everybody who is on call; empty: nobody. */
export const onCallAt = (all: Schedules, id: string, at: Instant): readonly OnCall[] =>
  answerAt(all, id, at).people;

/** Everybody who is on call, and until when at least. */
export function answerAt(all: Schedules, id: string, at: Instant): Answer {
  let until = Infinity;
  const change = (time: Instant) => {
    if (time > at && time < until) until = time;
  };
  for (const { from, until: end } of all.absences) [from, end].forEach(change);
  // The last one first: each answers if those before it have nobody, and has its overrides in any case.
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
 * Who is next: the first in the order after the turn under way who is neither away nor on call now; null: nobody. Of the schedule
 * that answers by its turns, which `otherwise` can lead to.
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

/** The people whose turn it is, or who stand in for them, until the turn or the hours end. */
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
