import { startRetention } from "../../core/clock/retention-clock.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Lets retention go on at once, at the time of now: an operator says that the clock is right. */
export function* allow_retention(c: Context, { now }: { now: Instant }): Procedure<null> {
  const { horizon, looked_at, hold_until } = startRetention(now);
  yield* c.of.retention_clock.update({ id: 1 }, { horizon, looked_at, hold_until });
  return null;
}
