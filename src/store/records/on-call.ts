/**
 * Loads schedules for the questions of `core/on-call`, and brings the rows of `on_call` up to date: in the transaction of each
 * change, and when a handoff is due.
 */
import type { Instant } from "../../core/model/model.ts";
import type { Absence, Override, Schedule, Schedules } from "../../core/on-call/on-call.ts";
import { standingAt } from "../../core/on-call/stays.ts";
import { continuedAt, versionAt } from "../../core/on-call/turns.ts";
import { day } from "../../core/text/units.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

type Row = Context["of"]["schedules"] extends { first(where: never): Procedure<infer R> }
  ? NonNullable<R>
  : never;

/** Schedules, with those that they fall back to, as they answer for instants from `from` on. */
export function* schedulesFrom(
  c: Context,
  ids: readonly string[],
  from: Instant,
): Procedure<Schedules> {
  const known = new Map<string, Row>();
  for (let next = [...ids]; next.length > 0;) {
    for (const row of yield* rows(c.q.schedulesAmong, { ids: JSON.stringify(next) }))
      known.set(row.id, row);
    const fallbacks = next.flatMap((id) => known.get(id)?.otherwise ?? []);
    next = [...new Set(fallbacks)].filter((id) => !known.has(id));
  }
  const among = { ids: JSON.stringify([...known.keys()]), from };
  const versions = Map.groupBy(yield* rows(c.q.versionsAmong, among), (one) => one.schedule_id);
  const overrides = Map.groupBy(yield* rows(c.q.overridesAmong, among), (one) => one.schedule_id!);
  const byId = new Map<string, Schedule>();
  for (const row of known.values()) {
    const own = { versions: versions.get(row.id) ?? [], overrides: overrides.get(row.id) ?? [] };
    byId.set(row.id, { ...row, ...own, overrides: own.overrides as Override[] });
  }
  const people = JSON.stringify(peopleIn(byId.values()));
  const absences: Absence[] = yield* rows(c.q.absencesAmong, { ids: people, from });
  return { byId, absences };
}

/** The ids of all users that schedules can have on call. */
export function peopleIn(schedules: Iterable<Schedule>): string[] {
  const users = new Set<string>();
  for (const { versions, overrides } of schedules) {
    for (const { people } of versions) for (const user of people) users.add(user);
    for (const { user_id } of overrides) users.add(user_id);
  }
  return [...users];
}

/** The ids of schedules, and of those that fall back to one of them. */
export function* withDependents(
  c: Context,
  org_id: string,
  ids: readonly string[],
): Procedure<string[]> {
  const all = yield* rows(c.q.fallbacks, { org_id });
  const users = Map.groupBy(all, ({ otherwise }) => otherwise);
  const affected = new Set(ids);
  for (const id of affected) for (const user of users.get(id) ?? []) affected.add(user.id);
  return [...affected];
}

/** The schedules of an organization that can have one of these users on call. */
export function* schedulesOf(
  c: Context,
  org_id: string,
  user_ids: readonly string[],
  now: Instant,
): Procedure<string[]> {
  const ids = (yield* rows(c.q.fallbacks, { org_id })).map(({ id }) => id);
  const { byId } = yield* schedulesFrom(c, ids, now);
  return [...byId.values()].flatMap((schedule) => {
    const own = new Set(peopleIn([schedule]));
    return user_ids.some((id) => own.has(id)) ? schedule.id : [];
  });
}

/** Turns of a version are counted anew after this, so that no question walks through many years. */
const longestCount = 400 * day;

/**
 * Brings the people on call in schedules up to date, after a change of them or when a handoff is due. The
 * people that came are paged (`coverage`).
 */
export function* handOff(c: Context, ids: readonly string[], now: Instant): Procedure<void> {
  if (ids.length === 0) return;
  const sorted = [...new Set(ids)].toSorted();
  const due: Row[] = [];
  // One transaction at a time: in the order in which all lock them.
  for (const id of sorted) {
    const row = yield* c.of.schedules.hold({ id });
    if (row) due.push(row);
  }
  const from = Math.min(now, ...due.map(({ wake_at }) => wake_at ?? now));
  const all = yield* schedulesFrom(
    c,
    due.map(({ id }) => id),
    from,
  );
  const stays = Map.groupBy(
    yield* rows(c.q.staysAmong, { ids: JSON.stringify(sorted) }),
    ({ schedule_id }) => schedule_id,
  );
  for (const { id, wake_at } of due) {
    const before = stays.get(id) ?? [];
    const standing = standingAt(all, id, before, Math.min(now, wake_at ?? now), now);
    const keyOf = ({ turn, user_id }: { turn: string; user_id: string }) => `${turn} ${user_id}`;
    const had = new Map(before.map((stay) => [keyOf(stay), stay]));
    let others = false;
    for (const stay of standing.stays) {
      const old = had.get(keyOf(stay));
      had.delete(keyOf(stay));
      if (!old) yield* c.of.on_call.insert(stay);
      else if (old.until !== stay.until || old.since !== stay.since)
        yield* c.of.on_call.update(
          { schedule_id: id, turn: stay.turn, user_id: stay.user_id },
          { since: stay.since, until: stay.until },
        );
      if (!old) c.nudge("coverage");
      others ||= !old;
    }
    for (const { turn, user_id } of had.values()) {
      yield* c.of.on_call.remove({ schedule_id: id, turn, user_id });
      c.nudge("coverage");
      others = true;
    }
    // After the pages: the pushes about shifts are written in a transaction of their own.
    if (others) {
      yield* c.of.schedule_pushes.update({ schedule_id: id }, { due_at: now });
      c.nudge("shifts", now);
    }
    if (standing.wake_at !== wake_at)
      yield* c.of.schedules.update({ id }, { wake_at: standing.wake_at });
    if (standing.wake_at !== null) c.nudge("wakes", standing.wake_at);
    const version = versionAt(all.byId.get(id)!.versions, now);
    if (version && now - version.counted_from > longestCount)
      yield* c.of.schedule_versions.insertNew({
        ...continuedAt(version, now),
        schedule_id: id,
      });
  }
}
