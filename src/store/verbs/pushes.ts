/** The outbox: claim what is due, settle what was tried. */
import type { DuePush, Verbs } from "../../app/ports.ts";
import type {
  Instant,
  Notification,
  NotificationAttempt,
} from "../../core/model.ts";
import { settle, type Settlement } from "../../core/notification.ts";
import { writeTimeline } from "../changes.ts";
import type { Context } from "../context.ts";
import { first, rows, write, type Procedure } from "../procedure.ts";
import { by } from "../statements.ts";

/** An attempt takes 10 s at most; the claim outlives it by 5 s. */
export const pushLease = 15_000;

export function* claim_pushes(
  c: Context,
  { per_lane, busy, now }: Parameters<Verbs["claim_pushes"]>[0],
): Procedure<{ due: DuePush[]; next_at: Instant | null }> {
  const due: DuePush[] = [];
  for (const { lane } of yield* rows(c.q.dueLanes, { now })) {
    const limit = per_lane - (busy[lane] ?? 0);
    if (limit <= 0) continue;
    for (const row of yield* rows(c.q.dueInLane, { lane, now, limit })) {
      const push = yield* claim(c, row, now);
      if (push) due.push(push);
    }
  }
  const next = yield* first(c.q.nextPush, { now });
  return { due, next_at: next?.at ?? null };
}

function* claim(
  c: Context,
  row: Notification,
  now: Instant,
): Procedure<DuePush | null> {
  let notification = row;
  if (notification.state === "leased") {
    // Whoever held it is gone and nobody knows what came of it: never failed, always tried again.
    yield* writeAttempt(c, {
      notification_id: row.id,
      attempt: row.attempts,
      started_at: (row.due_at ?? now) - pushLease,
      finished_at: null,
      outcome: "lost",
      http_status: null,
      detail: "the daemon stopped before an answer came",
    });
    notification = { ...row, perhaps_delivered: true };
  }
  const device = yield* first(
    c.of.devices.find("id"),
    by({ id: notification.device_id }),
  );
  const incident = yield* first(
    c.of.incidents.find("id"),
    by({ id: notification.incident_id }),
  );
  const moot = !device?.enabled
    ? "the device was removed or disabled"
    : notification.transition === "opened" && incident?.status === "resolved"
      ? "the incident is over"
      : null;
  if (moot !== null || !device || now >= notification.expires_at) {
    const state = moot === null ? "expired" : "dropped";
    const reason = moot ?? "not delivered within 24 h";
    yield* setState(c, notification.id, {
      state,
      due_at: null,
      perhaps_delivered: notification.perhaps_delivered,
      delivered_at: null,
      last_error: notification.last_error ?? reason,
    });
    yield* writeTimeline(
      c,
      notification.incident_id,
      state,
      `A notification was not sent: ${reason}.`,
      null,
      now,
    );
    yield* releaseWaiting(
      c,
      notification,
      notification.perhaps_delivered ? "queued" : "dropped",
      now,
    );
    return null;
  }
  const set = {
    state: "leased" as const,
    attempts: notification.attempts + 1,
    due_at: now + pushLease,
    perhaps_delivered: notification.perhaps_delivered,
  };
  yield* write(c.of.notifications.update(["id"], Object.keys(set)), {
    ...set,
    by_id: notification.id,
  });
  return {
    notification: { ...notification, ...set },
    device,
    // One per incident: the opening changes into the recovery where the server can replace.
    sequence_id: notification.incident_id,
  };
}

export function* settle_push(
  c: Context,
  input: Parameters<Verbs["settle_push"]>[0],
): Procedure<null> {
  const { notification_id, attempt, outcome, now } = input;
  const notification = yield* first(
    c.of.notifications.hold("id", "state", "attempts"),
    by({ id: notification_id, state: "leased", attempts: attempt }),
  );
  // Somebody else took over after the claim ran out: theirs is the answer that counts.
  if (!notification) return null;
  const incident = yield* first(
    c.of.incidents.find("id"),
    by({ id: notification.incident_id }),
  );
  const device = yield* first(
    c.of.devices.find("id"),
    by({ id: notification.device_id }),
  );
  const user = yield* first(
    c.of.users.find("id"),
    by({ id: notification.user_id }),
  );
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
  const settlement = settle(
    notification,
    outcome,
    {
      over: incident?.status === "resolved",
      where: `${person}${device?.name ? ` (${device.name})` : ""}`,
      jitter: input.jitter,
    },
    now,
  );
  yield* setState(c, notification.id, settlement.set);
  if (settlement.waiting !== null)
    yield* releaseWaiting(c, notification, settlement.waiting, now);
  if (settlement.device && device)
    yield* markDevice(c, device, settlement.device.broken, now);
  if (settlement.hurry_others) {
    yield* write(c.q.hurryOthers, {
      incident_id: notification.incident_id,
      user_id: notification.user_id,
      now,
    });
    c.nudge("pushes");
  }
  if (settlement.timeline)
    yield* writeTimeline(
      c,
      notification.incident_id,
      settlement.timeline.entry,
      settlement.timeline.text,
      null,
      now,
    );
  return null;
}

/** A recovery that waits for this opening may go, or is not needed. */
function* releaseWaiting(
  c: Context,
  opening: Notification,
  to: "queued" | "dropped",
  now: Instant,
): Procedure<void> {
  if (opening.transition !== "opened") return;
  yield* write(
    c.of.notifications.update(
      ["incident_id", "device_id", "state"],
      ["state", "due_at"],
    ),
    {
      by_incident_id: opening.incident_id,
      by_device_id: opening.device_id,
      by_state: "waiting",
      state: to,
      due_at: to === "queued" ? now : null,
    },
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
  yield* write(c.of.devices.update(["id"], ["broken_at", "broken_reason"]), {
    by_id: device.id,
    broken_at: broken === null ? null : (device.broken_at ?? now),
    broken_reason: broken,
  });
}

function* setState(
  c: Context,
  id: string,
  set: Settlement["set"],
): Procedure<void> {
  yield* write(c.of.notifications.update(["id"], Object.keys(set)), {
    ...set,
    by_id: id,
  });
}

function* writeAttempt(
  c: Context,
  attempt: NotificationAttempt,
): Procedure<void> {
  yield* write(c.of.notification_attempts.insertNew, { ...attempt });
}
