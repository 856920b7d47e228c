/** Records monitoring gaps: times in which no node ran. */
import { gapFrom, isGap } from "../../core/gap/gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records a gap since `alive`, if it is long enough; null: none, or another node recorded it. */
export function* lookBack(
  c: Context,
  alive: Instant | null,
  reason: MonitoringGap["reason"],
  now: Instant,
): Procedure<MonitoringGap | null> {
  return alive !== null && isGap(alive, now) ? yield* recordGap(c, alive, reason, now) : null;
}

/** Records a gap that began at `from`; null: another node has recorded it. */
export function* recordGap(
  c: Context,
  from: Instant,
  reason: MonitoringGap["reason"],
  now: Instant,
): Procedure<MonitoringGap | null> {
  const period = { id: c.newId(now), ...gapFrom(from, reason, now) };
  const recorded = yield* c.of.blind_periods.insertNew(period);
  return recorded ? period : null;
}
