/**
 * Calculates when a failed push is tried again.
 *
 * Pages are worth many attempts: the waits grow to a minute and stay there, while the exponential waits of job
 * queues would let an hour pass unnoticed. A server can request a longer wait (`Retry-After`), up to five
 * minutes, but never a shorter one than ours.
 *
 * A push that may have arrived is different: a receiver that accepts it and answers too late would get it 1,200
 * times a day. So it is sent three more times, with long waits, and not again.
 */
import type { Instant } from "../model/model.ts";

const waits = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
const steady = 60_000;
const maxRequested = 5 * 60_000;
const spread = 0.2;
/** After the first, the second and the third attempt that may have arrived. */
const waitsOfPerhaps = [5 * 60_000, 15 * 60_000, 60 * 60_000];

/** The time of the next attempt after `attempts` attempts; 0: none. null: it is not sent again. */
export function nextAttempt(after: {
  attempts: number;
  /** How many of them may have arrived, if the last one may have; 0: that one did not. */
  perhaps: number;
  /** As asked for by the server; null: it did not say. */
  retry_after_ms: number | null;
  /** A random number in [0, 1), so that pushes that failed together are not retried together. */
  jitter: number;
  now: Instant;
}): Instant | null {
  const wait =
    after.perhaps === 0
      ? (waits[after.attempts] ?? steady)
      : (waitsOfPerhaps[after.perhaps - 1] ?? null);
  if (wait === null) return null;
  const jittered = wait * (1 - spread + 2 * spread * after.jitter);
  const requested = Math.min(after.retry_after_ms ?? 0, maxRequested);
  return after.now + Math.round(Math.max(jittered, requested));
}
