/** What phones answer: that a test or a drill arrived, and with which button to what. */
import type { Actor, Outcome, Verbs } from "../../app/ports.ts";
import type { Device, Instant, Notification } from "../../core/model/model.ts";
import { testNotification } from "../../core/paging/people-notification.ts";
import { addressId } from "../../core/access/signed-action.ts";
import type { Context } from "../kit/context.ts";
import { EventWriter } from "../records/events.ts";
import { rowOf } from "../records/outbox.ts";
import { write, type Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";

export function* test_device(
  c: Context,
  { actor, user_id, id, now }: Parameters<Verbs["test_device"]>[0],
): Procedure<Outcome<Notification>> {
  const device = yield* c.of.devices.first({ id, user_id, org_id: actor.org_id });
  if (!device) return { ok: false, why: "not_found" };
  if (!device.enabled)
    return {
      ok: false,
      why: "conflict",
      message: "The device is disabled: enable it to test it.",
    };
  return {
    ok: true,
    value: yield* queueTest(c, device, testNotification, actor, now),
  };
}

/** `text`: what the test says. */
export function* queueTest(
  c: Context,
  device: Device,
  text: typeof testNotification,
  actor: Actor,
  now: Instant,
): Procedure<Notification> {
  const made = c.newId(now);
  const notification = rowOf(text(device, made, now), made, device.org_id);
  yield* c.of.notifications.insert(notification);
  yield* audit(c, {
    action: "test",
    kind: "devices",
    object: { ...device },
    actor,
    now,
  });
  c.nudge("pushes");
  return notification;
}

export function* confirm_device(
  c: Context,
  { id, address, now }: Parameters<Verbs["confirm_device"]>[0],
): Procedure<boolean> {
  const device = yield* c.of.devices.hold({ id });
  if (!device || addressId(device) !== address) return false;
  yield* proven(c, device, now);
  return true;
}

/** Somebody has answered on the device: whose it is can be reached. */
export function* proven(
  c: Context,
  { id, org_id, user_id }: Device,
  now: Instant,
): Procedure<void> {
  yield* c.of.devices.update({ id }, { verified_at: now, broken_at: null, broken_reason: null });
  yield* c.of.device_invitations.update({ device_id: id }, { verified_at: now });
  yield* write(c.q.answerDrills, { user_id, device_id: id, now });
  const news = new EventWriter();
  news.resource(org_id, "devices", id, "verify");
  yield* news.write(c, now);
}

export function* answer(
  c: Context,
  { incident_id, device_id, verb, now }: Parameters<Verbs["answer"]>[0],
): Procedure<null> {
  const device = yield* c.of.devices.first({ id: device_id });
  if (!device) return null;
  const { org_id, user_id } = device;
  yield* c.of.answers.insertNew({
    incident_id,
    device_id,
    verb,
    org_id,
    user_id,
    at: now,
  });
  const news = new EventWriter();
  news.incident({ id: incident_id, org_id }, "timeline");
  yield* news.write(c, now);
  return null;
}
