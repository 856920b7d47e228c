import { audit, type Acting } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { followSchedules } from "../declare/rotate.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { schedulesOf } from "../../store/records/on-call.ts";

/** Ends an override or absence now; one that has not begun never applies, and one that has ended stays as it was. */
export function* end_override(
  c: Context,
  { actor, id, now }: Acting & { id: string },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const stored = yield* c.of.overrides.first({ id, org_id });
  // The absence of a deleted user has the id of the user.
  if (!stored || stored.user_id === id) return { ok: false, why: "not_found" };
  const { schedule_id, user_id, from, until } = stored;
  if (until <= now) return conflict("This override has ended. What is over stays as it was.");
  const ids = schedule_id === null ? yield* schedulesOf(c, org_id, [user_id], now) : [schedule_id];
  if (from >= now) yield* c.of.overrides.remove({ id });
  else yield* c.of.overrides.update({ id }, { until: now });
  const kind = schedule_id === null ? "users" : "schedules";
  const object = yield* c.of[kind].first({ id: schedule_id ?? user_id });
  yield* audit(c, { actor, now }, "end_override", kind, object ?? { id });
  yield* followSchedules(c, actor, ids, now);
  return { ok: true, value: null };
}
