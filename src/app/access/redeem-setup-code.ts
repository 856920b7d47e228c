import { create_key } from "./create-key.ts";
import type { Outcome } from "../outcome.ts";
import type { ApiKey, Instant, Scope } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Uses up a setup code and creates the admin key that it is exchanged for. not_found: the code is unknown,
 * used or expired, which look the same from outside.
 */
export function* redeem_setup_code(
  c: Context,
  {
    code_hash,
    name,
    key_hash,
    prefix,
    client_address,
    now,
  }: {
    code_hash: string;
    name: string;
    key_hash: string;
    prefix: string;
    client_address: string;
    now: Instant;
  },
): Procedure<Outcome<ApiKey>> {
  const code = yield* c.of.setup_codes.hold({ hash: code_hash });
  // Unknown, used and expired look the same from outside.
  if (!code || code.used_at !== null || code.expires_at <= now)
    return { ok: false, why: "not_found" };
  yield* c.of.setup_codes.update({ hash: code_hash }, { used_at: now });
  const scopes: Scope[] = ["admin"];
  const key = yield* create_key(c, {
    actor: { org_id: code.org_id, name: "one-time code", request_id: null, client_address },
    name,
    hash: key_hash,
    prefix,
    scopes,
    expires_at: null,
    now,
  });
  return { ok: true, value: key };
}
