import type { Acting } from "../audit.ts";
import { end_session } from "../session/end-session.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends the sessions of a person after a sign-out at the provider: that of `sid`, or all of `sub`. The number of ended
 * sessions; null: the logout token was used before.
 */
export function* end_provider_sessions(
  c: Context,
  input: Omit<Acting, "actor"> & {
    org_id: string;
    provider: string;
    issuer: string;
    sub: string | null;
    sid: string | null;
    /** SHA-256 of issuer and `jti`, hex. */
    hash: string;
    expires_at: Instant;
    client_address: string;
  },
): Procedure<number | null> {
  const { org_id, provider, issuer, sub, sid, hash, expires_at, client_address, now } = input;
  if (!(yield* c.of.provider_logouts.insertNew({ hash, expires_at }))) return null;
  const identities = yield* c.of.identities.find({ org_id, issuer, ...(sub !== null && { sub }) });
  const actor = { org_id, name: provider, request_id: null, client_address };
  let ended = 0;
  for (const { id } of identities) {
    const where = { identity_id: id, ...(sid !== null && { sid }) };
    for (const { hash: session } of yield* c.of.provider_sessions.find(where)) {
      if (yield* c.of.sessions.first({ hash: session })) ended++;
      yield* end_session(c, { hash: session, actor, now });
    }
  }
  return ended;
}
