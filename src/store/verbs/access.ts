/** Keys, one-time codes and organizations. */
import { randomUUID } from "node:crypto";
import type { Outcome, Verbs } from "../../app/ports.ts";
import type { ApiKey, Scope } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";

type In<V extends keyof Verbs> = Parameters<Verbs[V]>[0];

export function* create_key(
  c: Context,
  { actor, name, hash, prefix, scopes, expires_at, now }: In<"create_key">,
): Procedure<ApiKey> {
  // Two nodes that start together both store the key of their configuration.
  const known = yield* c.of.api_keys.first({ hash });
  if (known) return known;
  const key: ApiKey = {
    id: c.newId(now),
    org_id: actor.org_id,
    name,
    hash,
    prefix,
    scopes,
    expires_at,
    revoked_at: null,
    last_used_at: null,
    inserted_at: now,
  };
  yield* c.of.api_keys.insert(key);
  yield* audit(c, {
    action: "create",
    kind: "api_keys",
    object: { ...key },
    actor,
    now,
  });
  return key;
}

export function* revoke_key(
  c: Context,
  { actor, id, now }: In<"revoke_key">,
): Procedure<Outcome<null>> {
  const key = yield* c.of.api_keys.first({ id, org_id: actor.org_id });
  if (!key) return { ok: false, why: "not_found" };
  if (key.revoked_at === null) {
    yield* c.of.api_keys.update({ id }, { revoked_at: now });
    yield* audit(c, {
      action: "revoke",
      kind: "api_keys",
      object: { ...key },
      actor,
      now,
    });
  }
  return { ok: true, value: null };
}

export function* touch_key(c: Context, { id, now }: In<"touch_key">): Procedure<null> {
  yield* c.of.api_keys.update({ id }, { last_used_at: now });
  return null;
}

export function* create_setup_code(
  c: Context,
  { org_id, hash, expires_at, now }: In<"create_setup_code">,
): Procedure<null> {
  yield* c.of.setup_codes.insert({
    hash,
    org_id,
    expires_at,
    used_at: null,
    inserted_at: now,
  });
  return null;
}

export function* redeem_setup_code(
  c: Context,
  { code_hash, name, key_hash, prefix, now }: In<"redeem_setup_code">,
): Procedure<Outcome<ApiKey>> {
  const code = yield* c.of.setup_codes.hold({ hash: code_hash });
  // Unknown, used and expired look the same from outside.
  if (!code || code.used_at !== null || code.expires_at <= now)
    return { ok: false, why: "not_found" };
  yield* c.of.setup_codes.update({ hash: code_hash }, { used_at: now });
  const scopes: Scope[] = ["admin"];
  const key = yield* create_key(c, {
    actor: { org_id: code.org_id, name: "one-time code", request_id: null },
    name,
    hash: key_hash,
    prefix,
    scopes,
    expires_at: null,
    now,
  });
  return { ok: true, value: key };
}

export function* create_organization(
  c: Context,
  { name, now }: In<"create_organization">,
): Procedure<{ id: string; name: string }> {
  const id = c.newId(now);
  yield* c.of.organizations.insert({
    action_secret: `${randomUUID()}${randomUUID()}`,
    id,
    name,
    revision: 0,
    inserted_at: now,
  });
  yield* c.of.counters.insert({ org_id: id, last_incident_number: 0 });
  return { id, name };
}

/** The oldest organization; made when there is none. */
export function* ensure_organization(
  c: Context,
  input: In<"ensure_organization">,
): Procedure<{ id: string; name: string }> {
  const [oldest] = yield* rows(c.q.organizations);
  return oldest ?? (yield* create_organization(c, input));
}
