/**
 * Detects that this node has no network: when nearly all monitors fail at once, that is the likeliest
 * cause. Defines what raises the suspicion, what confirms it, and the consequence: readings are skipped
 * for a while, so that fifty false incidents are not opened. In doubt no reading is skipped: only while
 * none of the connectivity targets can be reached and no monitor answers, and never for longer than five
 * minutes. Pure.
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { Device, Instant } from "../model/model.ts";
import { isFailing } from "../model/status.ts";

/** How the last fetch of a monitor went. */
export interface Sight {
  at: Instant;
  reached: boolean;
  /** When it could not be reached for the first time in a row, and how often since. */
  since: Instant;
  misses: number;
}

/** The record of a monitor after another fetch. */
export function sighted(before: Sight | undefined, reached: boolean, at: Instant): Sight {
  if (reached) return { at, reached, since: at, misses: 0 };
  return before && !before.reached
    ? { ...before, at, misses: before.misses + 1 }
    : { at, reached, since: at, misses: 1 };
}

/** Fetches that count, ms. */
const sightLife = 60_000;
/** Monitors that failed before this time have a cause of their own, ms. */
const fresh = 2 * 60_000;
/** Minimum number of failed fetches, and of monitors, to suspect the network. */
const min = { misses: 5, monitors: 3 };

/**
 * True when enough monitors became unreachable lately to test the network: five failed fetches, and more
 * than half of all monitors fetched since the first of them.
 */
export function isSuspicious(sights: readonly Sight[], now: Instant): boolean {
  const since = missedSince(sights, now);
  const lately = sights.filter(({ at }) => now - at < sightLife && at >= since);
  const missed = lately.filter((sight) => isFreshMiss(sight, now));
  const reached = lately.filter((sight) => sight.reached);
  const misses = missed.reduce((sum, one) => sum + one.misses, 0);
  return misses >= min.misses && missed.length >= min.monitors && missed.length > reached.length;
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

/** Maximum time for which readings are skipped, ms. */
export const skippedFor = 5 * 60_000;
/** Pause before a monitor whose reading was skipped is checked again, ms. */
const retryAfter = 15_000;
/** Shorter outages send no push, ms. */
const blip = 60_000;

/** Pushes that cannot be sent are retried when the network is back, or after this, ms. */
export const postponedFor = 30_000;

/** True for an outage that is reported even if no incident changed. */
export function isWorthAPage(from: Instant, to: Instant): boolean {
  return to - from >= blip;
}

/** Skips a reading: the monitor keeps its status and is checked again soon. */
export function skipReading({ subject }: Snapshot, lease: string, now: Instant): Change[] {
  // The claim has expired and another node is checking: its result counts.
  if (subject.lease_token !== lease) return [];
  return [
    {
      kind: "subject",
      set: {
        lease_token: null,
        due_at: now + retryAfter,
        // A failing monitor keeps its reason.
        ...(isFailing(subject.status)
          ? {}
          : { status_reason: "not checked: monitord has no network", reason_code: "offline" }),
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
    title: "monitord has no network",
    message: `Since ${at} UTC monitord reaches no monitor and no push server. Check results are ignored for up to 5 min.`,
  };
}

/** The enabled devices to notify of the outage, each once. `waiting`: ids of devices with an unsent page about it. */
export function offlineRecipients<Group>(
  groups: readonly { group: Group; devices: readonly Device[] }[],
  waiting: readonly string[],
): { group: Group; device: Device }[] {
  const notified = new Set(waiting);
  return groups.flatMap(({ group, devices }) =>
    devices.flatMap((device) => {
      if (!device.enabled || notified.has(device.id)) return [];
      notified.add(device.id);
      return [{ group, device }];
    }),
  );
}
