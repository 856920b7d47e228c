import type { Acting } from "../audit.ts";
import { written } from "../declare/written.ts";
import type { Outcome } from "../outcome.ts";
import { followRemoval } from "../push/follow-edits.ts";
import type { Context } from "../../store/queries/context.ts";
import { placesOf } from "../../store/records/audience.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Removes a user from a group. */
export function* remove_member(
  c: Context,
  { actor, group_id, user_id, now }: Acting & { group_id: string; user_id: string },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  const member = yield* c.of.members.first({ group_id, user_id });
  if (!group || !member) return { ok: false, why: "not_found" };
  const before = yield* placesOf(c, [group_id]);
  yield* c.of.members.remove({ group_id, user_id });
  c.nudge("coverage");
  yield* followRemoval(c, group, before, now);
  yield* written(c, "remove_member", "alert_groups", group, actor, now);
  return { ok: true, value: null };
}
