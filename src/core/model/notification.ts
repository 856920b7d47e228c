/** The outbox: pushes that are owed to devices, and each attempt to send one. */
import { flag, instant, integer, json, text, type Row } from "./column.ts";

/** Transitions about the shifts of a schedule. */
const shiftTransitions = [
  "shift_notice",
  "shift_began",
  "shift_ended",
  "shifts_changed",
  "handoff",
  "schedule_gap",
] as const;
export type ShiftTransition = (typeof shiftTransitions)[number];

/**
 * opened: a page, its reminders and escalations. acknowledged: updates the page on the phones. recovered: the
 * incident is resolved. handed_over: the incident went to another group. test: a test of a device. drill: asks a member to respond. drill_report: lists the
 * members without a response. account: the rights or ways to sign in of a person changed. shift_notice: a shift begins soon. shift_began, shift_ended: a handoff, for the person that comes
 * and the one that leaves. shifts_changed: an edit or override changed a person's shifts. handoff: announces the person on call.
 * schedule_gap: a time without a person on call in a schedule. offline: monitord has no network. disk_warning, disk_recovered: its disk is nearly
 * full or cannot be written, and is fine again.
 */
export const notificationTransitions = [
  "opened",
  "acknowledged",
  "recovered",
  "handed_over",
  "test",
  "drill",
  "drill_report",
  "account",
  ...shiftTransitions,
  "offline",
  "disk_warning",
  "disk_recovered",
] as const;
export type Transition = (typeof notificationTransitions)[number];

/** Pushes about shifts are news, and let pages go first. */
export const isAboutShifts = (transition: Transition): boolean =>
  shiftTransitions.some((one) => one === transition);

/** Transitions of an incident; the others concern people and their devices. */
export type IncidentTransition = Extract<
  Transition,
  "opened" | "acknowledged" | "recovered" | "handed_over"
>;

export const notificationStates = [
  "queued",
  "held",
  "leased",
  "waiting",
  "delivered",
  "perhaps_delivered",
  "refused",
  "expired",
  "dropped",
] as const;
/**
 * queued: due at `due_at`. held: not before `due_at`, because of contact hours or a silence; null: until
 * the silence is ended. leased: being sent. waiting: a recovery whose page is still being sent.
 * The rest are final. perhaps_delivered: sent whole as often as that is done, and never answered. dropped: no longer worth sending (recovered before it left, device gone).
 */
export type NotificationState = (typeof notificationStates)[number];

/** A push that is owed to one device, written in the transaction of the change that caused it. */
export interface Notification extends Row<typeof notifications> {}
export const notifications = {
  id: text().key(),
  org_id: text(),
  /** null: it is about people and their devices, about shifts, or about monitord itself. */
  incident_id: text().orNull(),
  /** null: a test of a device, or a push about shifts. */
  alert_group_id: text().orNull(),
  /** The schedule whose shifts it is about; null: none, or several. */
  schedule_id: text().orNull(),
  user_id: text(),
  device_id: text(),
  transition: text<Transition>(),
  /** Unique: incident, transition, round and device. */
  key: text(),
  batch_kind: text<"command" | "digest" | "storm" | "blind">().orNull(),
  batch_key: text().orNull(),
  /** Its queue: pushes of one lane share slots, so that a dead server delays only its own. */
  lane: text(),
  state: text<NotificationState>().startsAs("queued"),
  /** held: why. */
  held_reason: text().orNull(),
  /** queued and held: when to try; leased: when the claim ends and it is queued again; else null. */
  due_at: instant("moves").orNull(),
  /** queued: the push is not sent before `due_at`, because its server asked for that or may have accepted it. */
  wait_asked: flag().defaultsTo(false),
  /** Attempts begun; also the fencing token of the claim. */
  attempts: integer().startsAs(0),
  /** The result of an attempt is unknown: the phone may have rung. */
  perhaps_delivered: flag().startsAs(false),
  /** queued, leased: an attempt was rejected as each push of the channel is. It is tried again. */
  channel_refused: flag().defaultsTo(false),
  /** A page whose recipient is not responsible any more, because the incident went to another group. */
  handed_over: flag().defaultsTo(false),
  expires_at: instant("moves"),
  /** ntfy's 1 to 5. */
  priority: integer(),
  title: text(),
  message: text(),
  tags: json<string[]>(),
  /** When its first attempt began; null: none has. */
  attempted_at: instant("moves").orNull(),
  delivered_at: instant("moves").orNull(),
  last_error: text().orNull(),
  inserted_at: instant("moves"),
};

/**
 * The push that a notification shares with others to the same device; both null: it is sent alone.
 * command: all notifications of one command. digest: held until the same instant. storm: the device's
 * summary. `blind`: the message about a monitoring gap.
 */
export type Batch = Pick<Notification, "batch_kind" | "batch_key">;

export interface NotificationAttempt extends Row<typeof notification_attempts> {}
export const notification_attempts = {
  notification_id: text().key(),
  attempt: integer().key(),
  started_at: instant("stays"),
  finished_at: instant("stays").orNull(),
  outcome: text<"delivered" | "perhaps_delivered" | "retry" | "refused" | "lost">(),
  http_status: integer().orNull(),
  detail: text().orNull(),
};
