import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Revokes an API key. No effect on a revoked key. `user_id`: only one of that user; null: any. */
export function* revoke_key(
  c: Context,
  { actor, id, user_id = null, now }: Acting & { id: string; user_id?: string | null },
): Procedure<Outcome<null>> {
  const key = yield* c.of.api_keys.first({ id, org_id: actor.org_id });
  if (!key || (user_id !== null && key.user_id !== user_id)) return { ok: false, why: "not_found" };
  if (key.revoked_at === null) {
    yield* c.of.api_keys.update({ id }, { revoked_at: now });
    yield* audit(c, { actor, now }, "revoke", "api_keys", key);
  }
  return { ok: true, value: null };
}
