import { changesMembers } from "../../tasks/membership.ts";

/** Adds users to an alert group: an open incident that is unacknowledged pages them at once. */
export const run = changesMembers({
  joins: true,
  send: (client, id, { email }) =>
    client.send("POST /alert_groups/:id/members", { id, body: { email } }),
  done: "added to",
  already: "is a member already of",
});
