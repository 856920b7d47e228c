import { signIn, type SigningIn } from "./sign-in.ts";
import type { Outcome } from "../outcome.ts";
import { isFresh } from "../../core/access/passkey.ts";
import type { Instant, User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Stores the session of a user whose passkey has signed a challenge. not_found: the passkey is unknown, the challenge
 * was answered before, or the user can no longer sign in.
 */
export function* redeem_passkey(
  c: Context,
  input: {
    credential_id: string;
    /** The counter of the authenticator, as it signed it. */
    counter: number;
    /** When the challenge was issued. */
    issued_at: Instant;
  } & SigningIn,
): Procedure<Outcome<User>> {
  const { credential_id, counter, issued_at, session } = input;
  const passkey = yield* c.of.passkeys.hold({ credential_id });
  if (!passkey || !isFresh(passkey, issued_at)) return { ok: false, why: "not_found" };
  const user = yield* c.of.users.first({ id: passkey.user_id });
  if (!user || user.role === null) return { ok: false, why: "not_found" };
  const last_used_at = session.inserted_at;
  yield* c.of.passkeys.update({ id: passkey.id }, { counter, last_used_at });
  yield* signIn(c, user, { session: { ...session, passkey_id: passkey.id } });
  return { ok: true, value: user };
}
