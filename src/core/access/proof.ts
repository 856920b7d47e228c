/**
 * Step-up: a change that outlives a stolen session needs a fresh proof that its owner is there, by a sign-in or by another
 * proof since. Pure.
 */
import type { Instant } from "../model/model.ts";

/** How long a proof is fresh, ms. */
export const proofLifetime = 10 * 60_000;

/** `proved_at` null: no session, but a key that proves itself with each request. */
export const isProved = ({ proved_at }: { proved_at: Instant | null }, now: Instant): boolean =>
  // The clocks of two nodes differ a little.
  proved_at === null || Math.abs(now - proved_at) < proofLifetime;
