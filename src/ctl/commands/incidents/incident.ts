import type { IncidentDetail } from "../../../api/incidents.ts";
import type { Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { nameOf } from "../../input/find-one.ts";
import { incidentId } from "../../input/incident-id.ts";
import { incidentText } from "../../output/incident.ts";
import { printOne } from "../../call/print.ts";
import { personName } from "../../../core/text/person.ts";

/** Shows one incident: the failure, its timeline, and its recipients. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const id = incidentId(args[0]!);
  const client = await call.client();
  const incident = await client.send("GET /incidents/:id", { id });
  const people = options.output === "text" || options.output === undefined;
  const names = people ? await namesFor(client, incident) : new Map();
  return printOne(call, incident, (one) => incidentText(one, names, io.now(), style));
};

/** Names of the group and the recipients; a deleted user keeps the id. */
async function namesFor(
  client: Client,
  { alert_group_id, notifications }: IncidentDetail,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const told = notifications.length > 0;
  const [group, users] = await Promise.allSettled([
    client.send("GET /alert_groups/:id", { id: alert_group_id }),
    told ? client.send("GET /users") : [],
  ]);
  if (group.status === "fulfilled")
    names.set(alert_group_id, `${group.value.title} (${nameOf("alert_groups", group.value)})`);
  if (users.status === "fulfilled")
    for (const user of users.value) names.set(user.id, personName(user));
  return names;
}
