import { asTheGroup } from "../../resource/member.ts";
import type { Instant, MemberRules, User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { shownMember, type ShownMember } from "../../store/reads/people.ts";

export function* isMember(c: Context, group_id: string, user_id: string): Procedure<boolean> {
  return (yield* c.of.members.first({ group_id, user_id })) !== undefined;
}

/** Adds a user to a group; rules that are not given are those of the group. */
export function* joinGroup(
  c: Context,
  group_id: string,
  user: Pick<User, "id" | "org_id">,
  ownRules: Partial<MemberRules>,
  now: Instant,
): Procedure<void> {
  yield* c.of.members.insert({
    group_id,
    user_id: user.id,
    org_id: user.org_id,
    ...asTheGroup,
    ...ownRules,
    inserted_at: now,
  });
  c.nudge("coverage");
}

/** An existing member as the API shows it. */
export function* showMember(c: Context, group_id: string, user: User): Procedure<ShownMember> {
  const member = (yield* c.of.members.first({ group_id, user_id: user.id }))!;
  const devices = yield* c.of.devices.find({ user_id: user.id });
  return shownMember({ member, user, devices });
}
