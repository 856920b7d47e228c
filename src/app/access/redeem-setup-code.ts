import { create_key } from "./create-key.ts";
import type { Outcome } from "../outcome.ts";
import type { ApiKey, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
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
  const org_id = yield* useSetupCode(c, code_hash, now);
  if (org_id === null) return { ok: false, why: "not_found" };
  const key = yield* create_key(c, {
    actor: { org_id, name: "one-time code", request_id: null, client_address },
    name,
    hash: key_hash,
    prefix,
    scopes: ["admin"],
    expires_at: null,
    now,
  });
  return { ok: true, value: key };
}

/** Uses up a setup code; answers its organization. null: unknown, used or expired. */
export function* useSetupCode(c: Context, hash: string, now: Instant): Procedure<string | null> {
  const code = yield* c.of.setup_codes.hold({ hash });
  if (!code || code.used_at !== null || code.expires_at <= now) return null;
  yield* c.of.setup_codes.update({ hash }, { used_at: now });
  return code.org_id;
}
