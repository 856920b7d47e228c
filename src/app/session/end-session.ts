import { type Acting, audit } from "../audit.ts";
import { sessionId } from "../../core/access/session.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Ends a session: its browser signs out. Its event closes the streams of the session, on every node. */
export function* end_session(
  c: Context,
  { hash, actor, now }: Acting & { hash: string },
): Procedure<null> {
  yield* c.of.provider_sessions.remove({ hash });
  const session = yield* c.of.sessions.first({ hash });
  if (!session) return null;
  yield* c.of.sessions.remove({ hash });
  yield* audit(c, { actor, now }, "end", "sessions", { id: sessionId(hash), title: session.name });
  return null;
}
