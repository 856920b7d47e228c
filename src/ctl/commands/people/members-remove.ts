import { changesMembers } from "../../tasks/membership.ts";

/** Removes users from an alert group; they stay users. */
export const run = changesMembers({
  joins: false,
  send: (client, id, user) =>
    client.send("DELETE /alert_groups/:id/members/:user_id", { id, user_id: user.id }),
  done: "removed from",
  already: "is not a member of",
});
