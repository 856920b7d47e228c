import { type Acting, audit } from "../audit.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import type { ApiKey } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Stores a new API key. A key with the same hash is answered as it is: two nodes that start together both store
 * the key of their configuration.
 */
export function* create_key(
  c: Context,
  {
    actor,
    now,
    ...given
  }: Acting &
    Pick<ApiKey, "name" | "hash" | "prefix" | "scopes" | "expires_at"> &
    Partial<Pick<ApiKey, "projects" | "user_id">>,
): Procedure<ApiKey> {
  // Two nodes that start together both store the key of their configuration.
  const known = yield* c.of.api_keys.first({ hash: given.hash });
  if (known) return known;
  const key = yield* c.of.api_keys.insert({
    id: c.newId(now),
    org_id: actor.org_id,
    ...given,
    made_by: actor.name,
    inserted_at: now,
  });
  yield* audit(c, { actor, now }, "create", "api_keys", key);
  const owner = key.user_id ?? (key.scopes.includes("admin") ? actor.user_id : null);
  yield* notifyOwner(c, owner, now, {
    title: `API key made: ${key.name}`,
    message: `Scope ${key.scopes.join(", ")}. Made ${byActor(actor)}. If it was not you, revoke it.`,
  });
  return key;
}
