import type { Acting } from "../audit.ts";
import { unknownReferences } from "../declare/references.ts";
import { written } from "../declare/written.ts";
import type { MaybeMisshapen, Outcome } from "../outcome.ts";
import { wakeGroups } from "../push/follow-edits.ts";
import { isMember, joinGroup, showMember } from "./membership.ts";
import { set_member } from "./set-member.ts";
import { rules, tidy } from "../../core/declare/rules.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { MemberRules } from "../../core/model/model.ts";
import { asTheGroup } from "../../resource/member.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownMember } from "../../store/reads/people.ts";

/**
 * Adds the user with an email address to a group, with the given rules from the first page on. Answers `created: false`
 * when the user is a member already, and changes the given rules.
 */
export function* add_member(
  c: Context,
  {
    actor,
    group_id,
    email,
    now,
    ...asked
  }: Acting & MaybeMisshapen & { group_id: string; email: string; given?: Partial<MemberRules> },
): Procedure<Outcome<{ created: boolean; member: ShownMember }>> {
  const { org_id } = actor;
  const ownRules = tidy(asked.given ?? {});
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  if (!group) return { ok: false, why: "not_found" };
  const user = yield* c.of.users.first({ org_id, email_key: email.trim().toLowerCase() });
  if (user && (yield* isMember(c, group_id, user.id))) {
    const input = { actor, group_id, user_id: user.id, ...asked, given: ownRules, now };
    const set = yield* set_member(c, input);
    return set.ok ? { ok: true, value: { created: false, member: set.value } } : set;
  }
  const unknown = {
    field: "email",
    code: "unknown_user",
    message: `no user of the organization has the email ${email}`,
  };
  const faults = allFaults(asked.misshapen ?? [], [
    ...(user ? [] : [unknown]),
    ...rules("members", { ...asTheGroup, ...ownRules }),
    ...(yield* unknownReferences(c, "members", ownRules, org_id)),
  ]);
  if (!user || faults.length > 0) return { ok: false, why: "invalid", faults };
  yield* joinGroup(c, group_id, user, ownRules, now);
  // A reminder without a recipient may have one now.
  yield* wakeGroups(c, org_id, [group_id], now);
  yield* written(c, "add_member", "alert_groups", group, actor, now);
  return { ok: true, value: { created: true, member: yield* showMember(c, group_id, user) } };
}
