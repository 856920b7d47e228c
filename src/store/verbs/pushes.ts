/** The outbox: claim what is due, settle what was tried. */
import type { DuePush, PushClaim, Verbs } from "../../app/ports.ts";
import { bundled } from "../../core/bundle.ts";
import type {
  Device,
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
    for (const unit of yield* rows(c.q.dueUnits, { lane, now, limit })) {
      const found =
        unit.batch === null
          ? yield* rows(c.q.dueAlone, { id: unit.id, now })
          : yield* rows(c.q.dueTogether, { ...unit, lane, now });
      const push = yield* claim(c, found, now);
      if (push) due.push(push);
    }
  }
  const next = yield* first(c.q.nextPush, { now });
  return { due, next_at: next?.at ?? null };
}

/** One push of the notifications, all to one device, that are still worth sending; null: none is. */
function* claim(
  c: Context,
  found: readonly Notification[],
  now: Instant,
): Procedure<DuePush | null> {
  if (found.length === 0) return null;
  const { device_id, batch, lane } = found[0]!;
  const device = yield* first(c.of.devices.find("id"), by({ id: device_id }));
  const claimed: Notification[] = [];
  for (const row of found) {
    const notification =
      row.state === "leased" ? yield* takeOver(c, row, now) : row;
    const moot = yield* whyMoot(c, notification, device, now);
    if (moot) {
      yield* giveUp(c, notification, moot, now);
      continue;
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
    claimed.push({ ...notification, ...set });
  }
  if (claimed.length === 0 || !device) return null;
  return {
    text: bundled(claimed),
    device,
    lane,
    // One per incident: the opening changes into the recovery where the server can replace.
    sequence_id:
      claimed.length > 1 && batch !== null ? batch : claimed[0]!.incident_id,
    claims: claimed.map(({ id, attempts }) => ({
      notification_id: id,
      attempt: attempts,
    })),
  };
}

/** Whoever held it is gone and nobody knows what came of it: never failed, always tried again. */
function* takeOver(
  c: Context,
  row: Notification,
  now: Instant,
): Procedure<Notification> {
  yield* writeAttempt(c, {
    notification_id: row.id,
    attempt: row.attempts,
    started_at: (row.due_at ?? now) - pushLease,
    finished_at: null,
    outcome: "lost",
    http_status: null,
    detail: "the daemon stopped before an answer came",
  });
  return { ...row, perhaps_delivered: true };
}

interface Moot {
  state: "expired" | "dropped";
  reason: string;
}

function* whyMoot(
  c: Context,
  notification: Notification,
  device: Device | undefined,
  now: Instant,
): Procedure<Moot | null> {
  const incident = yield* first(
    c.of.incidents.find("id"),
    by({ id: notification.incident_id }),
  );
  if (!device?.enabled)
    return { state: "dropped", reason: "the device was removed or disabled" };
  if (notification.transition === "opened" && incident?.status === "resolved")
    return { state: "dropped", reason: "the incident is over" };
  return now >= notification.expires_at
    ? { state: "expired", reason: "not delivered within 24 h" }
    : null;
}

const incidentOf = ({ incident_id, org_id }: Notification) => ({
  id: incident_id,
  org_id,
});

function* giveUp(
  c: Context,
  notification: Notification,
  { state, reason }: Moot,
  now: Instant,
): Procedure<void> {
  yield* setState(c, notification.id, {
    state,
    due_at: null,
    perhaps_delivered: notification.perhaps_delivered,
    delivered_at: null,
    last_error: notification.last_error ?? reason,
  });
  yield* writeTimeline(
    c,
    incidentOf(notification),
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
}

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
  const notification = yield* first(
    c.of.notifications.hold("id", "state", "attempts"),
    by({ id: notification_id, state: "leased", attempts: attempt }),
  );
  // Somebody else took over after the claim ran out: theirs is the answer that counts.
  if (!notification) return;
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
      incidentOf(notification),
      settlement.timeline.entry,
      settlement.timeline.text,
      null,
      now,
    );
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
