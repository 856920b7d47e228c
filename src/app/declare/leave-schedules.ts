/** Takes deleted users out of the turns of schedules. */
import type { Actor } from "../audit.ts";
import type { Declared, Instant } from "../../core/model/model.ts";
import { day } from "../../core/text/units.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { schedulesOf } from "../../store/records/on-call.ts";
import { followSchedules } from "./rotate.ts";

/** Longer than any schedule goes on. */
const forGood = 100 * 365 * day;

/**
 * Deleted users are absent for good: versions that still answer, planned ones and overrides may have them. The absence has the
 * id of the user, by which `comeBack` finds it. `shortened`: the schedules whose people they were.
 */
export function* leaveSchedules(
  c: Context,
  actor: Actor,
  users: readonly Declared[],
  shortened: readonly string[],
  now: Instant,
): Procedure<void> {
  const { org_id } = actor;
  const ids = users.map(({ id }) => id);
  const left = new Set([...shortened, ...(yield* schedulesOf(c, org_id, ids, now))]);
  if (left.size === 0) return;
  yield* c.of.overrides.insertAllNew(
    users.map(({ id }) => ({
      id,
      org_id,
      schedule_id: null,
      mode: "away" as const,
      user_id: id,
      from: now,
      until: now + forGood,
      created_by: "",
      inserted_at: now,
    })),
  );
  yield* followSchedules(c, actor, [...left], now);
}

/** Ends the absence of a restored user. */
export function* comeBack(
  c: Context,
  { id, org_id }: Declared,
  actor: Actor,
  now: Instant,
): Procedure<void> {
  yield* c.of.overrides.remove({ id });
  const ids = (yield* rows(c.q.fallbacks, { org_id })).map((one) => one.id);
  yield* followSchedules(c, actor, ids, now);
}
