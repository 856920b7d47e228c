/**
 * Who gets what, when, under which key; and what follows from an attempt to send it.
 *
 * An opening goes to every device of every member. A recovery goes to those devices only that got the
 * opening, or may have got it, and never before it: while the opening is still being sent the recovery
 * waits, and when the opening never left the recovery becomes nothing. Pure: the store writes what these
 * functions answer, in the transaction of the change that caused it.
 */
import { nextAttempt } from "./backoff.ts";
import type {
  Device,
  Incident,
  Instant,
  Notification,
  NotificationState,
  TimelineKind,
  Transition,
} from "./model.ts";

/** How long a push is tried before it is given up. */
export const pushLifetime = 24 * 3600_000;

/** A device and whose it is. */
export interface Recipient {
  device: Device;
  user: { id: string; name: string | null; email: string };
}

export type NewNotification = Omit<Notification, "id" | "org_id">;

/** What a transition makes of the group's devices and of what was sent before. */
export interface Fanout {
  queued: NewNotification[];
  /** Openings that need not be sent any more. */
  dropped: { id: string; reason: string }[];
  timeline: { entry: TimelineKind; text: string }[];
}

/** What is told, and what it is told together with (`Notification.batch`). */
export interface Text {
  title: string;
  message: string;
  batch: string | null;
}

/** ntfy priorities of the group's priority levels 1, 2, 3. */
export const ntfyPriorities: Record<number, number> = { 1: 5, 2: 4, 3: 3 };

/** The pushes for an incident that has just opened. */
export function fanOutOpening(
  incident: Incident,
  text: Text,
  recipients: readonly Recipient[],
  now: Instant,
): Fanout {
  const enabled = recipients.filter((r) => r.device.enabled);
  const queued = enabled.map((r) =>
    notificationOf(incident, "opened", text, r.device, "queued", now),
  );
  const reachable = enabled.some((r) => r.device.broken_at === null);
  return {
    queued,
    dropped: [],
    timeline: reachable
      ? []
      : [{ entry: "nobody_to_notify", text: nobody(recipients, enabled) }],
  };
}

function nobody(
  recipients: readonly Recipient[],
  enabled: readonly Recipient[],
): string {
  if (recipients.length === 0)
    return "Nobody was notified: the alert group has no member with a device.";
  if (enabled.length === 0)
    return "Nobody was notified: every device of the alert group's members is disabled.";
  return "Perhaps nobody can be notified: every device of the alert group's members was refused by its push server the last time. It is tried again.";
}

/** The pushes for an incident that has just been resolved, given the openings that were queued for it. */
export function fanOutRecovery(
  incident: Incident,
  text: Text,
  openings: readonly { opening: Notification; device: Device | null }[],
  now: Instant,
): Fanout {
  const fanout: Fanout = { queued: [], dropped: [], timeline: [] };
  for (const { opening, device } of openings) {
    if (opening.state === "queued")
      fanout.dropped.push({
        id: opening.id,
        reason: "resolved before it could be delivered",
      });
    if (!device?.enabled) continue;
    const state = recoveryState(opening);
    if (state !== null)
      fanout.queued.push(
        notificationOf(incident, "recovered", text, device, state, now),
      );
  }
  if (fanout.dropped.length > 0)
    fanout.timeline.push({
      entry: "dropped",
      text: `${fanout.dropped.length} ${fanout.dropped.length === 1 ? "notification" : "notifications"} had not been delivered yet and will not be sent any more.`,
    });
  return fanout;
}

/** What the recovery of an opening starts as; null: there is nothing to recover from. */
function recoveryState(opening: Notification): "queued" | "waiting" | null {
  if (opening.state === "leased") return "waiting";
  return opening.state === "delivered" || opening.perhaps_delivered
    ? "queued"
    : null;
}

