/**
 * Decides who gets which push, when, and under which key; `settle` handles the result of sending it. A
 * page goes to every device of every member, again as a reminder or an escalation. Follow-ups
 * (acknowledged, recovered) go only to devices that received the page, or may have. They wait while the
 * page is in flight and are canceled if it was never sent. When a push is due, `gate` decides whether it
 * may go. Pure: the store writes these results in the transaction of the change that caused them.
 */
import type { NewNotification } from "../command/change.ts";
import { startsOf } from "../model/column.ts";
import {
  notifications,
  type Batch,
  type Device,
  type Incident,
  type IncidentTransition,
  type Instant,
  type Notification,
  type NotificationState,
  type TimelineKind,
} from "../model/model.ts";
import { isHeldElsewhere } from "./paged.ts";
import { ntfyPriorities, pushPriority } from "./push-priority.ts";
import { plural } from "../text/plural.ts";
import type { RecoveryPriority } from "../../resource/alert-group.ts";
import { standByText, type Via } from "../on-call/audience.ts";
import { deviceName, personName } from "../text/person.ts";

/** How long a push is tried before it expires, ms. */
export const pushLifetime = 24 * 3600_000;

/** A device and its user. */
export interface Recipient {
  device: Device;
  /** The user was asked to help with the incident, and is paged for no group. */
  asked?: true;
  /** Why the user is in the audience of the group, and the title of the schedule; absent: not known. */
  via?: Via;
  schedule?: string | null;
  user: { id: string; name: string | null; email: string };
}

/** Names a recipient, for the timeline: `Ada (Pixel)`. */
export const recipientName = ({ user, device }: Recipient): string =>
  `${personName(user)} (${deviceName(device)})`;

/** The new notifications of a transition, and changes of earlier ones. */
export interface Fanout {
  queued: NewNotification[];
  /** Pages that need not be sent any more. */
  dropped: { id: string; reason: string }[];
  /** Unsent pages that get this text instead. */
  reworded: Pick<Notification, "id" | "state" | "title" | "message">[];
  timeline: { entry: TimelineKind; text: string }[];
}

/** The text of a push, and the batch it belongs to. */
export interface Text {
  title: string;
  message: string;
  batch: Batch;
  /** Distinguishes pages of one incident; absent: the first. */
  round?: string | undefined;
  /** How loud a recovery is; absent: `normal`. */
  recovery?: RecoveryPriority | undefined;
}

/** A page that was queued before, and the device it is for. */
export interface Earlier {
  page: Notification;
  device: Device | null;
}

const unsent = new Set<NotificationState>(["queued", "held"]);
const unfinished = new Set<NotificationState>([...unsent, "leased"]);

/** True for a page that may have arrived and waits for another try, up to an hour: a newer page takes its place. */
const waitsAsPerhaps = ({ page }: Earlier) =>
  page.state === "queued" && page.perhaps_delivered && page.wait_asked;

/**
 * The pages for an incident that has just opened, or is sent again to the group `group_id`. Devices with
 * an unfinished earlier page are then left out, unless it is on hold through another group, or may have arrived: the new one then takes its place. `replaces`: the text is newer than unfinished pages, so
 * waiting ones take it over, and one that is being sent is followed by a new one. `restarts`: all that is on hold gives way.
 */
export function fanOutPage(
  incident: Incident,
  text: Text,
  recipients: readonly Recipient[],
  now: Instant,
  again: {
    group_id: string | null;
    earlier: readonly Earlier[];
    replaces?: boolean;
    restarts?: boolean;
  } | null = null,
): Fanout {
  const enabled = recipients.filter(({ device }) => device.enabled);
  const counted = again?.replaces ? unsent : unfinished;
  const earlier = again?.earlier ?? [];
  const through = again?.group_id ?? null;
  const toHelp = again !== null && through === null;
  const isHeld = ({ page }: Earlier) => page.state === "held";
  const givesWay = (one: Earlier) => waitsAsPerhaps(one) || (again?.restarts && isHeld(one));
  const onTheirWay = earlier.filter(
    (one) => counted.has(one.page.state) && !givesWay(one) && !isHeldElsewhere(one.page, through),
  );
  const underWay = new Set(onTheirWay.map(({ page }) => page.device_id));
  const queued = enabled
    .filter(({ device }) => !underWay.has(device.id))
    .map((r) => ({
      ...notificationOf(incident, "opened", text, r.device, "queued", now),
      ...(again ? { alert_group_id: r.asked ? null : again.group_id } : {}),
    }));
  const reachable = enabled.some((r) => r.device.broken_at === null);
  const followed = new Set(queued.map(({ device_id }) => device_id));
  return {
    queued,
    dropped: earlier
      .filter((one) => givesWay(one) && (isHeld(one) || followed.has(one.page.device_id)))
      .map(({ page }) => ({ id: page.id, reason: "a later page took its place" })),
    reworded: again?.replaces
      ? onTheirWay.map(({ page: { id, state } }) => ({
          id,
          state,
          title: text.title,
          message: text.message,
        }))
      : [],
    timeline: [
      standByText(recipients),
      reachable ? null : nobody(recipients, enabled, toHelp),
    ].flatMap((line) => (line === null ? [] : { entry: "nobody_to_notify" as const, text: line })),
  };
}

