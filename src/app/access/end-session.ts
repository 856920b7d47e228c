import { sessionId } from "../../core/access/session.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { EventWriter } from "../../store/records/events.ts";

/** Ends a session. Its event closes the streams of the session, on every node. */
export function* end_session(
  c: Context,
  { hash, now }: { hash: string; now: Instant },
): Procedure<null> {
  yield* c.of.provider_sessions.remove({ hash });
  const session = yield* c.of.sessions.first({ hash });
  if (!session) return null;
  yield* c.of.sessions.remove({ hash });
  const news = new EventWriter();
  news.resource(session.org_id, "sessions", sessionId(hash), "end");
  yield* news.write(c, now);
  return null;
}
