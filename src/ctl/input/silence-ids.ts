import type { Client } from "../../client/client.ts";
import { wrongInput } from "../call/failure.ts";

/** The ids of silences typed as an id or the end of one: all before any is changed. */
export async function silenceIds(client: Client, typed: readonly string[]): Promise<string[]> {
  const silences = await client.send("GET /silences", { query: {} });
  return typed.map((word) => {
    const hits = silences.filter(({ id }) => id === word || id.endsWith(word));
    const [hit] = hits;
    if (hit && hits.length === 1) return hit.id;
    throw wrongInput(
      hit ? "ambiguous" : "not_found",
      hit ? `${hits.length} silences end with "${word}"` : `no silence "${word}"`,
      "name its id, from: monitorctl silence list",
    );
  });
}