/** `toHelp`: those that were asked to help are paged, not a group. */
function nobody(
  recipients: readonly Recipient[],
  enabled: readonly Recipient[],
  toHelp: boolean,
): string {
  if (recipients.length === 0)
    return `Nobody was notified: ${toHelp ? "nobody who was asked" : "no member of the alert group"} has a device.`;
  if (enabled.length === 0)
    return `Nobody was notified: every device of ${toHelp ? "those who were asked" : "the alert group's members"} is disabled.`;
  return "Nobody may be reachable: the push server rejected the last push to every device. Retrying.";
}

/**
 * The follow-ups of an incident's pages: it was acknowledged, or it is resolved. Goes only to devices
 * that were paged, and to those of the person with the acknowledgement, which can come without a page.
 */
export function fanOutUpdate(
  incident: Incident,
  transition: "acknowledged" | "recovered",
  text: Text,
  pages: readonly Earlier[],
  now: Instant,
  acknowledgers: readonly Device[] = [],
): Fanout {
  const fanout: Fanout = { queued: [], dropped: [], reworded: [], timeline: [] };
  const heard = new Map<string, { earlier: Earlier; waits: boolean }>();
  for (const earlier of pages) {
    const { page } = earlier;
    if (page.handed_over) continue;
    if (transition === "recovered" && (page.state === "queued" || page.state === "held"))
      fanout.dropped.push({
        id: page.id,
        reason: "resolved before it was sent",
      });
    const state = updateState(page);
    if (state === null) continue;
    // A device may have several pages: the follow-up waits for the one that is being sent.
    const before = heard.get(page.device_id);
    heard.set(page.device_id, {
      earlier,
      waits: state === "waiting" || (before?.waits ?? false),
    });
  }
  for (const { earlier, waits } of heard.values()) {
    const { page, device } = earlier;
    if (!device?.enabled) continue;
    const state = waits ? "waiting" : "queued";
    fanout.queued.push({
      ...notificationOf(incident, transition, text, device, state, now),
      alert_group_id: page.alert_group_id,
    });
  }
  const paged = new Set(pages.flatMap(({ page }) => (page.handed_over ? [] : [page.device_id])));
  for (const device of acknowledgers)
    if (device.enabled && !paged.has(device.id))
      fanout.queued.push(notificationOf(incident, transition, text, device, "queued", now));
  if (fanout.dropped.length > 0)
    fanout.timeline.push({
      entry: "dropped",
      text: `${plural(fanout.dropped.length, "queued notification")} canceled: the incident is resolved.`,
    });
  return fanout;
}

/** The first state of a follow-up; null: none, because the page was never sent. */
export function updateState(page: Notification): "queued" | "waiting" | null {
  if (page.state === "leased") return "waiting";
  return page.state === "delivered" || page.perhaps_delivered ? "queued" : null;
}

/** A notification about an incident to a device. */
export function notificationOf(
  incident: Incident,
  transition: IncidentTransition,
  { title, message, batch, round, recovery = "normal" }: Text,
  device: Device,
  state: "queued" | "waiting",
  now: Instant,
): NewNotification {
  const notification = newNotification(
    device,
    {
      incident_id: incident.id,
      alert_group_id: incident.alert_group_id,
      transition,
      key: [incident.id, transition, round ?? "1", device.id].join("/"),
      expires_at: now + pushLifetime,
      priority: pushPriority(transition, incident, recovery),
      title,
      message,
      tags: tagsOf[transition],
    },
    now,
  );
  return { ...notification, ...batch, state, due_at: state === "queued" ? now : null };
}

/** The page that this service itself is offline, for a device of a member of `group_id`. */
export function offlineNotification(
  device: Device,
  group_id: string,
  text: { since: Instant; title: string; message: string },
  now: Instant,
): NewNotification {
  const { since, title, message } = text;
  return newNotification(
    device,
    {
      incident_id: null,
      alert_group_id: group_id,
      transition: "offline",
      key: `offline/${since}/${device.id}`,
      expires_at: now + pushLifetime,
      priority: ntfyPriorities[1]!,
      title,
      message,
      tags: ["electric_plug"],
    },
    now,
  );
}

const starts = startsOf(notifications);

/** A notification to a device that is due at once and sent on its own: its subject, and its text. */
export function newNotification(
  device: Device,
  about: Pick<
    NewNotification,
    | "incident_id"
    | "alert_group_id"
    | "transition"
    | "key"
    | "expires_at"
    | "priority"
    | "title"
    | "message"
    | "tags"
  >,
  now: Instant,
): NewNotification {
  return {
    ...starts,
    ...about,
    user_id: device.user_id,
    device_id: device.id,
    device,
    due_at: now,
    inserted_at: now,
  };
}

const tagsOf: Record<IncidentTransition, string[]> = {
  opened: ["rotating_light"],
  acknowledged: ["eyes"],
  recovered: ["white_check_mark"],
  handed_over: ["arrow_right"],
};
