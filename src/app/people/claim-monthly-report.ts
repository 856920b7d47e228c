/**
 * Claims the next monthly report that is due, before it is sent: of several nodes one has it, and the others find the claim. When
 * its node dies the claim runs out, and the mail is sent again under the same Message-ID.
 */
import type { MonthlyReport } from "../../core/model/monthly-report.ts";
import type { Instant } from "../../core/model/model.ts";
import { claimedReport, firstReport, nextReport, reportZone } from "../../core/uptime/monthly.ts";
import { rows, write, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** A report to be mailed. */
export interface ClaimedReport {
  row: MonthlyReport;
  org_id: string;
  email: string;
  /** By which its month is counted. */
  zone: string;
}

/** `limit`: people whose choice is seen first. `next_at`: when another one is due; null: none is. */
export function* claim_monthly_report(
  c: Context,
  { limit, now }: { limit: number; now: Instant },
): Procedure<{ claimed: ClaimedReport | null; next_at: Instant | null }> {
  yield* write(c.q.forgetMonthlyReports);
  for (const user of yield* rows(c.q.newMonthlyReports, { limit }))
    yield* c.of.monthly_reports.insertNew(firstReport(user.id, reportZone(user), now));
  let next_at: Instant | null = null;
  for (const { row, ...person } of yield* rows(c.q.monthlyReports)) {
    const zone = reportZone(person);
    const seen = nextReport(row, zone, now);
    if (seen.due_at <= now) {
      const held = yield* c.of.monthly_reports.hold({ user_id: row.user_id });
      const next = held && nextReport(held, zone, now);
      if (!next || next.due_at > now) continue;
      const { user_id, ...set } = claimedReport(next.row, now);
      yield* c.of.monthly_reports.update({ user_id }, set);
      const { org_id, email } = person;
      return { claimed: { row: { user_id, ...set }, org_id, email, zone }, next_at: now };
    }
    next_at = Math.min(next_at ?? Infinity, seen.due_at);
  }
  return { claimed: null, next_at };
}
