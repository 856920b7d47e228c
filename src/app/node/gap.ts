/** Monitoring gaps: times in which no node ran. */
import { settlingTime, wasBlind } from "../../core/gap/blind.ts";
import type { BlindPeriod, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that nobody was there since `alive`, when that is long ago; once, whoever else finds it. */
export function* lookBack(
  c: Context,
  alive: Instant | null,
  reason: BlindPeriod["reason"],
  now: Instant,
): Procedure<BlindPeriod | null> {
  return alive !== null && wasBlind(alive, now) ? yield* recordBlind(c, alive, reason, now) : null;
}

/** null: somebody else has recorded it. */
export function* recordBlind(
  c: Context,
  from: Instant,
  reason: BlindPeriod["reason"],
  now: Instant,
): Procedure<BlindPeriod | null> {
  const period = {
    id: c.newId(now),
    from,
    to: now,
    reason,
    settling_until: now + settlingTime,
  };
  const recorded = yield* c.of.blind_periods.insertNew(period);
  return recorded ? period : null;
}
