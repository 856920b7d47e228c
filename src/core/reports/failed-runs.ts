/**
 * Failed runs of a monitor that expects runs. Each is an error report too, and the next success settles it: from then on
 * it counts no more, though it is in the window. While the last run of a firing monitor has failed, its incident stays open,
 * however long no error arrives. When a success and a failure share a millisecond, the failure counts. Pure.
 */
import type { Instant } from "../model/model.ts";

/** How many errors in the window it takes to fire: the threshold, and those failed runs that a success has settled. */
export const errorsNeeded = (
  threshold: number,
  failures: readonly Instant[],
  { window_from, last_success_at }: { window_from: Instant; last_success_at: Instant | null },
): number =>
  threshold + failures.filter((at) => at > window_from && at < (last_success_at ?? 0)).length;

/** When the last run failed; null: it succeeded, or none failed that matters to the status. */
export function failedAt(
  failures: readonly Instant[],
  last_success_at: Instant | null,
): Instant | null {
  const last = failures.at(-1);
  return last !== undefined && last >= (last_success_at ?? 0) ? last : null;
}
