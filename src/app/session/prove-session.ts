import { type Acting, audit } from "../audit.ts";
import { isFresh } from "../../core/access/passkey.ts";
import { sessionId } from "../../core/access/session.ts";
import type { Outcome } from "../outcome.ts";
import type { Instant, SignInMethod } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Records that the owner of a session has proved to be there again. `passkey`: the one that signed a challenge, each of
 * which is taken once; it must be one of the user. not_found: the session has ended, or the passkey is another user's.
 */
export function* prove_session(
  c: Context,
  input: Acting & {
    hash: string;
    method: SignInMethod;
    passkey: { credential_id: string; counter: number; issued_at: Instant } | null;
  },
): Procedure<Outcome<null>> {
  const { actor, hash, method, passkey, now } = input;
  const session = yield* c.of.sessions.first({ hash });
  if (!session) return { ok: false, why: "not_found" };
  if (passkey) {
    const { credential_id, counter, issued_at } = passkey;
    const stored = yield* c.of.passkeys.hold({ credential_id });
    if (!stored || stored.user_id !== session.user_id || !isFresh(stored, issued_at))
      return { ok: false, why: "not_found" };
    yield* c.of.passkeys.update({ id: stored.id }, { counter, last_used_at: now });
  }
  yield* c.of.sessions.update({ hash }, { proved_at: now });
  const object = { id: sessionId(hash), title: session.name };
  yield* audit(c, { actor, now }, "prove", "sessions", object, [
    { field: "method", from: null, to: method },
  ]);
  return { ok: true, value: null };
}
