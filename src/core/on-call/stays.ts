/**
 * The people on call in a schedule now, and the next one, as rows that statements join: each with when the person came and
 * until when the person stays. They follow from the answers of `on-call` alone. Pure.
 */
import type { Instant, StandBy, Stay } from "../model/model.ts";
import { day } from "../text/units.ts";
import { answerAt, chainOf, nextAt, type OnCall, type Schedules } from "./on-call.ts";
import { versionAt } from "./turns.ts";

/** The rows of a schedule, and the first instant at which they could change; null: never. */
export interface Standing {
  stays: Stay[];
  wake_at: Instant | null;
}

/** How far the end of a stay is looked for: a year, and this many changes. */
const horizon = 53 * 7 * day;
const mostChanges = 500;

/**
 * The rows at `now`. `before`: those that were right until `from`, an instant not after `now`; a person that came since
 * then has the instant at which they came.
 */
export function standingAt(
  all: Schedules,
  id: string,
  before: readonly Pick<Stay, "turn" | "user_id" | "since">[],
  from: Instant,
  now: Instant,
): Standing {
  let came = new Map(before.map((stay) => [keyOf(stay), stay.since]));
  for (let [at, changes] = [from, 0]; ; changes++) {
    const { people, until } = answerAt(all, id, at);
    const next = nextAt(all, id, at);
    const standBy: StandBy | null = people.length === 0 ? "gap" : next === null ? "no_next" : null;
    const stays: StayAt[] = [
      ...people.map(({ user_id }) => ({ turn: "now" as const, user_id })),
      ...(next === null ? [] : [{ turn: "next" as const, user_id: next }]),
      ...(standBy === null
        ? []
        : everybodyIn(all, id, at).map((user_id) => ({ turn: standBy, user_id }))),
    ];
    came = new Map(stays.map((stay) => [keyOf(stay), came.get(keyOf(stay)) ?? at]));
    if (at === now || until === null || until > now) return ended(all, id, stays, came, until);
    at = changes < mostChanges ? until : now;
  }
}

/** The people of a schedule and of those that it falls back to. */
function everybodyIn(all: Schedules, id: string, at: Instant): string[] {
  const versions = chainOf(all, id).map((one) => versionAt(one.versions, at) ?? one.versions[0]!);
  return [...new Set(versions.flatMap((version) => version.people))];
}

type StayAt = Pick<Stay, "turn" | "user_id">;

const keyOf = ({ turn, user_id }: Pick<Stay, "turn" | "user_id">) => `${turn} ${user_id}`;

/** The rows with the ends of the stays, and of the wait of the next person. */
function ended(
  all: Schedules,
  id: string,
  stays: readonly StayAt[],
  came: ReadonlyMap<string, Instant>,
  wake_at: Instant | null,
): Standing {
  const ends = new Map<string, Instant>();
  let at = wake_at;
  for (let changes = 0; at !== null && changes < mostChanges; changes++) {
    if (ends.size === stays.length || at - wake_at! > horizon) break;
    const { people, until } = answerAt(all, id, at);
    for (const stay of stays)
      if (!ends.has(keyOf(stay)) && isOver(all, id, stay, people, at)) ends.set(keyOf(stay), at);
    at = until;
  }
  const rows = stays.map((stay): Stay => {
    const key = keyOf(stay);
    return { schedule_id: id, ...stay, since: came.get(key)!, until: ends.get(key) ?? null };
  });
  return { stays: rows, wake_at };
}

/** Whether a stay has ended at an instant at which these people are on call. */
function isOver(
  all: Schedules,
  id: string,
  { turn, user_id }: StayAt,
  people: readonly OnCall[],
  at: Instant,
): boolean {
  if (turn === "gap") return people.length > 0;
  if (turn === "no_next") return people.length === 0 || nextAt(all, id, at) !== null;
  const isOnCall = people.some((person) => person.user_id === user_id);
  return isOnCall === (turn === "next");
}
