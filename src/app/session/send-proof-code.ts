import { type Acting, audit } from "../audit.ts";
import { proofCodePause } from "../../core/access/letter.ts";
import { sessionId } from "../../core/access/session.ts";
import { conflict, type Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Stores the hash of a code by which the owner of a session proves to be there. An earlier code stops working. */
export function* send_proof_code(
  c: Context,
  { actor, hash, code_hash, now }: Acting & { hash: string; code_hash: string },
): Procedure<Outcome<null>> {
  const session = yield* c.of.sessions.hold({ hash });
  if (!session) return { ok: false, why: "not_found" };
  const { proof_code_at } = session;
  if (proof_code_at !== null && Math.abs(now - proof_code_at) < proofCodePause)
    return conflict("A code was sent less than a minute ago. Check your mail.");
  yield* c.of.sessions.update({ hash }, { proof_code: code_hash, proof_code_at: now });
  const object = { id: sessionId(hash), title: session.name };
  yield* audit(c, { actor, now }, "ask_proof", "sessions", object);
  return { ok: true, value: null };
}
