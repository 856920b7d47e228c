/**
 * `monitord keys`: creates, lists and revokes API keys on the machine itself. Only a new key goes to stdout, for pipes.
 */
import { randomBytes } from "node:crypto";
import { hashKey, keyPrefix, makeKey } from "../../core/access/api-key.ts";
import { scopes, type Scope } from "../../core/model/model.ts";
import { failed, err, onSameData, out, refused, withStore, type Invocation } from "./invocation.ts";

const known: readonly string[] = scopes;

/** Units of durations, ms. */
const unitOf: Record<string, number> = { m: 60_000, h: 3600_000, d: 24 * 3600_000 };

export async function create(invocation: Invocation): Promise<number> {
  const { scopes = "read,write", expires, project } = invocation.options;
  const projects = project?.split(",").map((one) => one.trim()) ?? null;
  const name = invocation.args[0] ?? invocation.options["name"];
  const wanted = scopes.split(",").map((scope) => scope.trim());
  const lifetime = /^(\d+)([mhd])$/.exec(expires ?? "");
  const date = expires === undefined || lifetime ? null : Date.parse(expires);
  const faults = [
    ...(name ? [] : ["a name is missing: monitord keys create NAME"]),
    ...wanted
      .filter((scope) => !known.includes(scope))
      .map((scope) => `--scopes: "${scope}" is none of ${known.join(", ")}.`),
    ...(projects !== null && wanted.includes("admin")
      ? ["--project: a key with the scope admin cannot be bound to projects."]
      : []),
    ...(Number.isNaN(date)
      ? [`--expires: "${expires}" must be a date such as 2027-12-31, or a duration such as 90d.`]
      : []),
  ];
  if (faults.length > 0 || !name) {
    for (const fault of faults) failed(fault);
    return 3;
  }
  return withStore(invocation, async ({ store, actor, now }) => {
    const key = makeKey(randomBytes);
    const stored = await store.run("create_key", {
      actor,
      name,
      hash: hashKey(key),
      prefix: keyPrefix(key),
      scopes: wanted as Scope[],
      projects,
      expires_at: lifetime ? now + Number(lifetime[1]) * unitOf[lifetime[2]!]! : date,
      now,
    });
    err(`Key ${stored.id} "${name}" (${wanted.join(", ")}), shown this once:`);
    out(key);
    return 0;
  });
}

export function list(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, actor }) => {
    const page = { org_id: actor.org_id, limit: 1000, after: null };
    const stored = await store.read.keys(page);
    if (stored.length === 0) err("No API keys yet. To create one: monitord keys create NAME");
    for (const key of stored) {
      const state =
        key.revoked_at !== null
          ? `revoked ${new Date(key.revoked_at).toISOString()}`
          : key.last_used_at === null
            ? "never used"
            : `last used ${new Date(key.last_used_at).toISOString()}`;
      out(`${key.id}  ${key.prefix}…  ${key.scopes.join(",")}  ${key.name}  ${state}`);
    }
    return 0;
  });
}

export function revoke(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, actor, now }) => {
    const id = invocation.args[0] ?? "";
    const outcome = await store.run("revoke_key", { actor, id, now });
    if (!outcome.ok)
      return refused({
        why: outcome.why,
        message: `no key has the id ${id}. List them: ${onSameData("keys list", invocation)}`,
      });
    err(`Revoked ${id}.`);
    return 0;
  });
}

export async function generate(): Promise<number> {
  out(makeKey(randomBytes));
  return 0;
}
