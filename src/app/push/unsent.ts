/** Settles a notification that is due and is not sent: handed over, on hold, or expired. */
import {
  incidentOf,
  pushLease,
  recipientOf,
  sendOrDropWaiting,
  setState,
  writeAttempt,
} from "./outbox.ts";
import type { Instant, Notification } from "../../core/model/model.ts";
import { digestBatch, noBatch } from "../../core/paging/bundle.ts";
import type { Gate } from "../../core/paging/gate.ts";
import { pushNouns } from "../../core/paging/settle.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { writeTimeline } from "../../store/records/timeline.ts";

/** Takes over a push whose node died. Its outcome is unknown, so it is sent again. */
export function* takeOver(c: Context, row: Notification, now: Instant): Procedure<Notification> {
  yield* writeAttempt(c, {
    notification_id: row.id,
    attempt: row.attempts,
    // An estimate: its claim may have been renewed, or ended early by the start of the next process.
    started_at: Math.max(row.inserted_at, (row.due_at ?? now) - pushLease),
    finished_at: null,
    outcome: "lost",
    http_status: null,
    detail: "the daemon stopped before an answer came",
  });
  return { ...row, perhaps_delivered: true };
}

/** `Page to Ada (Pixel)`. */
function* pushName(c: Context, notification: Notification): Procedure<string> {
  return `${pushNouns[notification.transition]} to ${yield* recipientOf(c, notification)}`;
}

/** On hold. Notifications held until the same instant are sent as one push: a digest. */
export function* hold(
  c: Context,
  notification: Notification,
  { reason, closed }: Gate,
  now: Instant,
): Procedure<void> {
  const until = closed && closed !== "drop" ? closed.until : null;
  const set = {
    state: "held" as const,
    due_at: until,
    held_reason: reason,
    // A drill has a button, which no list has.
    ...(notification.incident_id === null ? noBatch : digestBatch(notification.device_id, until)),
    perhaps_delivered: notification.perhaps_delivered,
    channel_refused: false,
  };
  yield* c.of.notifications.update({ id: notification.id }, set);
  // Another group may page the device meanwhile.
  if (notification.transition === "opened") c.nudge("coverage");
  if (notification.held_reason !== reason)
    yield* writeTimeline(
      c,
      incidentOf(notification),
      "held",
      `${yield* pushName(c, notification)} on hold: ${reason}.`,
      null,
      now,
    );
}

/** expired: it is too old to be news. dropped: a gate is closed to it for good. */
export function* giveUp(
  c: Context,
  notification: Notification,
  state: "expired" | "dropped",
  reason: string,
  now: Instant,
): Procedure<void> {
  yield* setState(c, notification, {
    state,
    due_at: null,
    wait_asked: false,
    perhaps_delivered: notification.perhaps_delivered,
    channel_refused: false,
    delivered_at: null,
    last_error: notification.last_error ?? reason,
  });
  // An update of a page on a phone needs no timeline entry.
  if (notification.transition !== "acknowledged")
    yield* writeTimeline(
      c,
      incidentOf(notification),
      state,
      `${yield* pushName(c, notification)} not sent: ${reason}.`,
      null,
      now,
    );
  yield* sendOrDropWaiting(
    c,
    notification,
    notification.perhaps_delivered ? "queued" : "dropped",
    now,
  );
}
