/** Says whether a device has the page of an incident. Pure. */
import type { Notification, NotificationState } from "../model/model.ts";

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
