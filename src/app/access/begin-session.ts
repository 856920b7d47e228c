import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Session } from "../../store/reads/access.ts";

/** Stores the session of a browser that signed in. */
export function* begin_session(c: Context, session: Session): Procedure<null> {
  yield* c.of.sessions.insert(session);
  return null;
}
