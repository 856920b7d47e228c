import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { sessionId } from "../../core/access/session.ts";

/** Ends a session by its id, which is the beginning of its hash. `user_id`: only one of that user; null: any. */
export function* end_listed_session(
  c: Context,
  input: Acting & { id: string; user_id: string | null },
): Procedure<Outcome<null>> {
  const { actor, id, user_id, now } = input;
  const sessions = yield* c.of.sessions.find({
    org_id: actor.org_id,
    ...(user_id === null ? {} : { user_id }),
  });
  const session = sessions.find(({ hash }) => sessionId(hash) === id);
  if (!session) return { ok: false, why: "not_found" };
  yield* c.of.sessions.remove({ hash: session.hash });
  yield* audit(c, { actor, now }, "end", "sessions", { id, title: session.name });
  return { ok: true, value: null };
}
