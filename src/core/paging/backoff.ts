/**
 * Calculates when a failed push is tried again.
 *
 * Pages are worth many attempts: the waits grow to a minute and stay there, while the exponential waits of job
 * queues would let an hour pass unnoticed. A server can request a longer wait (`Retry-After`), up to five
 * minutes, but never a shorter one than ours.
 */
import type { Instant } from "../model/model.ts";

const waits = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
const steady = 60_000;
const longest = 5 * 60_000;
const spread = 0.2;

/** The time of the next attempt after `attempts` attempts; 0: there was none. */
export function nextAttempt(after: {
  attempts: number;
  /** As asked for by the server; null: it did not say. */
  retry_after_ms: number | null;
  /** A random number in [0, 1), so that pushes that failed together are not retried together. */
  jitter: number;
  now: Instant;
}): Instant {
  const wait = waits[after.attempts] ?? steady;
  const jittered = wait * (1 - spread + 2 * spread * after.jitter);
  const requested = Math.min(after.retry_after_ms ?? 0, longest);
  return after.now + Math.round(Math.max(jittered, requested));
}
