import type { IncidentDetail } from "../../api/incidents.ts";
import type { Client } from "../../client/client.ts";
import { updatesIn } from "../../core/status/public-incident.ts";
import { wrongInput } from "../call/failure.ts";
import { incidentId } from "./incident-id.ts";

export type PublicUpdate = IncidentDetail["timeline"][number] & { number: number };

/** The public updates of an incident, the first one as number 1. */
export async function publicUpdates(client: Client, typed: string): Promise<PublicUpdate[]> {
  const incident = await client.send("GET /incidents/:id", { id: incidentId(typed) });
  const timeline = incident.published_at === null ? [] : incident.timeline;
  return updatesIn(timeline).map((one, i) => ({ ...one, number: i + 1 }));
}

/** The update that is typed as its number, or as `last`. */
export async function publicUpdate(
  client: Client,
  incident: string,
  typed: string,
): Promise<{ id: string; update_id: string }> {
  const updates = await publicUpdates(client, incident);
  const update =
    typed === "last" ? updates.at(-1) : updates.find(({ number }) => String(number) === typed);
  if (!update)
    throw wrongInput(
      "not_found",
      `the incident has no public update "${typed}"`,
      `name its number or "last", from: monitorctl updates list ${incident}`,
    );
  return { id: incidentId(incident), update_id: update.id };
}
