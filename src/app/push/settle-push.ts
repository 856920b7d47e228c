import type { PushClaim, PushOutcome } from "../../core/paging/push.ts";
import { markDevice } from "./mark-device.ts";
import { incidentOf, recipientOf, sendOrDropWaiting, setState, writeAttempt } from "./outbox.ts";
import type { Instant, Notification } from "../../core/model/model.ts";
import {
  isTriedAgain,
  notReachedAfter,
  settle,
  type Settlement,
} from "../../core/paging/settle.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, first, together, type Procedure, rows, write } from "../../store/kit/procedure.ts";
import { EventWriter } from "../../store/records/events.ts";
import { incidentBy } from "../../store/records/gate-context.ts";
import { writeTimeline } from "../../store/records/timeline.ts";

/** Notifications settled between two cuts: some ten statements each. */
const partSize = 25;

/** An attempt to push. */
interface Attempt {
  claims: readonly PushClaim[];
  started_at: Instant;
  outcome: PushOutcome;
  /** In [0, 1). */
  jitter: number;
  now: Instant;
}

/**
 * Records one attempt to push and what follows from it (`core/paging/settle` decides). Answers to a claim that
 * ran out have no effect.
 */
export function* settle_push(c: Context, attempt: Attempt): Procedure<null> {
  const { claims } = attempt;
  let recipient: string | null = null;
  for (let from = 0; from < claims.length; from += partSize) {
    // A claim that is not settled yet is still leased: after a crash it is sent again.
    if (from > 0) yield* cut();
    const held = yield* together(
      claims
        .slice(from, from + partSize)
        .map(({ notification_id: id, attempt: attempts }) =>
          c.of.notifications.hold({ id, state: "leased", attempts }),
        ),
    );
    // The others belong to a concurrent claim, made after this one expired: its answer counts.
    const notifications = held.filter((notification) => notification !== undefined);
    const [one] = notifications;
    if (!one) continue;
    // All are for one device.
    const where: string = (recipient ??= yield* recipientOf(c, one));
    const settlements = yield* together(
      notifications.map((notification) => settleOne(c, notification, where, attempt)),
    );
    const { device } = settlements[0]!;
    if (device) yield* markDevice(c, one.device_id, device.broken, attempt.now);
  }
  return null;
}

function* settleOne(
  c: Context,
  notification: Notification,
  where: string,
  { outcome, started_at, jitter, now }: Attempt,
): Procedure<Settlement> {
  const { incident_id, user_id, device_id, attempts } = notification;
  yield* writeAttempt(c, {
    notification_id: notification.id,
    attempt: attempts,
    started_at,
    finished_at: now,
    outcome: outcome.kind,
    http_status: outcome.http_status,
    detail: outcome.kind === "delivered" ? outcome.provider_id : outcome.detail,
  });
  const failed = isTriedAgain(notification, outcome);
  const elsewhere =
    failed && attempts === notReachedAfter
      ? yield* rows(c.q.reachedOthers, { incident_id, user_id, device_id })
      : [];
  const perhaps =
    outcome.kind === "perhaps_delivered"
      ? yield* first(c.q.perhapsDelivered, { id: notification.id })
      : undefined;
  const incident = failed ? yield* incidentBy(c, incident_id) : null;
  const settlement = settle(
    notification,
    outcome,
    {
      over: incident?.status === "resolved",
      perhaps: perhaps?.count ?? 0,
      where,
      elsewhere: elsewhere.map(({ name }) => name ?? "another device"),
      jitter,
    },
    now,
  );
  yield* setState(c, notification, settlement.set);
  if (settlement.set.due_at !== null) c.nudge("pushes");
  if (settlement.waiting !== null)
    yield* sendOrDropWaiting(c, notification, settlement.waiting, now);
  if (settlement.hurry_others) {
    yield* write(c.q.hurryOthers, { incident_id, user_id, device_id, now });
    c.nudge("pushes");
  }
  if (notification.transition === "test") {
    // A person may be waiting for the result of a test.
    const news = new EventWriter();
    news.resource(notification.org_id, "devices", device_id, "tested");
    yield* news.write(c, now);
  }
  if (settlement.timeline) {
    const { entry, text } = settlement.timeline;
    yield* writeTimeline(c, incidentOf(notification), entry, text, null, now);
  }
  return settlement;
}
