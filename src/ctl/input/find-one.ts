/**
 * Finds one resource that a person typed: `hc/shop`, or a bare name that is unambiguous. `find-several`
 * finds many by KIND/ID.
 */
import { kindsWith } from "../../resource/resources.ts";
import type { Answered, Client } from "../../client/client.ts";
import { ApiProblem } from "../../client/errors.ts";
import { didYouMean, nearest } from "../../core/text/nearest.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import { wrongInput, type Failure } from "../call/failure.ts";
import { isKind, kindOf, shortOf } from "./kinds.ts";
import { offered } from "./offered.ts";

export interface FoundResource<K extends ResourceKind> {
  kind: K;
  resource: Answered[K];
  /** The name to type: `hc/shop`. */
  name: string;
}

export const monitorKinds = kindsWith("isMonitor");
export type MonitorKind = (typeof monitorKinds)[number];

/** The resource with the typed name among `kinds`; fails with the nearest name. */
export async function findOne<K extends ResourceKind>(
  client: Client,
  typed: string,
  kinds: readonly K[],
): Promise<FoundResource<K>> {
  const slash = typed.indexOf("/");
  const kind = slash > 0 ? kindOf(typed.slice(0, slash)) : null;
  if (kind !== null) {
    const allowed = kinds.find((one) => one === kind);
    if (!allowed)
      throw wrongInput(
        "wrong_kind",
        `${kind} cannot be named here`,
        `name ${kinds.map((one) => `${shortOf(one)}/ID`).join(" or ")}`,
      );
    const name = typed.slice(slash + 1);
    return of(allowed, await findOfKind(client, allowed, name));
  }
  if (kinds.length === 1) return of(kinds[0]!, await findOfKind(client, kinds[0]!, typed));
  return amongAll(client, typed, kinds);
}

/** In place of a user: the person whose key it is. */
export const me = "me";

/** The resource of a kind with this external id or id, the user with this email, or the person whose key it is. */
export async function findOfKind<K extends ResourceKind>(
  client: Client,
  kind: K,
  name: string,
): Promise<Answered[K]> {
  const known = await lookUp(client, kind, name);
  if (known) return known;
  const all = await listOf(client, kind);
  const byEmail = all.find((r) => "email" in r && r.email.toLowerCase() === name.toLowerCase());
  if (byEmail) return byEmail;
  if (kind === "users" && name === me) {
    const { user } = await client.send("GET /me");
    const own = user && (await lookUp(client, kind, user.id));
    if (own) return own;
    throw wrongInput(
      "no_person",
      "the key belongs to the organization, so a user has to be named",
      "name the user, or sign in as yourself: monitorctl login",
    );
  }
  throw notFound(kind, name, all);
}

/** The failure for a name that no resource of the kind has. */
export function notFound(
  kind: ResourceKind,
  name: string,
  all: readonly { external_id: string | null }[],
): Failure {
  const hint = didYouMean(
    name,
    all.flatMap(({ external_id }) => external_id ?? []),
  );
  return wrongInput(
    "not_found",
    `no "${name}" among the ${kind}${hint}`,
    `list them: monitorctl get ${kind}`,
  );
}

/** The resources of a kind; of one that the server does not offer none. */
export const listOf = async <K extends ResourceKind>(
  client: Client,
  kind: K,
  query: { external_id?: string } = {},
): Promise<Answered[K][]> => (await offered(client, kind, query)) ?? [];

async function lookUp<K extends ResourceKind>(
  client: Client,
  kind: K,
  name: string,
): Promise<Answered[K] | null> {
  // A server may not filter by external_id and answer with all of them.
  const listed = await listOf(client, kind, { external_id: name });
  const known = listed.find((r) => r.external_id === name || r.id === name);
  if (known) return known;
  if (!/^[0-9a-f-]{8,}$/i.test(name)) return null;
  try {
    return (await client.send(`GET /${kind as ResourceKind}/:id`, { id: name })) as Answered[K];
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

async function amongAll<K extends ResourceKind>(
  client: Client,
  name: string,
  kinds: readonly K[],
): Promise<FoundResource<K>> {
  const every = await Promise.all(
    kinds.map(async (kind) => {
      const resource = await lookUp(client, kind, name);
      return resource ? [of(kind, resource)] : [];
    }),
  );
  const hits = every.flat();
  if (hits.length === 1) return hits[0]!;
  if (hits.length > 1)
    throw wrongInput(
      "ambiguous",
      `"${name}" may be ${hits.map((hit) => hit.name).join(" or ")}`,
      "say which one of them",
    );
  if (isKind(name))
    throw wrongInput(
      "not_found",
      `"${name}" is a kind, and a resource of it is to be named`,
      `write ${name}/ID; its resources: monitorctl get ${name}`,
    );
  if (/^\d+$/.test(name))
    throw wrongInput(
      "not_found",
      `no resource "${name}"`,
      `if it is the number of an incident: monitorctl incident ${name}`,
    );
  const lists = await Promise.all(
    kinds.map(async (kind) =>
      (await listOf(client, kind)).flatMap((r) =>
        r.external_id === null ? [] : [[r.external_id, kind] as const],
      ),
    ),
  );
  const all = new Map(lists.flat());
  const meant = nearest(name, [...all.keys()]);
  throw wrongInput(
    "not_found",
    `no resource "${name}"${meant ? `, did you mean "${shortOf(all.get(meant)!)}/${meant}"?` : ""}`,
    `list them: ${kinds.map((kind) => `monitorctl get ${shortOf(kind)}`).join(", ")}`,
  );
}

function of<K extends ResourceKind>(kind: K, resource: Answered[K]): FoundResource<K> {
  return { kind, resource, name: nameOf(kind, resource) };
}

/** The name to type: `hc/shop`; the id replaces a missing external id. */
export function nameOf(
  kind: ResourceKind,
  { external_id, id }: { external_id: string | null; id: string },
): string {
  return `${shortOf(kind)}/${external_id ?? id}`;
}
