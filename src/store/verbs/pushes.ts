/** The outbox: what follows from an attempt to send. `claim` says what is sent. */
import type { PushClaim, Verbs } from "../../app/ports.ts";
import type { Instant, Notification, NotificationAttempt } from "../../core/model/model.ts";
import { notReachedAfter, settle, type Settlement } from "../../core/paging/settle.ts";
import { writeTimeline } from "../records/timeline.ts";
import type { Context } from "../kit/context.ts";
import { EventWriter } from "../records/events.ts";
import { incidentBy } from "../records/passages.ts";
import { rows, write, type Procedure } from "../kit/procedure.ts";

/** An attempt takes 10 s at most; the claim outlives it by 5 s. */
export const pushLease = 15_000;

/** The incident that a notification is about; null: it is about none. */
export const incidentOf = ({ incident_id, org_id }: Notification) =>
  incident_id === null ? null : { id: incident_id, org_id };

export function* settle_push(
  c: Context,
  input: Parameters<Verbs["settle_push"]>[0],
): Procedure<null> {
  for (const claim of input.claims) yield* settleOne(c, claim, input);
  return null;
}

function* settleOne(
  c: Context,
  { notification_id, attempt }: PushClaim,
  input: Parameters<Verbs["settle_push"]>[0],
): Procedure<void> {
  const { outcome, now } = input;
  const notification = yield* c.of.notifications.hold({
    id: notification_id,
    state: "leased",
    attempts: attempt,
  });
  // Somebody else took over after the claim ran out: theirs is the answer that counts.
  if (!notification) return;
  const incident = yield* incidentBy(c, notification.incident_id);
  const device = yield* c.of.devices.first({ id: notification.device_id });
  const user = yield* c.of.users.first({ id: notification.user_id });
  const person = user?.name ?? user?.email ?? "a former user";
  yield* writeAttempt(c, {
    notification_id,
    attempt,
    started_at: input.started_at,
    finished_at: now,
    outcome: outcome.kind,
    http_status: outcome.http_status,
    detail: outcome.kind === "delivered" ? outcome.provider_id : outcome.detail,
  });
  const elsewhere =
    outcome.kind === "retry" && attempt === notReachedAfter
      ? yield* rows(c.q.reachedOthers, {
          incident_id: notification.incident_id,
          user_id: notification.user_id,
          device_id: notification.device_id,
        })
      : [];
  const settlement = settle(
    notification,
    outcome,
    {
      over: incident?.status === "resolved",
      where: `${person}${device?.name ? ` (${device.name})` : ""}`,
      elsewhere: elsewhere.map(({ name }) => name ?? "another device"),
      jitter: input.jitter,
    },
    now,
  );
  yield* setState(c, notification.id, settlement.set);
  if (settlement.waiting !== null) yield* releaseWaiting(c, notification, settlement.waiting, now);
  if (settlement.device && device) yield* markDevice(c, device, settlement.device.broken, now);
  if (settlement.hurry_others) {
    yield* write(c.q.hurryOthers, {
      incident_id: notification.incident_id,
      user_id: notification.user_id,
      now,
    });
    c.nudge("pushes");
  }
  if (notification.transition === "test") {
    // Somebody may be waiting for what becomes of it.
    const news = new EventWriter();
    news.resource(notification.org_id, "devices", notification.device_id, "tested");
    yield* news.write(c, now);
  }
  if (settlement.timeline)
    yield* writeTimeline(
      c,
      incidentOf(notification),
      settlement.timeline.entry,
      settlement.timeline.text,
      null,
      now,
    );
}

/** A recovery that waits for this opening may go, or is not needed. */
export function* releaseWaiting(
  c: Context,
  opening: Notification,
  to: "queued" | "dropped",
  now: Instant,
): Procedure<void> {
  if (opening.transition !== "opened" || opening.incident_id === null) return;
  yield* c.of.notifications.update(
    { incident_id: opening.incident_id, device_id: opening.device_id, state: "waiting" },
    { state: to, due_at: to === "queued" ? now : null },
  );
  if (to === "queued") c.nudge("pushes");
}

function* markDevice(
  c: Context,
  device: { id: string; broken_at: Instant | null },
  broken: string | null,
  now: Instant,
): Procedure<void> {
  if (broken === null && device.broken_at === null) return;
  yield* c.of.devices.update(
    { id: device.id },
    { broken_at: broken === null ? null : (device.broken_at ?? now), broken_reason: broken },
  );
}

export function* setState(c: Context, id: string, set: Settlement["set"]): Procedure<void> {
  yield* c.of.notifications.update({ id }, set);
}

export function* writeAttempt(c: Context, attempt: NotificationAttempt): Procedure<void> {
  yield* c.of.notification_attempts.insertNew(attempt);
}
