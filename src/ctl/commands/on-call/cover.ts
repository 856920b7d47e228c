import type { Run } from "../../call/call.ts";
import { findOfKind, me } from "../../input/find-one.ts";
import { dryOf, printOverridden, reasonOf, timesOf } from "../../tasks/overriding.ts";

/** Puts a second person on call in place of the first, whenever that one is. */
export const run: Run = async (call) => {
  const [name, first, second = me] = call.args;
  const client = await call.client();
  const schedule = await findOfKind(client, "schedules", name!);
  const instead = await findOfKind(client, "users", first!);
  const user = await findOfKind(client, "users", second!);
  const answer = await client.send("POST /schedules/:id/overrides", {
    id: schedule.id,
    query: dryOf(call),
    body: {
      mode: "cover",
      user_id: user.id,
      instead_of_user_id: instead.id,
      ...timesOf(call, schedule.timezone),
      ...reasonOf(call),
    },
  });
  return printOverridden(call, client, answer, schedule);
};
