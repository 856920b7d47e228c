/**
 * Turns a reading into a status: one table, first match wins, with a reason in the application's words.
 * Promises: the same reading at the same instant always gives the same status, whether it was just
 * fetched or is evaluated again later; a reason names the failed sub-checks and why. Does not fetch,
 * store or open incidents.
 */
import type { Reading } from "../command/command.ts";
import { formatDuration } from "../text/duration.ts";
import { reportLimits, passing } from "./health-reading.ts";
import type { CheckResult, Instant, Measured } from "../model/model.ts";
import type { HealthStatus } from "../model/status.ts";
import { isOwn, withMeasured } from "./own-check.ts";

export { readHealth } from "./health-reading.ts";

/** The input of `judge`: a fresh reading, or the stored values of the last one. */
export type Judgeable =
  | {
      readonly ok: true;
      readonly finished_at: Instant;
      readonly results: readonly CheckResult[];
      readonly remarks: readonly string[];
      readonly observed?: true;
      readonly measured?: Measured | null;
    }
  | (Reading & { ok: false });

/** Failing sub-checks that a reason names; the rest are counted. */
const named = 5;
/** A message longer than this is cut in the reason; the whole stands in the results. */
const messageLength = 400;

/** The status that `reading` gives as of `now`, and why; null: never checked. */
export function judge(
  reading: Judgeable | null,
  monitor: { staleness_threshold_minutes: number },
  now: Instant,
): { status: HealthStatus; reason: string | null } {
  if (!reading) return { status: "pending", reason: null };
  if (!reading.ok) return { status: "down", reason: reading.reason };

  const { finished_at, remarks, observed } = reading;
  const results = withMeasured(reading.results, reading.measured ?? null);
  const failing = results.filter(({ status }) => status === "failed" || status === "crashed");
  const warnings = results.filter(({ status }) => status === "warning");
  const because = (reasons: string[]) => [...reasons, ...remarks].join("; ") || null;

  if (failing.length > 0) return { status: "down", reason: because(listed(failing)) };
  if (!observed && now >= staleAt(finished_at, monitor.staleness_threshold_minutes))
    return {
      status: "stale",
      reason: because([stale(finished_at, monitor, now)]),
    };
  if (warnings.length > 0) return { status: "degraded", reason: because(listed(warnings)) };
  return {
    status: "up",
    reason: because(results.length === 0 ? ["the report has no sub-checks"] : []),
  };
}

/** The first instant at which a report finished at `finished_at` is older than the threshold. */
export function staleAt(finished_at: Instant, threshold_minutes: number): Instant {
  return finished_at + threshold_minutes * 60_000 + 1;
}

/** Names of the application's sub-checks that were in the last report and are gone from this one. */
export function missingChecks(
  previous: readonly CheckResult[] | null,
  current: readonly CheckResult[],
): string[] {
  // A report that was cut to its worst results does not say which of the others are gone.
  if (!previous) return [];
  const names = new Set(current.map(({ name }) => name).filter((name) => !isOwn(name)));
  return names.size >= reportLimits.results
    ? []
    : previous.map(({ name }) => name).filter((name) => !isOwn(name) && !names.has(name));
}

/** `checks_total` and `checks_passing` of a reading. */
export function countChecks(reading: Reading & { ok: true }): {
  total: number;
  passing: number;
} {
  return (
    reading.counts ?? {
      total: reading.results.length,
      passing: passing(reading.results),
    }
  );
}

function stale(
  finished_at: Instant,
  monitor: { staleness_threshold_minutes: number },
  now: Instant,
): string {
  const threshold = formatDuration(monitor.staleness_threshold_minutes * 60_000);
  return `sub-checks last ran ${formatDuration(now - finished_at)} ago (threshold ${threshold})`;
}

function listed(results: CheckResult[]): string[] {
  const reasons = results.slice(0, named).map(explained);
  if (results.length > named) reasons.push(`and ${results.length - named} more`);
  // "…refused.; Queue crashed" is a full stop too many.
  return reasons.map((reason, index) =>
    index < reasons.length - 1 ? reason.replace(/\.$/, "") : reason,
  );
}

/** `Database: Could not connect`, or the best that can be said without a message. */
function explained(result: CheckResult): string {
  const who = result.label ?? result.name;
  const message = result.notification_message ?? telling(result.short_summary, result);
  const unknown =
    result.reported_status === null ? "" : `unknown status "${result.reported_status}"`;
  if (message === null) return unknown ? `${who}: ${unknown}` : withStatus(who, result.status);
  const line = message.replace(/\s+/g, " ").trim();
  const cut =
    line.length > messageLength ? `${line.slice(0, messageLength).toWellFormed()}…` : line;
  // The messages of our own sub-checks are whole sentences: "HTTP 503" needs no "Status:" before it.
  if (isOwn(result.name)) return cut;
  return unknown ? `${who}: ${cut} (${unknown})` : `${who}: ${cut}`;
}

/** A summary that only repeats the status is ignored. */
function telling(summary: string | null, result: CheckResult): string | null {
  return summary?.trim().toLowerCase() === result.status ? null : summary;
}

const withStatus = (who: string, status: CheckResult["status"]) =>
  status === "warning" ? `${who}: warning` : `${who} ${status}`;
