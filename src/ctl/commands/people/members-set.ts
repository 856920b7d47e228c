import type { Run } from "../../call/call.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { givenRules } from "../../input/member-rules.ts";
import { memberRules } from "../../output/member.ts";
import { done } from "../../call/structured.ts";

/** Gives a member of a group hours, days, a time zone or a least priority of their own. */
export const run: Run = async (call) => {
  const { args, options } = call;
  const [typed = "", who = ""] = args;
  const given = givenRules(options);
  if (Object.keys(given).length === 0)
    throw wrongInput("usage", "nothing to set", "add --priority, --hours, --days or --timezone");
  const client = await call.client();
  const group = await findOfKind(client, "alert_groups", typed.replace(/^ag\//, ""));
  const user = await findOfKind(client, "users", who.replace(/^user\//, ""));
  const members = await client.send("GET /alert_groups/:id/members", { id: group.id });
  if (!members.some(({ user_id }) => user_id === user.id))
    throw wrongInput(
      "not_found",
      `${user.email} is not a member of "${group.title}"`,
      `list the members with: monitorctl members list ${typed}`,
    );
  const member = await client.send("PUT /alert_groups/:id/members/:user_id", {
    id: group.id,
    user_id: user.id,
    body: given,
  });
  return done(call, member, `${member.email} is notified: ${memberRules(member)}`);
};
