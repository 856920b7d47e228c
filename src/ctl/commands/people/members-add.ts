import { givenRules } from "../../input/member-rules.ts";
import { changesMembers } from "../../tasks/membership.ts";

/**
 * Adds users to an alert group: an open incident that is unacknowledged pages them at once, by the rules that the options
 * give them, or by those of the group.
 */
export const run = changesMembers({
  joins: true,
  rules: givenRules,
  send: (client, id, { email }, rules) =>
    client.send("POST /alert_groups/:id/members", { id, body: { email, ...rules } }),
  done: "added to",
  already: "is a member already of",
});
