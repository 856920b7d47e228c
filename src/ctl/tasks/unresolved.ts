/** Lists the incidents that need a response. */
import type { Incident } from "../../api/incidents.ts";
import type { Query } from "../../api/routes/table.ts";
import type { Client } from "../../client/client.ts";

/** Open ones first, then acknowledged ones; of each the most important first, then the oldest. */
export async function unresolved(
  client: Client,
  query: Query<"GET /incidents"> = {},
): Promise<Incident[]> {
  const isTaken = ({ status }: Incident) => Number(status === "acknowledged");
  const incidents = await client.send("GET /incidents", {
    query: { ...query, unresolved: true },
  });
  return incidents.toSorted(
    (a, b) => isTaken(a) - isTaken(b) || a.priority_level - b.priority_level || a.number - b.number,
  );
}
