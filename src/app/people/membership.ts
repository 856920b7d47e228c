import { asTheGroup } from "../../resource/member.ts";
import type { Instant, Member, User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { shownMember, type ShownMember } from "../../store/reads/people.ts";

/** True when the user was not a member before. */
export function* joinGroup(
  c: Context,
  group_id: string,
  user: Pick<User, "id" | "org_id">,
  now: Instant,
): Procedure<boolean> {
  const member: Member = {
    group_id,
    user_id: user.id,
    org_id: user.org_id,
    ...asTheGroup,
    inserted_at: now,
  };
  const added = yield* c.of.members.insertNew(member);
  c.nudge("coverage");
  return added !== undefined;
}

/** An existing member as the API shows it. */
export function* showMember(c: Context, group_id: string, user: User): Procedure<ShownMember> {
  const member = (yield* c.of.members.first({ group_id, user_id: user.id }))!;
  const devices = yield* c.of.devices.find({ user_id: user.id });
  return shownMember({ member, user, devices });
}
