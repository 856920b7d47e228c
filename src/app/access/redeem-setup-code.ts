import { create_key } from "./create-key.ts";
import type { Actor } from "../audit.ts";
import { saveResource, type SaveInput } from "../declare/save-resource.ts";
import type { Outcome } from "../outcome.ts";
import type { ApiKey, Instant, ResourceKind, Scope, User } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { NewSession } from "../../store/reads/access.ts";

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
    account = null,
    now,
  }: {
    code_hash: string;
    name: string;
    key_hash: string;
    prefix: string;
    client_address: string;
    /** Redeemed in a browser: the person becomes a user with the role admin, and is signed in. */
    account?: { email: string; session: NewSession } | null;
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
  if (account) {
    const actor = { org_id: code.org_id, name, request_id: null, client_address };
    const user = yield* founder(c, { actor, email: account.email, now });
    yield* c.of.sessions.insert({
      ...account.session,
      org_id: code.org_id,
      key_id: null,
      user_id: user.id,
      name: user.name ?? user.email,
    });
  }
  return { ok: true, value: key };
}

/** The user with that email as an admin: a new one, or the one that a manifest declared before. */
function* founder(
  c: Context,
  { actor, email, now }: { actor: Actor; email: string; now: Instant },
): Procedure<User> {
  const known = yield* c.of.users.first({ org_id: actor.org_id, email_key: email.toLowerCase() });
  const admin = { role: "admin" as const };
  const wanted: SaveInput<"users"> = {
    actor,
    kind: "users",
    id: known?.id ?? null,
    given: admin,
    complete: known
      ? null
      : { ...admin, email, name: actor.name, external_id: null, protect: false },
    if_version: null,
    now,
  };
  const saved = yield* saveResource(c, wanted as SaveInput<ResourceKind>);
  if (!saved.ok) throw new Error(`the founder was not saved: ${saved.why}`);
  return saved.value.resource as unknown as User;
}
