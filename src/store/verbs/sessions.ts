/** Browsers that are signed in. */
import type { Verbs } from "../../app/ports.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";

export function* begin_session(
  c: Context,
  session: Parameters<Verbs["begin_session"]>[0],
): Procedure<null> {
  yield* c.of.sessions.insert(session);
  return null;
}

export function* touch_session(
  c: Context,
  { hash, now }: Parameters<Verbs["touch_session"]>[0],
): Procedure<null> {
  yield* c.of.sessions.update({ hash }, { seen_at: now });
  return null;
}

export function* end_session(
  c: Context,
  { hash }: Parameters<Verbs["end_session"]>[0],
): Procedure<null> {
  yield* c.of.sessions.remove({ hash });
  return null;
}
