import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records when a session was used. The caller writes this rarely. */
export function* touch_session(
  c: Context,
  { hash, now }: { hash: string; now: Instant },
): Procedure<null> {
  yield* c.of.sessions.update({ hash }, { seen_at: now });
  return null;
}
