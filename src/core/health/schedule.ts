/**
 * Calculates when a health check is due next.
 *
 * Every monitor has its own phase within the interval, made from its id, so that ten thousand monitors created
 * by one apply do not all run in the same second. Pure: without randomness, so that a restart changes no due
 * time.
 */
import type { Instant } from "../model/model.ts";

/** The first instant of the monitor's phase after at least half an interval. */
export function nextDue(id: string, interval: number, now: Instant): Instant {
  const phase = hash(id) % interval;
  const next = now - ((now - phase) % interval) + interval;
  return next - now < interval / 2 ? next + interval : next;
}

/** A claim outlasts the timeout of its check by this, ms: the way to the target and back. */
export const claimSlack = 15_000;

/** The longest possible claim: of a check with the longest timeout, ms. */
export const longestClaim = 60_000 + claimSlack;

/** How long checks gather, ms, and how many of them are too many for the usual time. */
const gather = { usual: 400, often: 120, behind: 50, many: 200 };

/**
 * How long due checks and results gather before they share the next transaction, ms, after `claimed` checks that
 * fell due `within` ms, when `free` could have been claimed. A transaction costs far more than a check in it, so
 * few wait for a while; many are enough for one sooner, and are later than a quarter of a second for no reason.
 */
export function gatherTime({
  claimed,
  within,
  free,
}: {
  claimed: number;
  within: number;
  free: number;
}): number {
  if (claimed === free) return gather.behind;
  return (claimed / Math.max(1, within)) * gather.usual > gather.many ? gather.often : gather.usual;
}

/** FNV-1a, 32 bits: spreads ids that differ in a few characters. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
