/** Looks up the names of the targets of silences. */
import { kindsWith } from "../../resource/resources.ts";
import type { Silence } from "../../api/silences.ts";
import type { Client } from "../../client/client.ts";
import { nameOf } from "../input/find-one.ts";

const kinds = kindsWith("subject");

/** Names of silenced resources; requested only if silences exist. */
export async function namesOfSilenced(
  client: Client,
  silences: readonly Silence[],
): Promise<Map<string, string>> {
  const wanted = silences.some(
    ({ monitor_id, alert_group_id, source_ids }) => monitor_id ?? alert_group_id ?? source_ids[0],
  );
  if (!wanted) return new Map();
  const lists = await Promise.all(
    kinds.map(async (kind) =>
      (await client.send(`GET /${kind}`)).map((r) => [r.id, nameOf(kind, r)] as const),
    ),
  );
  return new Map(lists.flat());
}
