/** What stories of a year on a store have in common: the same chances at each run, and people with a phone. */
import { expect } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import type { SaveInput } from "../../src/app/declare/save-resource.ts";
import type { Store } from "../../src/app/store.ts";
import type { ResourceKind } from "../../src/core/model/model.ts";

/** The same numbers at every run: between 0 and 1. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Saves a new resource with all its fields; answers its id. */
export async function saved<K extends ResourceKind>(
  store: Store,
  actor: Actor,
  kind: K,
  complete: object,
  now: number,
): Promise<string> {
  const given = { id: null, given: complete, complete, if_version: null, now };
  const outcome = await store.run("save", { actor, kind, ...given } as SaveInput<K>);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value.resource.id;
}

/** Adds a user with a phone on ntfy; answers the id. */
export async function personWithPhone(
  store: Store,
  actor: Actor,
  name: string,
  now: number,
): Promise<string> {
  const user = { email: `${name}@example.com`, name, role: null, external_id: null };
  const user_id = await saved(store, actor, "users", { ...user, protect: false }, now);
  const device = {
    kind: "ntfy" as const,
    target: name,
    name: null,
    server: null,
    access_token: null,
    format: null,
    secret: null,
    enabled: true,
  };
  const given = { id: null, given: device, complete: device, if_version: null, now };
  expect(await store.run("save_device", { actor, user_id, ...given })).toMatchObject({ ok: true });
  return user_id;
}
