import { type Acting, audit } from "../audit.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import { mostWrongCodes, proofCodeMinutes } from "../../core/access/letter.ts";
import { sessionId } from "../../core/access/session.ts";
import { minute } from "../../core/text/units.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { end_session } from "./end-session.ts";

/**
 * Takes the code of a mail as a proof of the owner of a session, once. After too many wrong ones the session ends, so that it
 * cannot be used to guess. The owner is notified of both.
 */
export function* prove_by_code(
  c: Context,
  { actor, hash, code_hash, now }: Acting & { hash: string; code_hash: string },
): Procedure<"proved" | "wrong" | "expired" | "ended"> {
  const session = yield* c.of.sessions.hold({ hash });
  if (!session) return "ended";
  const { proof_code, proof_code_at, user_id } = session;
  if (proof_code === null || proof_code_at === null) return "expired";
  if (Math.abs(now - proof_code_at) >= proofCodeMinutes * minute) return "expired";
  if (proof_code !== code_hash) {
    const wrong_codes = session.wrong_codes + 1;
    yield* c.of.sessions.update({ hash }, { wrong_codes });
    if (wrong_codes < mostWrongCodes) return "wrong";
    yield* end_session(c, { hash, actor, now });
    yield* notifyOwner(c, user_id, now, {
      title: "Signed out: too many wrong codes",
      message: `Typed ${byActor(actor)}, in a browser that was signed in as you.`,
    });
    return "ended";
  }
  const used = { proof_code: null, wrong_codes: 0, proved_at: now };
  yield* c.of.sessions.update({ hash }, used);
  const object = { id: sessionId(hash), title: session.name };
  yield* audit(c, { actor, now }, "prove", "sessions", object, [
    { field: "method", from: null, to: "mail" },
  ]);
  yield* notifyOwner(c, user_id, now, {
    title: "A code of your mail was used",
    message: `Typed ${byActor(actor)}, to prove that it is you.`,
  });
  return "proved";
}
