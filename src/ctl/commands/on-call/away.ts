import type { Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { findOfKind } from "../../input/find-one.ts";
import { comingOf } from "../../input/duration.ts";
import { dryOf, printOverridden, reasonOf } from "../../tasks/overriding.ts";

/** Enters an absence: the person is on call in no schedule, and others stand in. */
export const run: Run = async (call) => {
  const { args, io, options } = call;
  const [person, begin, end] = args;
  const client = await call.client();
  const user = await findOfKind(client, "users", person!);
  const { timezone: typed } = options;
  const timezone = typeof typed === "string" ? typed : await zoneOfTurns(client, user.id);
  const at = (text: string) => comingOf("away", text, io.now(), timezone);
  const answer = await client.send("POST /users/:user_id/absences", {
    user_id: user.id,
    query: dryOf(call),
    body: { from: at(begin!), until: at(end!), ...reasonOf(call) },
  });
  return printOverridden(call, client, answer, { id: null, timezone });
};

/** The zone of all schedules in which the person takes turns, or UTC. */
async function zoneOfTurns(client: Client, userId: string): Promise<string> {
  const schedules = await client.send("GET /schedules");
  const own = schedules.filter(({ people }) => people.includes(userId));
  const zones = new Set(own.map(({ timezone }) => timezone));
  return zones.size === 1 ? [...zones][0]! : "UTC";
}
