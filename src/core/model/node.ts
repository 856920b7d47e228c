import type { Instant } from "./model.ts";

/**
 * A node without a beat for this long is gone, ms. Nodes beat every two seconds. A node that was only
 * suspended finds its claims taken, and its results have no effect.
 */
const nodeTimeout = 15_000;

/** Nodes whose last beat was at this time or before are gone. */
export const goneBefore = (now: Instant): Instant => now - nodeTimeout;

/** A running daemon. */
export interface Node {
  /** A UUID of its own at every start. */
  id: string;
  /** For people: the host. */
  name: string;
  version: string;
}

/** The work of a node in one minute. */
export interface ServiceMinute {
  /** When the minute began. */
  at: Instant;
  /** Health checks that began. */
  checks: number;
  /** How long after it was due the latest of them began, ms. */
  latest_check_ms: number;
  /** Pushes that were sent, with any outcome. */
  pushes: number;
}
