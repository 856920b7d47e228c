/**
 * Calculates the reminders of one group: its rounds count from when it was paged. Total and stateless: the result depends
 * only on the rules, the progress so far and the pages, so a daemon that was stopped does exactly the due rounds. Rounds that
 * were missed become one: a phone that rings twelve times in a row is not better than one that rings once. They do not
 * count. Pure.
 */
import type { ReminderRecipient } from "../command/snapshot.ts";
import type { AlertGroup, Incident, Instant } from "../model/model.ts";
import { minute } from "../text/units.ts";
import {
  holdEnds,
  isPagedAfter,
  isUnderWay,
  lastLeft,
  lastReleased,
  standingOf,
  wereRejected,
} from "./reminders.ts";
import { sooner } from "./escalation.ts";

/** The rules for reminders. */
export interface ReminderRules {
  /** Minutes between reminders; null: none. */
  repeat_minutes: number | null;
  /** How often at most, the first page not counted. */
  repeat_limit: number;
}

/** The reminders of a priority, where the group has no rule of its own. */
const defaultReminders: Record<number, ReminderRules> = {
  1: { repeat_minutes: 5, repeat_limit: 12 },
  2: { repeat_minutes: 60, repeat_limit: 6 },
  3: { repeat_minutes: null, repeat_limit: 12 },
};

/** The reminders of an incident in a group: the group's fields, or the default for its priority. */
export function remindersOf(
  group: Pick<AlertGroup, "repeat_minutes" | "repeat_limit">,
  { priority_level }: Pick<Incident, "priority_level">,
): ReminderRules {
  const byPriority = defaultReminders[priority_level]!;
  return {
    repeat_minutes: group.repeat_minutes ?? byPriority.repeat_minutes,
    repeat_limit: group.repeat_limit ?? byPriority.repeat_limit,
  };
}

/** How far the reminders of a group are. */
export interface Progress {
  /**
   * The next round counts from here: when the group was to be paged, not before its contact hours began, or when a page that
   * was on hold left; then the instant of the last round, so that rules that change count from it. null: its pages are on hold.
   */
  paged_at: Instant | null;
  /** Reminders that left since the group was paged; while pages are on hold: those that were queued all the same. */
  page_round: number;
}

/** The progress after the rounds that are due now. */
export interface Rounds {
  progress: Progress;
  /** counts: a reminder leaves. tried: it is queued although no push of it leaves, and does not count. null: none is due. */
  reminder: "counts" | "tried" | null;
  /** When they go on; null: not any more. */
  next_at: Instant | null;
}

/**
 * The reminders of a group that was paged at `since` first. While no push would leave, `page_round` counts the reminders that
 * were queued: no more than the limit, so that a device that rejects them is not tried for ever. `recipients`: absent where
 * the next reminder is only shown.
 */
export function roundsOf(
  rules: ReminderRules,
  progress: Progress,
  {
    group,
    since,
    recipients,
  }: {
    group: Pick<AlertGroup, "id">;
    since: Instant;
    recipients?: readonly ReminderRecipient[] | undefined;
  },
  now: Instant,
): Rounds {
  const interval = intervalOf(rules);
  if (interval === null) return { progress, reminder: null, next_at: null };
  if (recipients === undefined) return counted(rules, progress, interval, now);
  const again_at = isUnderWay(recipients) ? now + interval : null;
  const standing = standingOf(recipients);
  const { paged_at } = progress;
  const reached = paged_at !== null && !wereRejected(recipients, paged_at);
  const released = paged_at === null ? null : lastReleased(recipients, group.id, paged_at);
  const anew =
    !reached && standing === "leaves"
      ? firstLeft(recipients, { group, since, interval }, now)
      : released;
  const current = anew === null ? progress : { paged_at: anew, page_round: 0 };
  if (standing === "leaves" || !isDue(rules, current, interval, now)) {
    const rounds = counted(rules, current, interval, now);
    const next_at = sooner(rounds.next_at, again_at);
    // Until a round is due, a page that was released is looked up again: its person may leave.
    const waits = released !== null && rounds.reminder === null;
    return { ...rounds, ...(waits && { progress }), next_at };
  }
  const { page_round } = current;
  // Another hold began since, with tries of its own.
  const begun = paged_at === null ? releasedLast(recipients, group, since) : null;
  if (begun !== null && now < begun + interval)
    return { progress, reminder: null, next_at: begun + interval };
  if (standing === "waits" && current.paged_at !== null)
    // Tried again when the page that is being sent has had its time.
    return {
      progress: { paged_at: now, page_round },
      reminder: null,
      next_at: now + interval,
    };
  const isAnother = begun !== null && !isPagedAfter(recipients, begun);
  const tries = current.paged_at === null && !isAnother ? page_round : 0;
  const tried = standing === "held" && tries < rules.repeat_limit;
  return {
    progress: { paged_at: null, page_round: tried ? tries + 1 : tries },
    reminder: tried ? "tried" : null,
    // No push waits for the end of the hold: the reminder is decided again then.
    next_at: tried ? now + interval : sooner(now + interval, holdEnds(recipients)),
  };
}

/**
 * From when rounds count that begin now: from the last push, but the second one follows an interval after the first. From a
 * page that was released they count as if that had been seen then.
 */
function firstLeft(
  recipients: readonly ReminderRecipient[],
  { group, since, interval }: { group: Pick<AlertGroup, "id">; since: Instant; interval: number },
  now: Instant,
): Instant {
  const left = lastLeft(recipients, since) ?? now;
  return releasedLast(recipients, group, since) ?? Math.max(left, now - interval);
}

/** When the last page left, if that had been on hold; else null. */
function releasedLast(
  recipients: readonly ReminderRecipient[],
  { id }: Pick<AlertGroup, "id">,
  since: Instant,
): Instant | null {
  const released = lastReleased(recipients, id, since - 1);
  return released === lastLeft(recipients, since) ? released : null;
}

/** Between two reminders, ms; null: none. */
const intervalOf = ({ repeat_minutes, repeat_limit }: ReminderRules): number | null =>
  repeat_minutes === null || repeat_minutes <= 0 || repeat_limit <= 0
    ? null
    : repeat_minutes * minute;

/** True when a round is due, or pages are on hold. */
const isDue = (
  { repeat_limit }: ReminderRules,
  { paged_at, page_round }: Progress,
  interval: number,
  now: Instant,
) => paged_at === null || (page_round < repeat_limit && now >= paged_at + interval);

/** The next round while pushes leave. */
function counted(
  { repeat_limit }: ReminderRules,
  progress: Progress,
  interval: number,
  now: Instant,
): Rounds {
  const { paged_at, page_round } = progress;
  if (paged_at === null || page_round >= repeat_limit)
    return { progress, reminder: null, next_at: null };
  const at = paged_at + interval;
  if (now < at) return { progress, reminder: null, next_at: at };
  const since = at + Math.floor((now - at) / interval) * interval;
  const round = page_round + 1;
  return {
    progress: { paged_at: since, page_round: round },
    reminder: "counts",
    next_at: round < repeat_limit ? since + interval : null,
  };
}
