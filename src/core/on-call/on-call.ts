/**
 * Calculates the people on call in a schedule at an instant: the person whose turn it is, or the one that stands in during an
 * absence; without either, those of the schedule that it falls back to; then the overrides. All others ask this. Pure.
 */
import type { Instant } from "../model/model.ts";
import { openHours, type ContactRules, type Stretch } from "../hours/contact-hours.ts";
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
  /** When it was created; absent: before any instant that is asked about. */
  inserted_at?: Instant;
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
  lineOf(all, id).answerAt(at).people;

/**
 * The next person: the first in the order after the turn under way without an absence and not on call now; null: none. With
 * fallbacks, that of the schedule that answers by its turns.
 */
export const nextAt = (all: Schedules, id: string, at: Instant): string | null =>
  lineOf(all, id).nextAt(at);

/** The people on call, and until when at least. */
export const answerAt = (all: Schedules, id: string, at: Instant): Answer =>
  lineOf(all, id).answerAt(at);

/** A schedule with those that it falls back to, for many questions: they cost least in the order of time. */
export interface Line {
  answerAt: (at: Instant) => Answer;
  nextAt: (at: Instant) => string | null;
}

export function lineOf(all: Schedules, id: string): Line {
  const { absences } = all;
  const away = absences.flatMap(bothEnds);
  const chain = chainOf(all, id).map((schedule) => {
    const hours = new Map(
      schedule.versions.map((version) => [version, openHours(hoursOf(schedule, version))]),
    );
    const since = schedule.versions.map((version) => version.since);
    const own = held([...away, ...since], (at) => {
      const version = versionAt(schedule.versions, at);
      return version
        ? ownTurns(schedule.id, version, hours.get(version)!(at), absences, at)
        : nobody;
    });
    return { schedule, own };
  });
  const overrides = chain.flatMap(({ schedule }) => schedule.overrides.flatMap(bothEnds));
  const answer = held(overrides, (at) =>
    // The last one first: each answers while those before it have no person, and has its overrides in any case.
    chain.reduceRight<Answer>((otherwise, { schedule, own }) => {
      const turns = own(at);
      const people = turns.people.length > 0 ? turns.people : otherwise.people;
      return {
        people: overridden(schedule, absences, people, at),
        until: earlier(otherwise.until, turns.until),
      };
    }, nobody),
  );
  return {
    answerAt: answer,
    nextAt(at) {
      const now = new Set(answer(at).people.map(({ user_id }) => user_id));
      const answering = chain.find(({ own }) => own(at).people.length > 0);
      const version = answering && versionAt(answering.schedule.versions, at);
      if (!version || version.everyone) return null;
      const { people } = version;
      const { position } = turnAt(version, at);
      const after = people.map((_, i) => people[(position + i + 1) % people.length]!);
      return after.find((user) => !now.has(user) && !absenceOf(absences, user, at)) ?? null;
    },
  };
}

const bothEnds = ({ from, until }: { from: Instant; until: Instant }) => [from, until];

/** The earlier of two instants; null: never. */
const earlier = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || (b !== null && b < a) ? b : a;

/** Answers that also end at the given times. The last one is kept, and asked for again only after its end. */
function held(times: readonly Instant[], ask: (at: Instant) => Answer): (at: Instant) => Answer {
  let [from, last]: [Instant, Answer] = [Infinity, nobody];
  return (at) => {
    if (from <= at && at < (last.until ?? Infinity)) return last;
    const { people, until } = ask(at);
    const next = times.reduce(
      (first, time) => (time > at && time < first ? time : first),
      Infinity,
    );
    [from, last] = [at, { people, until: earlier(until, next === Infinity ? null : next) }];
    return last;
  };
}

/** A schedule, the one it falls back to, and so on; a cycle ends where it began. */
export function chainOf({ byId }: Pick<Schedules, "byId">, id: string): Schedule[] {
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
export const hoursOf = (schedule: Schedule, { timezone }: ScheduleVersion): ContactRules => ({
  ...schedule,
  timezone,
  contact_hours_all_day: schedule.contact_hours_from === null,
});

const nobody: Answer = { people: [], until: null };

/** The people whose turn it is, or their stand-ins, until the turn or the hours end. */
function ownTurns(
  by: string,
  version: ScheduleVersion,
  { isOpen, until: closes }: Stretch,
  absences: readonly Absence[],
  at: Instant,
): Answer {
  if (!isOpen) return { people: [], until: closes };
  const { people, everyone } = version;
  const of = (user_id: string, because: OnCall["because"], away?: Absence): OnCall => ({
    user_id,
    by,
    because,
    override_id: away?.id ?? null,
    instead_of_user_id: away?.user_id ?? null,
  });
  if (everyone) {
    const here = [...new Set(people)].filter((user) => !absenceOf(absences, user, at));
    return { people: here.map((user) => of(user, "everyone")), until: closes };
  }
  const { position, until: handoff } = turnAt(version, at);
  const until = earlier(handoff, closes);
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
