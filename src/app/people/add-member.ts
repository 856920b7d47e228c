import type { Acting } from "../audit.ts";
import { written } from "../declare/written.ts";
import type { Outcome } from "../outcome.ts";
import { joinGroup, showMember } from "./membership.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownMember } from "../../store/reads/people.ts";

/** Adds the user with an email address to a group. Answers `created: false` when the user is a member already. */
export function* add_member(
  c: Context,
  { actor, group_id, email, now }: Acting & { group_id: string; email: string },
): Procedure<Outcome<{ created: boolean; member: ShownMember }>> {
  const { org_id } = actor;
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  if (!group) return { ok: false, why: "not_found" };
  const user = yield* c.of.users.first({ org_id, email_key: email.trim().toLowerCase() });
  if (!user)
    return {
      ok: false,
      why: "invalid",
      faults: [
        {
          field: "email",
          code: "unknown_user",
          message: `no user of the organization has the email ${email}`,
        },
      ],
    };
  const created = yield* joinGroup(c, group_id, user, now);
  if (created) yield* written(c, "add_member", "alert_groups", group, actor, now);
  return {
    ok: true,
    value: { created, member: yield* showMember(c, group_id, user) },
  };
}
