/**
 * When the report of a month is mailed to a person: from 08:00 on the first of the next one by their clocks, or as soon after
 * it as monitord is up again, while that month lasts. Pure.
 */
import { zoneOf } from "../hours/zone.ts";
import type { MonthlyReport } from "../model/monthly-report.ts";
import type { Instant } from "../model/model.ts";
import { day, hour, minute } from "../text/units.ts";
import { monthAfter, monthFrom } from "./period.ts";

/** The hour of the first of a month from which the report of the month before is sent. */
const sentFrom = 8 * hour;

/** How long a claim of a mail lasts, ms: longer than the slowest mail server takes, so that none is sent twice. */
const claimLength = 30 * minute;
/** The pause after the first failure, ms; it doubles each time, up to `longest`. For how long a mail is tried. */
const pauses = { first: 5 * minute, longest: 4 * hour, until: day };

/** The zone by which the months of a person are counted. */
export const reportZone = ({ timezone }: { timezone: string | null }): string => timezone ?? "UTC";

/** The row of a person whose choice is seen at `now`: the present month is the first that is mailed. */
export const firstReport = (user_id: string, zone: string, now: Instant): MonthlyReport => ({
  user_id,
  month: monthFrom(now, zone, 0),
  attempts: 0,
  first_at: null,
  retry_at: null,
});

/** The report that a person gets next, and when it is due. One that was not sent within the next month never is. */
export function nextReport(
  row: MonthlyReport,
  zone: string,
  now: Instant,
): { row: MonthlyReport; due_at: Instant } {
  const last = monthFrom(now, zone, -1);
  const next = row.month < last ? { ...firstReport(row.user_id, zone, now), month: last } : row;
  const begins = Date.parse(`${monthAfter(next.month, 1)}-01T00:00:00Z`) + sentFrom;
  const due_at = Math.max(zoneOf(zone).reached(begins), next.retry_at ?? 0);
  return { row: next, due_at };
}

/** The row while the mail is being sent. */
export const claimedReport = (row: MonthlyReport, now: Instant): MonthlyReport => ({
  ...row,
  attempts: row.attempts + 1,
  first_at: row.first_at ?? now,
  retry_at: now + claimLength,
});

/** sent: the mail server has it. failed: it may take it later. refused: it never will. */
export type ReportOutcome = "sent" | "failed" | "refused";

/** The row after an attempt: the next month, or when this one is tried again. */
export function settledReport(
  row: MonthlyReport,
  outcome: ReportOutcome,
  now: Instant,
): MonthlyReport {
  const { user_id, month, attempts, first_at } = row;
  const pause = Math.min(pauses.first * 2 ** Math.max(0, attempts - 1), pauses.longest);
  const retry_at = now + pause;
  return outcome === "failed" && retry_at < (first_at ?? now) + pauses.until
    ? { ...row, retry_at }
    : { user_id, month: monthAfter(month, 1), attempts: 0, first_at: null, retry_at: null };
}
