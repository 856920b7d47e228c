import type { Instant } from "../../core/model/model.ts";
import type { LetterOutcome } from "../../core/access/letter-attempts.ts";
import { settledReport } from "../../core/uptime/monthly.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/**
 * Records the outcome of an attempt to mail the report of a month. `retry_at`: when it is tried again; null: it was sent, has
 * expired, or the person no longer wants it.
 */
export function* settle_monthly_report(
  c: Context,
  {
    user_id,
    month,
    attempts,
    outcome,
    now,
  }: {
    user_id: string;
    month: string;
    attempts: number;
    outcome: LetterOutcome;
    now: Instant;
  },
): Procedure<{ retry_at: Instant | null }> {
  const held = yield* c.of.monthly_reports.hold({ user_id });
  // A claim that has run out is another's now.
  if (held?.month !== month || held.attempts !== attempts) return { retry_at: null };
  const { user_id: _, ...set } = settledReport(held, outcome, now);
  yield* c.of.monthly_reports.update({ user_id }, set);
  return { retry_at: set.retry_at };
}
