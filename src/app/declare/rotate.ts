/** Keeps the versions of the turns of a schedule: an edit answers from its commit on, and earlier ones for the past. */
import type { Declared, Instant } from "../../core/model/model.ts";
import { versionsOf } from "../../core/on-call/turns.ts";
import type { Fields } from "../../resource/references.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Actor } from "../audit.ts";
import { handOff, withDependents } from "../../store/records/on-call.ts";
import { hurryShiftPushes, noteEdits } from "../../store/records/shift-pushes.ts";

/** Writes the versions of a schedule that is stored; `before`: as it was until now, null: it is new. */
export function* rotate(
  c: Context,
  before: Fields | null,
  { id: schedule_id, ...after }: Declared & Fields,
  now: Instant,
): Procedure<void> {
  const stored = yield* rows(c.q.versionsAmong, { ids: JSON.stringify([schedule_id]), from: now });
  const versions = versionsOf(stored, before, after, now);
  const [old, kept] = [new Set<object>(stored), new Set<object>(versions)];
  for (const one of stored)
    if (!kept.has(one)) yield* c.of.schedule_versions.remove({ schedule_id, since: one.since });
  for (const one of versions)
    if (!old.has(one)) yield* c.of.schedule_versions.insert({ ...one, schedule_id });
}

/**
 * Brings the people on call up to date after a change of schedules: in these, and in those that fall back to them. `by`: the
 * pushes about it name them.
 */
export function* followSchedules(
  c: Context,
  by: Pick<Actor, "org_id" | "name">,
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  if (ids.length === 0) return;
  const affected = yield* withDependents(c, by.org_id, ids);
  yield* handOff(c, affected, now);
  yield* noteEdits(c, by, ids, now);
  yield* hurryShiftPushes(c, affected, now);
}
