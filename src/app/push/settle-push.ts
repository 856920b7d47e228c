import type { PushClaim, PushOutcome } from "../../core/paging/push.ts";
import { incidentOf, recipientOf, sendOrDropWaiting, setState, writeAttempt } from "./outbox.ts";
import type { Instant } from "../../core/model/model.ts";
import { notReachedAfter, settle } from "../../core/paging/settle.ts";
import type { Context } from "../../store/kit/context.ts";
import { cut, type Procedure, rows, write } from "../../store/kit/procedure.ts";
import { EventWriter } from "../../store/records/events.ts";
import { incidentBy } from "../../store/records/gate-context.ts";
import { writeTimeline } from "../../store/records/timeline.ts";

/**
 * Records one attempt to push and what follows from it (`core/paging/settle` decides). Answers to a claim that
 * ran out have no effect. `jitter` is in [0, 1).
 */
export function* settle_push(
  c: Context,
  input: {
    claims: readonly PushClaim[];
    started_at: Instant;
    outcome: PushOutcome;
    jitter: number;
    now: Instant;
  },
): Procedure<null> {
  for (const [i, claim] of input.claims.entries()) {
    // A claim that is not settled yet is still leased: after a crash it is sent again.
    if (i > 0) yield* cut();
    yield* settleOne(c, claim, input);
  }
  return null;
}

function* settleOne(
  c: Context,
  { notification_id, attempt }: PushClaim,
  input: {
    claims: readonly PushClaim[];
    started_at: Instant;
    outcome: PushOutcome;
    jitter: number;
    now: Instant;
  },
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
      where: yield* recipientOf(c, notification),
      elsewhere: elsewhere.map(({ name }) => name ?? "another device"),
      jitter: input.jitter,
    },
    now,
  );
  yield* setState(c, notification.id, settlement.set);
  if (settlement.waiting !== null)
    yield* sendOrDropWaiting(c, notification, settlement.waiting, now);
  if (settlement.device && device) yield* markDevice(c, device, settlement.device.broken, now);
  if (settlement.hurry_others) {
    yield* write(c.q.hurryOthers, {
      incident_id: notification.incident_id,
      user_id: notification.user_id,
      device_id: notification.device_id,
      now,
    });
    c.nudge("pushes");
  }
  if (notification.transition === "test") {
    // A person may be waiting for the result of a test.
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

function* markDevice(
  c: Context,
  device: { id: string; broken_at: Instant | null },
  broken: string | null,
  now: Instant,
): Procedure<void> {
  if (broken === null && device.broken_at === null) return;
  if (broken === null) c.nudge("coverage");
  yield* c.of.devices.update(
    { id: device.id },
    { broken_at: broken === null ? null : (device.broken_at ?? now), broken_reason: broken },
  );
}
