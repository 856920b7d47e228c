import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a delivery was replayed. */
export function* replayed(c: Context, { id, now }: { id: string; now: Instant }): Procedure<null> {
  yield* c.of.inbound_events.update({ id }, { replayed_at: now });
  return null;
}
