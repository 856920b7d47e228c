/**
 * Decides whether a reminder that is due leaves. A round counts only when a push of it leaves: a silence, a member's
 * hours, contact hours and an unreachable device hold pages back, and the rounds with them. They restart, with the full
 * limit, when the page that was on hold has left. Pure.
 */
import type { ReminderRecipient } from "../command/snapshot.ts";
import type { Instant, NotificationState } from "../model/model.ts";
import { sooner } from "./escalation.ts";
import { isChannelRefused } from "./paged.ts";
import { notReachedAfter } from "./settle.ts";

/**
 * leaves: at least one push of it is sent. waits: an earlier page is being sent, and no other device gets a push. held:
 * everything that could be sent is on hold, or no device can be reached.
 */
export type ReminderStanding = "leaves" | "waits" | "held";

const unfinished = new Set<NotificationState>(["queued", "held", "leased"]);
const unfinishedPage = ({ pages }: ReminderRecipient) =>
  pages.find(({ state }) => unfinished.has(state));

/** The standing of a reminder that is sent now. */
export function standingOf(recipients: readonly ReminderRecipient[]): ReminderStanding {
  // A device without a page is pending: it gets one, and no reminder.
  const standings = recipients.filter(({ pages }) => pages.length > 0).map(standingFor);
  return (["leaves", "waits"] as const).find((one) => standings.includes(one)) ?? "held";
}

function standingFor(recipient: ReminderRecipient): ReminderStanding {
  const page = unfinishedPage(recipient);
  if (page) return page.state === "held" || page.attempts >= notReachedAfter ? "held" : "waits";
  return recipient.closed !== null || recipient.device.broken_at !== null ? "held" : "leaves";
}

/** When the hold of a working device with a page ends; null: not known. */
export const holdEnds = (recipients: readonly ReminderRecipient[]): Instant | null =>
  recipients.reduce<Instant | null>((first, recipient) => {
    const hold = recipient.closed?.closed;
    const waits = recipient.pages.length > 0 && recipient.device.broken_at === null;
    return waits && hold && hold !== "drop" ? sooner(first, hold.until) : first;
  }, null);

/** True while a page has not left yet: when it does, the rounds restart. */
export const isUnderWay = (recipients: readonly ReminderRecipient[]): boolean =>
  recipients.some((recipient) => unfinishedPage(recipient) !== undefined);

/** True if a push was queued after `at`. */
export const isPagedAfter = (recipients: readonly ReminderRecipient[], at: Instant): boolean =>
  recipients.some(({ pages }) => pages.some(({ inserted_at }) => inserted_at > at));

/** When the last page left; null: none has since `since`. */
export function lastLeft(recipients: readonly ReminderRecipient[], since: Instant): Instant | null {
  return latest(
    recipients.flatMap(({ pages }) => pages.map(({ delivered_at }) => delivered_at)),
    since,
  );
}

/**
 * When the last page left that had been on hold, or was the first one of a device that came later; null: none after `since`.
 * A page through another group than `group_id` belongs to the reminders of that one, unless both paged the device at one instant:
 * then it gets one push.
 */
export function lastReleased(
  recipients: readonly ReminderRecipient[],
  group_id: string,
  since: Instant,
): Instant | null {
  const released = recipients.flatMap(({ pages }) => {
    const own = pages.filter(
      ({ alert_group_id }) => alert_group_id === null || alert_group_id === group_id,
    );
    const paged = new Set(
      own.flatMap(({ inserted_at, state }) => (state === "held" ? [] : [inserted_at])),
    );
    return pages
      .filter(({ inserted_at }) => paged.has(inserted_at))
      .filter(
        ({ held_reason, key }) => held_reason !== null || roundOf(key).startsWith(pendingRound),
      )
      .map(({ delivered_at }) => delivered_at);
  });
  return latest(released, since + 1);
}

/** True if there were pushes from `since` on, and their servers rejected all of them: they have reached nobody. */
export function wereRejected(recipients: readonly ReminderRecipient[], since: Instant): boolean {
  const sent = recipients.flatMap(({ pages }) =>
    pages.filter(({ inserted_at, state }) => inserted_at >= since && state !== "dropped"),
  );
  return (
    sent.length > 0 && sent.every((page) => page.state === "refused" || isChannelRefused(page))
  );
}

/** How the round of a page begins that went to a device which could not be paged before. */
export const pendingRound = "pending.";

/** The round of the pages with which paging begins again. */
export const restartRound = (now: Instant): string => `${now}.0`;

/** The round in the key of a notification: `incident/transition/round/device`. */
const roundOf = (key: string) => key.split("/")[2] ?? "";

function latest(instants: readonly (Instant | null)[], since: Instant): Instant | null {
  const left = instants.filter((at) => at !== null && at >= since) as Instant[];
  return left.length === 0 ? null : Math.max(...left);
}
