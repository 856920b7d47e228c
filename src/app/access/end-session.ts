import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Ends a session. */
export function* end_session(c: Context, { hash }: { hash: string }): Procedure<null> {
  yield* c.of.sessions.remove({ hash });
  return null;
}
