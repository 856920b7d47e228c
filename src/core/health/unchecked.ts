/** Decides whether a monitor goes without checks. Its status would not show it: that stays as it was. Pure. */
import type { HealthCheckMonitor, Instant, Subject } from "../model/model.ts";

/** The fields that decide it. */
export type Expected = Pick<
  HealthCheckMonitor,
  "interval_seconds" | "timeout_seconds" | "fetch_retries"
> &
  Pick<Subject, "due_at" | "checked_at" | "checks_since">;

/** Time to claim a check, to retry its fetch and to write its result, ms. */
const slack = 10_000;

/**
 * True when a check should have ended three intervals ago. `since`: monitoring has gone on without a gap since then. A
 * check that takes its whole timeout at each attempt is not late.
 */
export function isUnchecked(one: Expected, since: Instant, now: Instant): boolean {
  if (one.due_at === null) return false;
  const from = Math.max(one.checked_at ?? 0, one.checks_since ?? 0, since);
  const longest = (one.timeout_seconds * 1000 + slack) * (one.fetch_retries + 1);
  return now - from > 3 * one.interval_seconds * 1000 + longest;
}
