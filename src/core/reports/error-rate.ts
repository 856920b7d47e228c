/**
 * Counts error reports in the window `(now − window, now]`, by arrival.
 *
 * The count is exact and survives restarts because it is never sampled and never kept in memory alone:
 * arrivals are stored per millisecond, the count is stored with the instant that it is exact for, and later
 * only the arrivals that left the window are subtracted. Only the bodies are sampled.
 */
import type { ErrorReport } from "../command/command.ts";
import type { Instant } from "../model/model.ts";

/** Bodies kept of the reports of one monitor in one second; more are counted, not kept. */
const bodiesPerSecond = 20;

/** How many reports arrived at each instant, oldest first. */
export function countArrivals(reports: readonly ErrorReport[]): { at: Instant; count: number }[] {
  const counts = new Map<Instant, number>();
  for (const { at } of reports) counts.set(at, (counts.get(at) ?? 0) + 1);
  return [...counts].map(([at, count]) => ({ at, count })).sort((a, b) => a.at - b.at);
}

/** Which bodies to keep, given how many of the running second were seen before. */
export function sampleBodies(
  reports: readonly ErrorReport[],
  burst: { burst_at: Instant; burst_count: number },
): { kept: ErrorReport[]; burst_at: Instant; burst_count: number } {
  let { burst_at, burst_count } = burst;
  const kept: ErrorReport[] = [];
  for (const report of reports) {
    const second = report.at - (report.at % 1000);
    if (second !== burst_at) [burst_at, burst_count] = [second, 0];
    burst_count++;
    if (burst_count <= bodiesPerSecond) kept.push(report);
  }
  return { kept, burst_at, burst_count };
}

/**
 * When the report arrived whose leaving takes the count below `threshold`: the `threshold`-th newest.
 * null when the newest of these alone do not reach it.
 */
export function tippingOf(
  counts: readonly { at: Instant; count: number }[],
  threshold: number,
): Instant | null {
  let sum = 0;
  for (let i = counts.length - 1; i >= 0; i--) {
    const { at, count } = counts[i]!;
    sum += count;
    if (sum >= threshold) return at;
  }
  return null;
}
