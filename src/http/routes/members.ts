/** Members of an alert group. */
import type { members } from "../../api/routes/alert-groups.ts";
import type { MemberRules } from "../../core/model/model.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import * as present from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";

export const memberRoutes = ({ store }: Deps): Handlers<keyof typeof members> => ({
  "GET /alert_groups/:id/members": async ({ params, caller }) => {
    const members = await store.read.members(caller.org_id, params.id);
    if (!members) throw notFound("alert group");
    return members.map(present.member);
  },

  "POST /alert_groups/:id/members": async ({ params, body, misshapen, actor, now, reply }) => {
    const { email = "", ...rules } = body as Partial<typeof body>;
    const input = {
      actor,
      group_id: params.id,
      email,
      given: rules as Partial<MemberRules>,
      misshapen,
      now,
    };
    const added = await store.run("add_member", input);
    const { created, member } = valueOf(added, "alert group");
    if (created) reply.code(201);
    return present.member(member);
  },

  "PUT /alert_groups/:id/members/:user_id": async ({ params, body, misshapen, actor, now }) => {
    const { id: group_id, user_id } = params;
    const rules = body as Partial<MemberRules>;
    const input = { actor, group_id, user_id, given: rules, misshapen, now };
    return present.member(valueOf(await store.run("set_member", input), "member"));
  },

  "DELETE /alert_groups/:id/members/:user_id": async ({ params, actor, now }) => {
    const { id: group_id, user_id } = params;
    valueOf(await store.run("remove_member", { actor, group_id, user_id, now }), "member");
  },
});
