/**
 * Who gets what, when, under which key. What follows from an attempt to send it is in `settle`.
 *
 * An opening goes to every device of every member, again when it repeats or is escalated. What follows it
 * (that somebody has acknowledged, that it is over) goes to those devices only that got the opening, or may
 * have got it, and never before it: while the opening is still being sent it waits, and when the opening
 * never left it becomes nothing. Whether and when each may go is for `gate` to say, when it is due. Pure:
 * the store writes what these functions answer, in the transaction of the change that caused it.
 */
import type {
  Device,
  Incident,
  IncidentTransition,
  Instant,
  Notification,
  NotificationState,
  TimelineKind,
} from "../model/model.ts";
import { silent } from "./storm.ts";
import { plural } from "../text/plural.ts";

/** How long a push is tried before it is given up. */
export const pushLifetime = 24 * 3600_000;

/** A device and whose it is. */
export interface Recipient {
  device: Device;
  user: { id: string; name: string | null; email: string };
}

/** A push that is to be queued. Its lane is named when it is written: how `device` is reached is its channel's. */
export type NewNotification = Omit<Notification, "id" | "org_id" | "lane"> & { device: Device };

/** What a transition makes of the group's devices and of what was sent before. */
export interface Fanout {
  queued: NewNotification[];
  /** Openings that need not be sent any more. */
  dropped: { id: string; reason: string }[];
  /** Openings that have not left yet and are to say this instead. */
  reworded: Pick<Notification, "id" | "state" | "title" | "message">[];
  timeline: { entry: TimelineKind; text: string }[];
}

/** What is told, and what it is told together with (`Notification.batch`). */
export interface Text {
  title: string;
  message: string;
  batch: string | null;
  /** Tells pages of one incident apart; absent: the first. */
  round?: string | undefined;
}

/** ntfy priorities of the group's priority levels 1, 2, 3. */
export const ntfyPriorities: Record<number, number> = { 1: 5, 2: 4, 3: 3 };

/** An opening that was queued before, and the device it is for. */
export interface Earlier {
  opening: Notification;
  device: Device | null;
}

const unsent = new Set<NotificationState>(["queued", "held"]);
const unfinished = new Set<NotificationState>([...unsent, "leased"]);

/**
 * The pushes for an incident that has just opened, or is told again to the group `group_id`; devices that
 * an earlier one is still on its way to are left out then. `replaces`: what it says is newer than what is on
 * its way, so that what waits says it instead, and what is being sent at this moment is followed by it.
 */
export function fanOutOpening(
  incident: Incident,
  text: Text,
  recipients: readonly Recipient[],
  now: Instant,
  again: {
    group_id: string;
    earlier: readonly Earlier[];
    replaces?: boolean;
  } | null = null,
): Fanout {
  const enabled = recipients.filter((r) => r.device.enabled);
  const counted = again?.replaces ? unsent : unfinished;
  const onTheirWay = (again?.earlier ?? []).filter(({ opening }) => counted.has(opening.state));
  const underWay = new Set(onTheirWay.map(({ opening }) => opening.device_id));
  const queued = enabled
    .filter(({ device }) => !underWay.has(device.id))
    .map((r) => ({
      ...notificationOf(incident, "opened", text, r.device, "queued", now),
      ...(again ? { alert_group_id: again.group_id } : {}),
    }));
  const reachable = enabled.some((r) => r.device.broken_at === null);
  return {
    queued,
    dropped: [],
    reworded: again?.replaces
      ? onTheirWay.map(({ opening: { id, state } }) => ({
          id,
          state,
          title: text.title,
          message: text.message,
        }))
      : [],
    timeline: reachable ? [] : [{ entry: "nobody_to_notify", text: nobody(recipients, enabled) }],
  };
}

function nobody(recipients: readonly Recipient[], enabled: readonly Recipient[]): string {
  if (recipients.length === 0)
    return "Nobody was notified: the alert group has no member with a device.";
  if (enabled.length === 0)
    return "Nobody was notified: every device of the alert group's members is disabled.";
  return "Perhaps nobody can be notified: every device of the alert group's members was refused by its push server the last time. It is tried again.";
}

/**
 * What follows the openings of an incident that were queued: that somebody has acknowledged it, or that it is
 * over, of which nobody hears who had not heard of it.
 */
export function fanOutUpdate(
  incident: Incident,
  transition: "acknowledged" | "recovered",
  text: Text,
  openings: readonly Earlier[],
  now: Instant,
): Fanout {
  const fanout: Fanout = {
    queued: [],
    dropped: [],
    reworded: [],
    timeline: [],
  };
  const heard = new Map<string, { earlier: Earlier; waits: boolean }>();
  for (const earlier of openings) {
    const { opening } = earlier;
    if (transition === "recovered" && (opening.state === "queued" || opening.state === "held"))
      fanout.dropped.push({
        id: opening.id,
        reason: "resolved before it could be delivered",
      });
    const state = updateState(opening);
    if (state === null) continue;
    // A device may have had several: what follows waits for the one that is being sent.
    const before = heard.get(opening.device_id);
    heard.set(opening.device_id, {
      earlier,
      waits: state === "waiting" || (before?.waits ?? false),
    });
  }
  for (const { earlier, waits } of heard.values()) {
    const { opening, device } = earlier;
    if (!device?.enabled) continue;
    const state = waits ? "waiting" : "queued";
    fanout.queued.push({
      ...notificationOf(incident, transition, text, device, state, now),
      alert_group_id: opening.alert_group_id,
    });
  }
  if (fanout.dropped.length > 0)
    fanout.timeline.push({
      entry: "dropped",
      text: `${plural(fanout.dropped.length, "notification")} had not been delivered yet and will not be sent any more.`,
    });
  return fanout;
}

/** What follows an opening starts as this; null: it was not heard, so nothing does. */
function updateState(opening: Notification): "queued" | "waiting" | null {
  if (opening.state === "leased") return "waiting";
  return opening.state === "delivered" || opening.perhaps_delivered ? "queued" : null;
}

function notificationOf(
  incident: Incident,
  transition: IncidentTransition,
  { title, message, batch, round }: Text,
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
    key: [incident.id, transition, round ?? "1", device.id].join("/"),
    batch,
    device,
    state,
    held_reason: null,
    due_at: state === "queued" ? now : null,
    attempts: 0,
    perhaps_delivered: false,
    expires_at: now + pushLifetime,
    priority:
      transition === "acknowledged" ? silent : (ntfyPriorities[incident.priority_level] ?? 3),
    title,
    message,
    tags: tagsOf[transition],
    delivered_at: null,
    last_error: null,
    inserted_at: now,
  };
}

/** The page that this service itself is offline, for a device of a member of `group_id`. */
export function offlineNotification(
  device: Device,
  group_id: string,
  text: { since: Instant; title: string; message: string },
  now: Instant,
): NewNotification {
  const { since, title, message } = text;
  return {
    incident_id: "",
    alert_group_id: group_id,
    user_id: device.user_id,
    device_id: device.id,
    transition: "offline",
    key: `offline/${since}/${device.id}`,
    batch: null,
    device,
    state: "queued",
    held_reason: null,
    due_at: now,
    attempts: 0,
    perhaps_delivered: false,
    expires_at: now + pushLifetime,
    priority: ntfyPriorities[1]!,
    title,
    message,
    tags: ["electric_plug"],
    delivered_at: null,
    last_error: null,
    inserted_at: now,
  };
}

const tagsOf: Record<IncidentTransition, string[]> = {
  opened: ["rotating_light"],
  acknowledged: ["eyes"],
  recovered: ["white_check_mark"],
};