function notificationOf(
  incident: Incident,
  transition: Transition,
  { title, message, batch }: Text,
  device: Device,
  state: "queued" | "waiting",
  now: Instant,
): NewNotification {
  return {
    incident_id: incident.id,
    alert_group_id: incident.alert_group_id,
    user_id: device.user_id,
    device_id: device.id,
    transition,
    key: [incident.id, transition, 1, device.id].join("/"),
    batch,
    lane: device.kind === "fcm" ? "fcm" : (device.server ?? ""),
    state,
    due_at: state === "queued" ? now : null,
    attempts: 0,
    perhaps_delivered: false,
    expires_at: now + pushLifetime,
    priority: ntfyPriorities[incident.priority_level] ?? 3,
    title,
    message,
    tags: transition === "opened" ? ["rotating_light"] : ["white_check_mark"],
    delivered_at: null,
    last_error: null,
    inserted_at: now,
  };
}

/** What came of an attempt, without what only the transport needs to know. */
export type AttemptOutcome =
  | { kind: "delivered" }
  | {
      kind: "retry";
      detail: string;
      retry_after_ms: number | null;
      perhaps_delivered: boolean;
    }
  | { kind: "refused"; detail: string };

/** What follows from an attempt. */
export interface Settlement {
  set: {
    state: NotificationState;
    due_at: Instant | null;
    perhaps_delivered: boolean;
    delivered_at: Instant | null;
    last_error: string | null;
  };
  /** What becomes of a recovery that waits for this opening. */
  waiting: "queued" | "dropped" | null;
  /** null: leave the device's state; else it is working again, or broken with this reason. */
  device: { broken: string | null } | null;
  /** The person's other devices are tried at once. */
  hurry_others: boolean;
  timeline: { entry: TimelineKind; text: string } | null;
}

/**
 * Settles an attempt. `over`: the incident has been resolved meanwhile, so that an opening is not worth
 * another attempt. `where` names the device and person, for the timeline.
 */
export function settle(
  notification: Notification,
  outcome: AttemptOutcome,
  context: { over: boolean; where: string; jitter: number },
  now: Instant,
): Settlement {
  const perhaps =
    notification.perhaps_delivered ||
    (outcome.kind === "retry" && outcome.perhaps_delivered);
  const final = (
    state: NotificationState,
    last_error: string | null,
    timeline: Settlement["timeline"],
  ): Settlement => ({
    set: {
      state,
      due_at: null,
      perhaps_delivered: perhaps,
      delivered_at: state === "delivered" ? now : null,
      last_error,
    },
    waiting: state === "delivered" || perhaps ? "queued" : "dropped",
    device: null,
    hurry_others: false,
    timeline,
  });
  const what =
    notification.transition === "opened" ? "Notification" : "Recovery";

  switch (outcome.kind) {
    case "delivered":
      return {
        ...final("delivered", null, {
          entry: "delivered",
          text: `${what} accepted for ${context.where}.`,
        }),
        device: { broken: null },
      };
    case "refused":
      return {
        ...final("refused", outcome.detail, {
          entry: "refused",
          text: `${what} refused for ${context.where}: ${outcome.detail}`,
        }),
        device: { broken: outcome.detail },
        hurry_others: true,
      };
    case "retry": {
      if (context.over && notification.transition === "opened")
        return final("dropped", outcome.detail, {
          entry: "dropped",
          text: `Notification for ${context.where} not sent again: the incident is over. Last error: ${outcome.detail}`,
        });
      const due_at = nextAttempt({
        attempts: notification.attempts,
        retry_after_ms: outcome.retry_after_ms,
        jitter: context.jitter,
        now,
      });
      if (due_at >= notification.expires_at)
        return final("expired", outcome.detail, {
          entry: "expired",
          text: `${what} for ${context.where} given up after 24 h and ${notification.attempts} attempts. Last error: ${outcome.detail}`,
        });
      return {
        set: {
          state: "queued",
          due_at,
          perhaps_delivered: perhaps,
          delivered_at: null,
          last_error: outcome.detail,
        },
        waiting: null,
        device: null,
        hurry_others: false,
        timeline: null,
      };
    }
  }
}
