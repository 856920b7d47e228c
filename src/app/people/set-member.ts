import { followGroups } from "../push/follow-edits.ts";
import type { Acting } from "../audit.ts";
import { unknownReferences } from "../declare/references.ts";
import { written } from "../declare/written.ts";
import type { MaybeMisshapen, Outcome } from "../outcome.ts";
import { showMember } from "./membership.ts";
import { rules, tidy } from "../../core/declare/rules.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { MemberRules } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownMember } from "../../store/reads/people.ts";

/** Changes the overrides that a member has in place of the group's rules. Only the given fields change. */
export function* set_member(
  c: Context,
  {
    actor,
    group_id,
    user_id,
    now,
    ...asked
  }: Acting & MaybeMisshapen & { group_id: string; user_id: string; given: Partial<MemberRules> },
): Procedure<Outcome<ShownMember>> {
  const changedRules = tidy(asked.given);
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id: actor.org_id });
  const member = yield* c.of.members.first({ group_id, user_id });
  const user = yield* c.of.users.first({ id: user_id });
  if (!group || !member || !user) return { ok: false, why: "not_found" };
  const faults = allFaults(asked.misshapen ?? [], [
    ...rules("members", { ...member, ...changedRules }),
    ...(yield* unknownReferences(c, "members", changedRules, actor.org_id)),
  ]);
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  if (JSON.stringify({ ...member, ...changedRules }) === JSON.stringify(member))
    return { ok: true, value: yield* showMember(c, group_id, user) };
  yield* c.of.members.update({ group_id, user_id }, changedRules);
  yield* written(c, "set_member", "alert_groups", group, actor, now);
  c.nudge("coverage");
  const value = yield* showMember(c, group_id, user);
  // Pushes that were on hold for the old hours may go by the new ones.
  yield* followGroups(c, actor.org_id, [group_id], now);
  return { ok: true, value };
}
