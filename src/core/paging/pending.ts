/**
 * Pages devices that can be paged only now. An open incident is pending for each device of its groups that
 * works and has no page of it, or only one on hold through another group. So a device that was added, enabled or fixed after the incident opened is
 * paged like the others, and so is a new member. SQL finds the pending devices (`store/queries/pending`), this file pages them. Pure.
 */
import type { Change } from "../command/change.ts";
import type { PendingDevice } from "../command/command.ts";
import type { Incident, Instant } from "../model/model.ts";
import {
  type Earlier,
  type Fanout,
  type Recipient,
  type Text,
  recipientName,
  notificationOf,
} from "./notification.ts";
import { countsAsPaged, isHeldElsewhere, isOutdated } from "./paged.ts";
import { pendingRound } from "./reminders.ts";

/** Pages the pending devices of an incident, and hands it over from people that left. Empty unless it is still open. */
export function pagePending(
  incident: Incident | null,
  { pending, left }: { pending: readonly PendingDevice[]; left: readonly string[] },
  now: Instant,
): Change[] {
  if (incident?.status !== "open") return [];
  const groups = Map.groupBy(pending, ({ group_id }) => group_id);
  const pages = [...groups].map(([group_id, devices]): Change => ({
    kind: "notify",
    ...(group_id === null ? { responders: [] } : { group_id }),
    transition: "opened",
    title: incident.title,
    message: incident.summary,
    // Each group has a page of its own: one of them may be on hold.
    round: [`${pendingRound}${now}`, group_id ?? []].flat().join("."),
    devices: devices.map(({ device_id }) => device_id),
  }));
  // Their reminders count from this page, also when those of the others have ended.
  return [
    ...(left.length === 0 ? [] : [{ kind: "left", user_ids: left } as const]),
    ...pages,
    { kind: "incident", set: { act_at: now } },
  ];
}

/** The pages to those `devices` that can still be paged and have no page since then. */
export function fanOutPending(
  incident: Incident,
  text: Text,
  recipients: readonly Recipient[],
  pending: { group_id: string | null; devices: readonly string[]; earlier: readonly Earlier[] },
  now: Instant,
): Fanout {
  const paged = new Set(
    pending.earlier.flatMap(({ page }) =>
      countsAsPaged(page) && !isHeldElsewhere(page, pending.group_id) && !isOutdated(page, incident)
        ? [page.device_id]
        : [],
    ),
  );
  const fresh = recipients.filter(
    ({ device }) =>
      pending.devices.includes(device.id) &&
      device.enabled &&
      device.broken_at === null &&
      !paged.has(device.id),
  );
  return {
    queued: fresh.map(({ device }) => ({
      ...notificationOf(incident, "opened", text, device, "queued", now),
      alert_group_id: pending.group_id,
    })),
    dropped: [],
    reworded: [],
    timeline:
      fresh.length === 0
        ? []
        : [
            {
              entry: "paged",
              text: `Paged now, because it was not possible before: ${fresh.map(recipientName).join(", ")}.`,
            },
          ],
  };
}
