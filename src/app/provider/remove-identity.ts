import { type Acting, audit } from "../audit.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { end_session } from "../session/end-session.ts";
import { knownName } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Disconnects a user from a provider, and ends the sessions that were begun there. `keeping`: the ways to sign in of which the
 * user must keep one; absent: an admin does it and can make a link.
 */
export function* remove_identity(
  c: Context,
  {
    actor,
    user_id,
    id,
    keeping,
    now,
  }: Acting & {
    user_id: string;
    id: string;
    keeping?: { issuers: readonly string[]; passkeys: boolean };
  },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const identity = yield* c.of.identities.first({ id, org_id, user_id });
  if (!identity) return { ok: false, why: "not_found" };
  if (keeping) {
    const identities = yield* c.of.identities.find({ org_id, user_id });
    const others = identities.some((one) => one.id !== id && keeping.issuers.includes(one.issuer));
    const passkey = keeping.passkeys && (yield* c.of.passkeys.first({ user_id })) !== undefined;
    if (!others && !passkey)
      return conflict("This is your only way to sign in. Add another one first.");
  }
  for (const { hash } of yield* c.of.provider_sessions.find({ identity_id: id }))
    yield* end_session(c, { hash, actor, now });
  yield* c.of.identities.remove({ id });
  const user = yield* c.of.users.first({ id: user_id });
  yield* audit(c, { actor, now }, "disconnect", "users", { id: user_id, title: knownName(user) });
  yield* notifyOwner(c, user_id, now, {
    title: "A provider no longer signs you in",
    message: `${identity.issuer} was disconnected ${byActor(actor)}.`,
  });
  return { ok: true, value: null };
}
