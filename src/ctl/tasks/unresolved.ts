/** The incidents that still need a person. */
import type { Incident } from "../../api/incidents.ts";
import type { Client } from "../../client/client.ts";

/** Open ones first, then acknowledged ones; of each the most important first, then the oldest. */
export async function unresolved(
  client: Client,
  query: Readonly<Record<string, string>> = {},
): Promise<Incident[]> {
  const [open, acknowledged] = await Promise.all([
    client.incidents({ ...query, status: "open" }),
    client.incidents({ ...query, status: "acknowledged" }),
  ]);
  const ordered = (incidents: Incident[]) =>
    incidents.toSorted((a, b) => a.priority_level - b.priority_level || a.number - b.number);
  return [...ordered(open), ...ordered(acknowledged)];
}
