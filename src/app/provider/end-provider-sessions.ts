import { type Acting, audit } from "../audit.ts";
import { end_session } from "../access/end-session.ts";
import type { Identity, Instant } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends the sessions of a person who signed out at the provider: that of `sid`, or all of `sub`. The number of ended
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
  let ended = 0;
  for (const identity of identities) {
    const own = yield* endSessionsOf(c, identity, sid, now);
    ended += own;
    const user = own > 0 ? yield* c.of.users.first({ id: identity.user_id }) : undefined;
    const actor = { org_id, name: provider, request_id: null, client_address };
    if (user)
      yield* audit(c, { actor, now }, "sign_out", "users", {
        id: user.id,
        title: personName(user),
      });
  }
  return ended;
}

function* endSessionsOf(
  c: Context,
  { id }: Identity,
  sid: string | null,
  now: Instant,
): Procedure<number> {
  const where = { identity_id: id, ...(sid !== null && { sid }) };
  let ended = 0;
  for (const { hash } of yield* c.of.provider_sessions.find(where)) {
    if (yield* c.of.sessions.first({ hash })) ended++;
    yield* end_session(c, { hash, now });
  }
  return ended;
}
