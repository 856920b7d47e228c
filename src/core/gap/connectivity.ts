/**
 * When nearly everything fails at once it is most likely not everything that is broken, but our own network.
 * Here is what makes that suspicion, what confirms it, and what follows: readings are withheld for a while,
 * so that fifty incidents are not opened of which none is true.
 *
 * In doubt nothing is withheld: only when each of the things that ought to be reached cannot be, and no
 * monitor answers meanwhile; and never for longer than five minutes. Pure.
 */
import type { Change, Snapshot } from "../model/change.ts";
import type { Instant } from "../model/model.ts";
import { isFailing } from "../model/status.ts";

/** How the last fetch of a monitor went. */
export interface Sight {
  at: Instant;
  reached: boolean;
  /** When it could not be reached for the first time in a row, and how often since. */
  since: Instant;
  misses: number;
}

/** What is known of a monitor after another fetch. */
export function sighted(before: Sight | undefined, reached: boolean, at: Instant): Sight {
  if (reached) return { at, reached, since: at, misses: 0 };
  return before && !before.reached
    ? { ...before, at, misses: before.misses + 1 }
    : { at, reached, since: at, misses: 1 };
}

/** Fetches that count, ms. */
const sightLife = 60_000;
/** What could not be reached for longer has its own reason, ms. */
const fresh = 2 * 60_000;
/** So many fetches in vain, of so many monitors. */
const least = { misses: 5, monitors: 3 };

/**
 * True when so many monitors have become unreachable lately that it is worth asking why: five fetches in
 * vain, and of all the monitors that were looked at since the first of them, more than half.
 */
export function isSuspicious(sights: readonly Sight[], now: Instant): boolean {
  const since = missedSince(sights, now);
  const lately = sights.filter(({ at }) => now - at < sightLife && at >= since);
  const missed = lately.filter((sight) => isFreshMiss(sight, now));
  const reached = lately.filter((sight) => sight.reached);
  const misses = missed.reduce((sum, one) => sum + one.misses, 0);
  return (
    misses >= least.misses && missed.length >= least.monitors && missed.length > reached.length
  );
}

function isFreshMiss({ reached, since }: Sight, now: Instant): boolean {
  return !reached && now - since < fresh;
}

/** When the first of those that have become unreachable lately was missed. */
export function missedSince(sights: readonly Sight[], now: Instant): Instant {
  return sights
    .filter((sight) => isFreshMiss(sight, now))
    .reduce((first, { since }) => Math.min(first, since), now);
}

/**
 * True when it is clear: there was something to ask, all of it could not be reached, and neither could any
 * monitor meanwhile.
 */
export function seemsOffline(
  anchors: readonly { reached: boolean }[],
  reachedMeanwhile: boolean,
): boolean {
  return anchors.length > 0 && !reachedMeanwhile && anchors.every(({ reached }) => !reached);
}

/** Readings are withheld for so long at most, ms. */
export const withheldFor = 5 * 60_000;
/** Until a monitor whose reading was withheld is looked at again, ms. */
const again = 15_000;
/** What is over sooner wakes nobody, ms. */
const blip = 60_000;

/** What cannot be sent meanwhile is tried again when the network is back, or after this, ms. */
export const postponedFor = 30_000;

/** True for an absence that people are told of although nothing else has changed. */
export function isWorthAPage(from: Instant, to: Instant): boolean {
  return to - from >= blip;
}

/** The reason of a status that nobody could look at. */
export const offlineReason = "monitord itself seems to be offline";

/** The monitor keeps its status, and is looked at again soon. */
export function withhold({ subject }: Snapshot, lease: string, now: Instant): Change[] {
  // The claim ran out and somebody else is checking: their answer counts.
  if (subject.lease_token !== lease) return [];
  return [
    {
      kind: "subject",
      set: {
        lease_token: null,
        due_at: now + again,
        // What is failing already has a reason, and keeps it.
        ...(isFailing(subject.status) ? {} : { status_reason: offlineReason }),
      },
    },
  ];
}

/** The words of the page, for as long as it waits to be sent. */
export function offlineText(since: Instant): {
  title: string;
  message: string;
} {
  const at = new Date(since).toISOString().slice(11, 16);
  return {
    title: "monitord may be offline",
    message: `Since ${at} UTC it has reached neither its monitors nor anything else. What it finds is held back for five minutes at most.`,
  };
}
