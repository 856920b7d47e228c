import type { Acting } from "../audit.ts";
import { written } from "../declare/written.ts";
import type { Outcome } from "../outcome.ts";
import { followRemoval } from "../push/follow-edits.ts";
import type { WhoseTurn } from "../../resource/group-schedule.ts";
import type { Context } from "../../store/queries/context.ts";
import { placesOf } from "../../store/records/audience.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Takes a schedule out of a group. */
export function* remove_group_schedule(
  c: Context,
  { actor, now, ...key }: Acting & { group_id: string; schedule_id: string; turn: WhoseTurn },
): Procedure<Outcome<null>> {
  const group = yield* c.of.alert_groups.first({ id: key.group_id, org_id: actor.org_id });
  if (!group || !(yield* c.of.group_schedules.first(key))) return { ok: false, why: "not_found" };
  const before = yield* placesOf(c, [group.id]);
  yield* c.of.group_schedules.remove(key);
  yield* written(c, "remove_schedule", "alert_groups", group, actor, now);
  c.nudge("coverage");
  yield* followRemoval(c, group, before, now);
  return { ok: true, value: null };
}
