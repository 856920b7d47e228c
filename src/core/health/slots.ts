/**
 * Decides which health checks may be under way beside each other, so that targets that hang never take the slots of those
 * that answer. Pure.
 *
 * By the pace of its last check a monitor has another share of the slots. Half of them are kept for monitors that took a
 * second at most. In the other half those that took longer go first, those that timed out follow, and each has an eighth of
 * all slots in any case: one slow answer must not leave a monitor behind a thousand that hang, and a monitor that timed out
 * must be seen to recover. A host has at most 32: it may be the one that all of them wait for.
 *
 * A thousand monitors that were quick can hang all at once. So a check that has taken a second is quick no longer, and gives
 * back its slot among the quick ones even when the other half is full: the checks that hang are then more than it has slots,
 * up to a bound, until their timeouts end them.
 */
import type { Pace } from "../model/model.ts";
import type { Fetched } from "./prober.ts";

/** Checks under way at once, but for those that were quick and hang. A hung target holds its slot for its timeout, 60 s at most. */
export const slots = 256;

/** Checks under way at once in any case. */
const bound = 8 * slots;

/** Maximum slots of one host. */
export const slotsOfHost = 32;

/** Above this a check is slow; and a check that waits for a slot of its host waits no longer, ms. */
export const quickWithin = 1000;

const half = slots / 2;
/** The most for one of the other two paces. */
const maxOfPace = half - slots / 8;

/** How many checks may be claimed: of all paces, of the two that are not quick, and of each of these. */
export interface FreeSlots {
  all: number;
  others: number;
  slow: number;
  late: number;
}

/** Checks under way, by the pace of the last one; `stalled`: those of monitors that were quick, which have taken a second. */
export interface UnderWay {
  quick: number;
  slow: number;
  late: number;
  stalled: number;
}

/** The slots that are free beside the checks under way. */
export function freeSlots({ quick, slow, late, stalled }: UnderWay): FreeSlots {
  // Those that stalled leave half of the other half to the two other paces.
  const taken = slow + late + Math.min(stalled, half / 2);
  const total = quick + slow + late + stalled;
  const all = Math.max(0, Math.min(slots - quick - Math.min(taken, half), bound - total));
  const others = Math.max(0, Math.min(all, half - taken));
  const of = (one: number) => Math.max(0, Math.min(others, maxOfPace - one));
  return { all, others, slow: of(slow), late: of(late) };
}

/** The pace of a check. */
export function paceOf(fetched: Fetched): Pace {
  if (fetched.kind === "failure" && fetched.late) return 2;
  return fetched.seen.timing.total > quickWithin ? 1 : 0;
}

/** The host and port of a URL of `core/health/endpoint`, as text to compare; empty: the system's resolver. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
