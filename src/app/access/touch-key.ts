import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records when a key was used. The caller writes this at most once a minute. */
export function* touch_key(c: Context, { id, now }: { id: string; now: Instant }): Procedure<null> {
  yield* c.of.api_keys.update({ id }, { last_used_at: now });
  return null;
}
