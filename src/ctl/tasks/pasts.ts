/** Loads the last 24 hours of monitors, in steps of an hour. */
import { maxNamed } from "../../api/history.ts";
import type { Client } from "../../client/client.ts";
import { ApiProblem } from "../../client/errors.ts";
import type { Pasts } from "../output/past.ts";

/** The pasts of the monitors with these ids; empty for a server that keeps no history. */
export async function pastsOf(client: Client, ids: readonly string[]): Promise<Pasts> {
  const parts = Array.from({ length: Math.ceil(ids.length / maxNamed) }, (_, i) =>
    ids.slice(i * maxNamed, (i + 1) * maxNamed),
  );
  try {
    const pasts = await Promise.all(
      parts.map((part) => client.send("GET /monitors/history", { query: { ids: part } })),
    );
    return new Map(pasts.flat().map((past) => [past.monitor_id, past]));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return new Map();
    throw error;
  }
}
