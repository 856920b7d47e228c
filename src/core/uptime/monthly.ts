/**
 * When the report of a month is mailed to a person: from 08:00 on the first of the next one by their clocks, or as soon after
 * it as monitord is up again, while that month lasts. Pure.
 */
import { claimed, noAttempts, retryAt, type LetterOutcome } from "../access/letter-attempts.ts";
import { zoneOf } from "../hours/zone.ts";
import type { MonthlyReport } from "../model/monthly-report.ts";
import type { Instant } from "../model/model.ts";
import { hour } from "../text/units.ts";
import { monthAfter, monthFrom } from "./period.ts";

/** The hour of the first of a month from which the report of the month before is sent. */
const sentFrom = 8 * hour;

/** The zone by which the months of a person are counted. */
export const reportZone = ({ timezone }: { timezone: string | null }): string => timezone ?? "UTC";

/** The row of a person whose choice is seen at `now`: the present month is the first that is mailed. */
export const firstReport = (user_id: string, zone: string, now: Instant): MonthlyReport => ({
  user_id,
  month: monthFrom(now, zone, 0),
  ...noAttempts,
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
  ...claimed(row, now),
});

/** The row after an attempt: the next month, or when this one is tried again. */
export function settledReport(
  row: MonthlyReport,
  outcome: LetterOutcome,
  now: Instant,
): MonthlyReport {
  const retry_at = outcome === "failed" ? retryAt(row, now) : null;
  return retry_at === null
    ? { user_id: row.user_id, month: monthAfter(row.month, 1), ...noAttempts }
    : { ...row, retry_at };
}
