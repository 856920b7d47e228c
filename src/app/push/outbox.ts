/** Writes the result of an attempt to send into the outbox. `claim-pushes` decides which pushes are sent. */
import type { NewRow } from "../../core/model/column.ts";
import type { Instant, Notification, notification_attempts } from "../../core/model/model.ts";
import type { Settlement } from "../../core/paging/settle.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { deviceName, knownName } from "../../core/text/person.ts";

/**
 * How long a claim lasts, ms: an attempt over HTTP takes 10 s at most. A node that dies delays its pushes by no more. The
 * claim of an attempt that takes longer is renewed (`renew-pushes`).
 */
export const pushLease = 15_000;

/** How long a claim of `count` notifications lasts: claiming and settling many takes turns with other work. */
export const leaseOf = (count: number) => pushLease + 10 * (count - 1);

/** The incident of a notification; null: a test or a drill. */
export const incidentOf = ({ incident_id, org_id }: Notification) =>
  incident_id === null ? null : { id: incident_id, org_id };

/** The recipient of a push, as in `Ada (Pixel)`. */
export function* recipientOf(
  c: Context,
  { user_id, device_id }: Pick<Notification, "user_id" | "device_id">,
): Procedure<string> {
  const user = yield* c.of.users.first({ id: user_id });
  const device = yield* c.of.devices.first({ id: device_id });
  const name = knownName(user);
  return device ? `${name} (${deviceName(device)})` : name;
}

/** Queues or drops the recovery that waits for the page `page`. */
export function* sendOrDropWaiting(
  c: Context,
  page: Notification,
  to: "queued" | "dropped",
  now: Instant,
): Procedure<void> {
  if (page.transition !== "opened" || page.incident_id === null) return;
  yield* c.of.notifications.update(
    { incident_id: page.incident_id, device_id: page.device_id, state: "waiting" },
    { state: to, due_at: to === "queued" ? now : null },
  );
  if (to === "queued") c.nudge("pushes");
}

/** Writes the state of a notification. The coverage hears when a page never arrives, or is rejected for now: the next group need not wait. */
export function* setState(
  c: Context,
  { id, transition, channel_refused }: Pick<Notification, "id" | "transition" | "channel_refused">,
  set: Settlement["set"],
): Procedure<void> {
  yield* c.of.notifications.update({ id }, set);
  const isLost = lost.has(set.state) || (set.channel_refused && !channel_refused);
  if (transition === "opened" && isLost) c.nudge("coverage");
}

const lost = new Set<Notification["state"]>(["refused", "expired", "dropped"]);

export function* writeAttempt(
  c: Context,
  attempt: NewRow<typeof notification_attempts>,
): Procedure<void> {
  yield* c.of.notification_attempts.insertAllNew([attempt]);
}
