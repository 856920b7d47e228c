/** Says whether a device has the page of an incident, and which of several pages of one incident leaves. Pure. */
import type { ReminderRecipient } from "../command/snapshot.ts";
import type { Incident, Notification, NotificationState } from "../model/model.ts";

/** States of a page that make another one unnecessary. */
export const pagedStates = [
  "queued",
  "held",
  "leased",
  "waiting",
  "delivered",
] as const satisfies NotificationState[];

const counting = new Set<NotificationState>(pagedStates);

/** True for a page that the device has, may have, or gets. */
export const countsAsPaged = ({
  handed_over,
  state,
  perhaps_delivered,
}: Pick<Notification, "handed_over" | "state" | "perhaps_delivered">): boolean =>
  !handed_over && (counting.has(state) || perhaps_delivered);

/** True for a page that is rejected as each push of its channel is. It is tried again, and the next group is paged meanwhile. */
export const isChannelRefused = ({
  channel_refused,
  perhaps_delivered,
}: Pick<Notification, "channel_refused" | "perhaps_delivered">): boolean =>
  channel_refused && !perhaps_delivered;

/** True for a page that the device has, may have, or gets soon. */
export const mayArrive = (
  page: Pick<Notification, "handed_over" | "state" | "perhaps_delivered" | "channel_refused">,
): boolean => countsAsPaged(page) && !isChannelRefused(page);

/**
 * True for a page to the recipient of a group from before paging began anew: the device may show it as acknowledged. All that
 * were in the group of the incident then have one since.
 */
export const isOutdated = (
  { alert_group_id, inserted_at }: Pick<Notification, "alert_group_id" | "inserted_at">,
  { paging_since }: Pick<Incident, "paging_since">,
): boolean => inserted_at < paging_since && alert_group_id !== null;

/** Recipients with the pages that are not outdated. A person without one of these is paged as a newcomer. */
export const withCurrent = (
  recipients: readonly ReminderRecipient[],
  incident: Pick<Incident, "paging_since">,
): ReminderRecipient[] =>
  recipients.map((one) => ({
    ...one,
    pages: one.pages.filter((page) => !isOutdated(page, incident)),
  }));

/**
 * True for a page on hold through another group than `group_id`. It does not count there: its hours are not
 * those of this group, and it gives way once a page of this one has arrived (`givesWay`).
 */
export const isHeldElsewhere = (
  { state, alert_group_id }: Pick<Notification, "state" | "alert_group_id">,
  group_id: string | null,
): boolean => state === "held" && alert_group_id !== group_id;

/** True for a page from before an acknowledgement that still holds; one of the same instant may be about it, as after a handover. */
export const isAcknowledgedSince = (
  { inserted_at }: Pick<Notification, "inserted_at">,
  { status, acknowledged_at }: Pick<Incident, "status" | "acknowledged_at">,
): boolean => status === "acknowledged" && inserted_at < (acknowledged_at ?? 0);

/**
 * Why a page that had to wait and may go now is not sent; null: it is. The incident was acknowledged since, a page
 * of it has arrived since, or a later one leaves with it. `others`: the pages of the incident to the same device.
 */
export function givesWay(
  page: Pick<Notification, "id" | "inserted_at">,
  incident: Pick<Incident, "status" | "acknowledged_at">,
  others: readonly Pick<Notification, "delivered_at">[],
  leaving: readonly Pick<Notification, "id" | "inserted_at">[],
): string | null {
  if (incident.status === "acknowledged" && page.inserted_at <= (incident.acknowledged_at ?? 0))
    return "the incident is acknowledged";
  const isLater = (one: Pick<Notification, "id" | "inserted_at">) =>
    one.inserted_at > page.inserted_at ||
    (one.inserted_at === page.inserted_at && one.id > page.id);
  const arrived = others.some(
    ({ delivered_at }) => delivered_at !== null && delivered_at >= page.inserted_at,
  );
  return arrived || leaving.some(isLater) ? "a later page took its place" : null;
}
