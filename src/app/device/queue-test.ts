import { type Actor, audit } from "../audit.ts";
import type { Device, Instant, Notification } from "../../core/model/model.ts";
import { testNotification } from "../../core/paging/people-notification.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { rowOf } from "../../store/records/outbox.ts";

/** Queues a test; `text` is its title and message. */
export function* queueTest(
  c: Context,
  device: Device,
  text: typeof testNotification,
  actor: Actor,
  now: Instant,
): Procedure<Notification> {
  const id = c.newId(now);
  const notification = rowOf(text(device, id, now), id, device.org_id);
  yield* c.of.notifications.insert(notification);
  yield* audit(c, { actor, now }, "test", "devices", device);
  c.nudge("pushes");
  return notification;
}
