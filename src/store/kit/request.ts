/** A request to a store: plain data, so that it crosses threads. */
import type { PackedDelivery } from "../../core/alerts/packed-delivery.ts";
import type { ErrorReport } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";

/** Error reports of one monitor. */
export interface ReportInput {
  subject_id: string;
  reports: ErrorReport[];
  now: Instant;
}

/** Deliveries to one alert group. */
export interface DeliverInput {
  subject_id: string;
  deliveries: PackedDelivery[];
}

export interface Request {
  /** The name of a verb. */
  verb: string;
  input: unknown;
}

/**
 * The verbs that declare, which follow one another within an organization (`app/declare/in-turn`). They wait for a large
 * one in the queue, without a transaction each.
 */
const declaring: ReadonlySet<string> = new Set([
  "add_member",
  "add_overrides",
  "apply",
  "drift",
  "end_override",
  "own",
  "remove",
  "remove_device",
  "remove_group_schedule",
  "remove_identity",
  "remove_member",
  "restore",
  "rotate_ping_key",
  "rotate_webhook",
  "save",
  "save_device",
  "save_profile",
  "set_group_schedule",
  "set_member",
  "sign_in_by_provider",
  "start_drill",
  "swap_shifts",
]);

/**
 * The origin or the object of a request: requests of one source are served in their order, and sources take turns, so
 * that one sender with many large requests does not stand before everybody.
 */
export function sourceOf({ verb, input }: Request): string {
  const { subject_id, incident_id, claims, id, actor } = input as {
    subject_id?: string;
    incident_id?: string;
    claims?: readonly { notification_id: string }[];
    id?: string;
    actor?: { org_id: string };
  };
  if (subject_id !== undefined) return subject_id;
  if (declaring.has(verb)) return `declaring ${actor?.org_id}`;
  const about = incident_id ?? claims?.[0]?.notification_id ?? id ?? actor?.org_id ?? "";
  return `${verb} ${about}`;
}

const verbsWithoutCounts: ReadonlySet<string> = new Set([
  "announce_planned",
  "ask_to_subscribe",
  "beat",
  "claim_checks",
  "claim_monthly_report",
  "claim_pushes",
  "claim_subscriber_mails",
  "confirm_subscription",
  "deliver",
  "keep_form_answer",
  "notify_shifts",
  "record_unchanged",
  "renew_pushes",
  "return_checks",
  "settle_monthly_report",
  "settle_push",
  "settle_subscriber_mail",
  "touch_key",
  "touch_session",
  "unsubscribe",
]);
/** They look often, and mostly find no work, or go on where they ended. */
const declaresCounts: ReadonlySet<string> = new Set(["expire_rows", "wake_due"]);
const verbsOfOneMonitor: ReadonlySet<string> = new Set(["command", "deliver_once", "report"]);

/**
 * The webhook monitors that a verb may read or change. own: the one that is its source. none: also before the verb itself
 * says that it does (`needCounts`).
 */
export type Touching = "none" | "own" | "all";

/** Before it begins. */
export const touches = (verb: string): Touching =>
  verbsWithoutCounts.has(verb) || declaresCounts.has(verb)
    ? "none"
    : verbsOfOneMonitor.has(verb)
      ? "own"
      : "all";

/** One transaction of it can take a second, and ends: senders wait for it. */
export const isLarge = (verb: string) => verb === "apply";

/** Work that no sender waits for, and that has no end: others share a transaction with little of it. */
export const isUpkeep = (verb: string) => verb === "expire_rows" || verb === "roll_up";

/** inbound: a report or heartbeat, whose sender waits. result: that of a check. */
export type Urgency = "inbound" | "result" | "other";

/** Reports, heartbeats and results of checks go first, and take turns: they are small. */
export function urgencyOf({ verb, input }: Request): Urgency {
  if (verb === "report") return "inbound";
  const { command } = input as { command?: { kind: string } };
  if (command?.kind === "signaled") return "inbound";
  return command?.kind === "checked" ? "result" : "other";
}

/** A sender outside waits for its answer: reports, deliveries and heartbeats. */
export function isInbound({ verb, input }: Request): boolean {
  if (verb === "report" || verb === "deliver" || verb === "deliver_once") return true;
  const { command } = input as { command?: { kind: string } };
  return command?.kind === "signaled" || command?.kind === "refused";
}
