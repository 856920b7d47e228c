/** Lists kinds that a server with only the basic endpoints may lack. */
import { ApiProblem } from "../../client/errors.ts";
import type { Answered, Client } from "../../client/client.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import { identifying, originalFields } from "../../resource/manifest.ts";

/** Whether a server may lack the kind: no field of it but its name is on every server, or it is that of users. */
const isExtra = (kind: ResourceKind) =>
  kind === "users" || originalFields(kind).every((name) => identifying.includes(name));

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 404;

/** The resources of a kind; null: the server does not offer it. */
export async function offered<K extends ResourceKind>(
  client: Client,
  kind: K,
  query: { external_id?: string } = {},
): Promise<Answered[K][] | null> {
  try {
    return (await client.send(`GET /${kind as ResourceKind}`, { query })) as Answered[K][];
  } catch (error) {
    if (isExtra(kind) && isMissing(error)) return null;
    throw error;
  }
}

/** The list; empty where the server lacks its route. */
export async function orNone<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
