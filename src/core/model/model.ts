/**
 * The nouns of the service, as they are stored and as they travel between the layers.
 *
 * One spelling serves the database, the API, the manifest and the plan: fields carry the names that the
 * API documents (`alert_group_id`, not `alertGroupId`), so that nothing has to be translated on the way
 * and an error can name the field that its reader typed. Instants are integers: milliseconds since
 * 1970-01-01T00:00:00Z. Only `http` turns them into text.
 */

import type { WebhookAuth } from "../../resource/alert-group.ts";
import type { Values } from "../../resource/field.ts";
import { resourceKinds, type ResourceKind, type SourceKind } from "../../resource/kinds.ts";
import type { described, FieldsOf, KindsWith } from "../../resource/resources.ts";
import type { Status } from "./status.ts";

export { resourceKinds, type ResourceKind, type SourceKind, type WebhookAuth };

/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

/** The declared kinds that incidents come from. */
export type SubjectKind = KindsWith<"subject">;
/** The declared kinds with an inbound URL. */
export type AddressKind = KindsWith<"hasAddress">;
/** The declared kinds that watch something for an alert group. */
export type MonitorKind = KindsWith<"isMonitor">;

export const incidentStatuses = ["open", "acknowledged", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** The fields of every declared resource, beside its own. */
export interface Declared {
  id: string;
  org_id: string;
  external_id: string | null;
  /** The project whose manifest declares it; null: none. */
  project: string | null;
  /** Declared: neither prune nor destroy deletes it. */
  protect: boolean;
  /** Counts the changes of its declared fields, from 1; the ETag. */
  version: number;
  inserted_at: Instant;
  updated_at: Instant;
}

/** The secret address of a resource that is posted to. */
export interface Addressed {
  /** The secret in the URL. */
  webhook_id: string;
  /** Its `hashWebhookId`, by which the resource is found. */
  webhook_hash: string;
  /** The one before it was rotated, which goes on working for a while; null: none. */
  previous_webhook_id: string | null;
  previous_webhook_hash: string | null;
  previous_webhook_until: Instant | null;
}

/** A resource by the kind it is declared under; its fields are described in `resource/`. */
export type Resources = {
  [K in ResourceKind]: Declared &
    Values<FieldsOf<K>> &
    (K extends AddressKind ? Addressed : unknown);
};

export type User = Resources["users"];
export type AlertGroup = Resources["alert_groups"];
export type HealthCheckMonitor = Resources["health_check_monitors"];
export type WebhookMonitor = Resources["webhook_monitors"];

/** The fields that a client may declare: a resource without its generated fields. */
export type Spec<K extends ResourceKind> = Omit<Resources[K], keyof Declared | keyof Addressed> & {
  external_id: string | null;
  protect: boolean;
};

/** One sub-check of a health report, normalized; its texts are as the application sent them. */
export interface CheckResult {
  name: string;
  label: string | null;
  /** `ok`, `warning`, `failed`, `crashed` or `skipped`; an unknown word counts as `crashed`. */
  status: "ok" | "warning" | "failed" | "crashed" | "skipped";
  /** The word as sent, when it was none of the five. */
  reported_status: string | null;
  notification_message: string | null;
  short_summary: string | null;
  meta: unknown;
}

/**
 * Measurements of the last check, by the name of their sub-check: they replace these parts of it. Apart from the sub-check
 * because sub-checks are written only when they changed.
 */
export type Measured = Record<
  string,
  Partial<Pick<CheckResult, "notification_message" | "short_summary" | "meta">>
>;

/** How long a monitor's last check took. 0: up to a second. 1: longer. 2: it timed out, or none was made. */
export type Pace = 0 | 1 | 2;

/**
 * The running state of a monitor or of an alert group's webhook URL, apart from the declared fields: no apply
 * touches it. Its id is that of the resource. Fields of other kinds keep their empty value.
 */
export interface Subject {
  id: string;
  org_id: string;
  kind: SourceKind;
  status: Status;
  /** The reason of the status, for people; null: none. */
  status_reason: string | null;
  /** The same for programs, where one has to know; null: the reason is for people alone. */
  reason_code: ReasonCode | null;
  status_since: Instant;
  /** Set while paused. */
  paused_at: Instant | null;
  /** When the pause ends automatically; null: it does not. */
  paused_until: Instant | null;
  /** The earliest instant at which time alone could change the subject. */
  wake_at: Instant | null;
  /**
   * When the next health check is due. While one is under way: when its claim ends, so the check of a
   * node that died is due again automatically.
   */
  due_at: Instant | null;
  /** The claim under which a check is being made; null: none is. */
  lease_token: string | null;
  /** The node that holds the claim, or held the last one. */
  lease_node: string | null;
  /** Unconfirmed failures in a row; null: it is healthy, or its incident has opened. */
  unconfirmed: number | null;
  /** Its last few state changes, oldest first. */
  crossings: Instant[];
  /** Since when it has been flapping; null: it does not. */
  flapping_since: Instant | null;
  /** Failed fetches in a row since the last one that counted. */
  fetch_attempts: number;
  /** How long its last check took: which slots the next one may have (`core/health/slots`). */
  pace: Pace;
  /** Since when a health check monitor expects checks: its creation or its last resume; null: not known. */
  checks_since: Instant | null;
  /** Consecutive refused deliveries to a group. */
  refused_in_row: number;
  /** Total deliveries to a group whose sender did not present the secret. */
  unauthenticated_count: number;
  checked_at: Instant | null;
  finished_at: Instant | null;
  checks_total: number | null;
  checks_passing: number | null;
  results: CheckResult[] | null;
  /** The parts of `results` that change with each check; null: none do. */
  measured: Measured | null;
  last_received_at: Instant | null;
  /** Reports that arrived after `window_from`: the count of the window as of then. */
  window_count: number;
  window_from: Instant;
  /** The sum of the steps of the clock that were adopted since the subject exists, ms. */
  arrivals_shift: number;
  /** The last row of the report journal whose reports are in the other tables; 0: none was needed. */
  journaled: number;
  /** The schedule that a webhook monitor's `expected_at` follows (`heartbeat.scheduleOf`); null: none. */
  expect_schedule: string | null;
  /** When a webhook monitor's next report is expected; null: none is, or none came yet. */
  expected_at: Instant | null;
  /** Since when a run is under way that has not ended; null: none is. */
  run_started_at: Instant | null;
  /** Since when an expected report is missing; null: none is. */
  missing_since: Instant | null;
  last_success_at: Instant | null;
  /** Duration of the last successful run that reported its start. */
  last_duration_ms: number | null;
  /** The second (its first millisecond) of the last report, and how many reports it had. */
  burst_at: Instant;
  burst_count: number;
  /** When a group's next drill begins; null: none is planned. */
  drill_at: Instant | null;
  /** The incident that does not open because of a dependency; null: none. */
  suppression: Suppression | null;
  /** Since when dependents wait for its next result; null: none does. */
  asked_at: Instant | null;
  /** Since when its dependents must be rechecked, because it recovered or has a result; null: they need not. */
  release_at: Instant | null;
}

/** offline: the last reading was skipped, because not checked: monitord has no network. */
export type ReasonCode = "offline";

/** An incident that is not opened as long as something that its monitor depends on is down. */
export interface Suppression {
  /** When it would have opened. */
  since: Instant;
  /** The dependencies that are down; with `until`: those being checked. */
  by: { id: string; title: string }[];
  /** When the incident opens without a result of the dependency; null: the dependency is known to be down. */
  until: Instant | null;
  /** The reason of the status, without the suppression. */
  reason: string | null;
  /** The text of the suppressed incident. */
  incident: Pick<Incident, "title" | "summary" | "occurrences" | "details">;
}

/** A run that said when it began or how it ended. */
export interface MonitorRun {
  id: string;
  monitor_id: string;
  /** The sender's `rid`, which joins start and end; null: without one. */
  rid: string | null;
  /** null: it only said how it ended. */
  started_at: Instant | null;
  /** null: it has not said that it ended. */
  ended_at: Instant | null;
  duration_ms: number | null;
  /** `lost`: a later run succeeded, and this one never ended; null: it is under way. */
  outcome: "success" | "fail" | "lost" | null;
  exit_code: number | null;
  /** The first 16 KiB that it posted. */
  output: string | null;
  /** When it was first reported. */
  at: Instant;
}

/** A run that has begun and not ended. */
export interface RunUnderWay {
  id: string;
  rid: string | null;
  started_at: Instant;
}

export interface Incident {
  id: string;
  org_id: string;
  /** 1, 2, 3 … within the organization. */
  number: number;
  source: SourceKind;
  source_id: string;
  /** Identifies an alert of a group; `""` for monitors, which have one problem at a time. */
  key: string;
  alert_group_id: string;
  title: string;
  summary: string;
  status: IncidentStatus;
  priority_level: number;
  opened_at: Instant;
  acknowledged_at: Instant | null;
  acknowledged_by: string | null;
  /** The acknowledging user; null: not acknowledged, or not by an account or a device. */
  acknowledged_user_id: string | null;
  resolved_at: Instant | null;
  resolved_reason: string | null;
  /** Error reports counted into it, or how often its alert was sent. */
  occurrences: number;
  /** Which firing of its alert this is: when that began, as the sender says; null: it does not, or no alert. */
  episode: Instant | null;
  /** When it auto-resolves unless its alert is received again; null: its tool sends a resolve. */
  resolve_at: Instant | null;
  /** Since when it is unacknowledged. */
  paging_since: Instant;
  /**
   * When its group was to be paged, not before its contact hours began, or when a page that was on hold left: rounds
   * count from here. null: pages are on hold (`core/paging/paging`).
   */
  paged_at: Instant | null;
  /** Reminders that left since `paged_at`, and steps of the escalation taken since `paging_since`. */
  page_round: number;
  page_steps: number;
  /** When paging goes on; null: it does not. */
  act_at: Instant | null;
  /** Since when it pages at any hour, because a person asked for that; null: by the contact hours. */
  any_hour_since: Instant | null;
  /** Since when it is on the group's public status page; null: it is not. */
  published_at: Instant | null;
  /** Its public title; null: the title of its monitor. */
  public_title: string | null;
  /** Resolved by a user while its source still fails: when the source pages again; for people. */
  pages_again: string | null;
  details: Record<string, unknown>;
}

/** The kinds of entry in an incident's timeline. */
export type TimelineKind =
  | "opened"
  | "status_changed"
  | "acknowledged"
  | "unacknowledged"
  | "reopened"
  | "note"
  /** A public update: `text` appears on the status page. */
  | "published"
  | "unpublished"
  | "repeated"
  | "escalated"
  /** A page to devices that could not be paged before. */
  | "paged"
  | "moved"
  | "priority_changed"
  | "held"
  | "resolved"
  | "paused"
  | "resumed"
  | "nobody_to_notify"
  | "delivered"
  | "perhaps_delivered"
  | "not_reached"
  | "refused"
  | "expired"
  | "dropped";

export interface TimelineEntry {
  id: string;
  incident_id: string;
  at: Instant;
  kind: TimelineKind;
  text: string;
  /** The name of the person or key; null for the service itself. */
  actor: string | null;
  /** The user behind that name; null: a key, or the service itself. */
  user_id: string | null;
}

export interface Device extends Values<typeof described.devices.fields> {
  id: string;
  org_id: string;
  user_id: string;
  verified_at: Instant | null;
  /** Since when its push server rejects it permanently, and why. A later success clears both. */
  broken_at: Instant | null;
  broken_reason: string | null;
  version: number;
  inserted_at: Instant;
  updated_at: Instant;
}

/** The people of a group are asked whether they can be reached. */
export interface Drill {
  id: string;
  org_id: string;
  alert_group_id: string;
  /** When they were asked. */
  at: Instant;
  /** The name of the person who started it; null: the schedule. */
  started_by: string | null;
  /** Until when they can answer. */
  ends_at: Instant;
  /** When the drill ended; null: it is under way. */
  ended_at: Instant | null;
}

/** A participant of a drill. */
export interface DrillPerson {
  drill_id: string;
  org_id: string;
  user_id: string;
  answered_at: Instant | null;
  /** The device on which they responded. */
  device_id: string | null;
}

/** A drill and its participants. */
export interface DrillFound {
  drill: Drill;
  people: DrillPerson[];
}

/** The first press of a button of a push about an incident. */
export interface ButtonPress {
  incident_id: string;
  device_id: string;
  verb: "acknowledge" | "silence";
  org_id: string;
  user_id: string;
  at: Instant;
}

/** The answer to a delivery that was accepted. */
export interface DeliveryAnswer {
  /** Reports or alerts. */
  accepted: number;
  /** The format of an alert group's delivery. */
  format?: string;
  /** Alerts in the body, those that were read, and those that were not; absent: all were read. */
  alerts?: number;
  read?: number;
  left_out?: number;
  /** The remedy for the sender. */
  detail?: string;
}

/** A key in a browser, phone or security key, by which a user signs in (WebAuthn). */
export interface Passkey {
  id: string;
  org_id: string;
  user_id: string;
  /** The authenticator's id of it, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Uses as the authenticator counts them; 0: it does not count. */
  counter: number;
  /** The browser that made it. */
  name: string;
  last_used_at: Instant | null;
  inserted_at: Instant;
}

/** A link by which a user signs in, once. */
export interface SignInLink {
  id: string;
  org_id: string;
  user_id: string;
  /** SHA-256 of the link's token, hex. */
  hash: string;
  used_at: Instant | null;
  expires_at: Instant;
  inserted_at: Instant;
}

/**
 * An invitation link that adds one phone of a user, valid for half an hour. The first test creates the device,
 * so an unused link leaves no trace.
 */
export interface DeviceInvitation {
  id: string;
  org_id: string;
  user_id: string;
  /** SHA-256 of the link's token, hex. */
  hash: string;
  /** The device to be: its name, topic and server (null: the configured default). */
  name: string | null;
  target: string;
  server: string | null;
  /** null: no test was asked for. */
  device_id: string | null;
  /** How many tests were asked for. */
  tests: number;
  /** When the device was verified; the link is used up then. */
  verified_at: Instant | null;
  expires_at: Instant;
  inserted_at: Instant;
}

/** The overrides of a member; null: the group's value. */
export type MemberRules = Values<typeof described.members.fields>;

/** A user in a group. */
export interface Member extends MemberRules {
  group_id: string;
  user_id: string;
  org_id: string;
  inserted_at: Instant;
}

/** A deleted resource, with the rows that were deleted with it. */
export interface DeletedRows {
  resource: Declared & Record<string, unknown>;
  /** The rows of lists that it had, or that led to it, by their tables: the members of a group, the memberships of a user. */
  lists: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  devices: readonly Device[];
  /** null: it was not paused. `until` null: until it is resumed. */
  pause: { until: Instant | null } | null;
}

/** A deleted resource that can still be restored. */
export interface DeletedResource {
  id: string;
  org_id: string;
  kind: ResourceKind;
  external_id: string | null;
  title: string;
  project: string | null;
  deleted_at: Instant;
  deleted_by: string;
}

/** A silence: it stops notifications only. Without conditions it applies to all incidents. */
export interface Silence {
  id: string;
  org_id: string;
  monitor_id: string | null;
  alert_group_id: string | null;
  /** One alert of a group: the `key` of its incidents. */
  key: string | null;
  /** On the labels of alerts: `env=prod`, `host!=db-*`. */
  matchers: string[];
  from: Instant;
  /** null: until it is ended. */
  until: Instant | null;
  /** Applies only to incidents that had opened by `from`, until they resolve. */
  until_recovered: boolean;
  /** Maintenance that comes back: each time for this long, in local time; null: all the time. */
  cron: string | null;
  duration_minutes: number | null;
  timezone: string;
  created_by: string;
  /** Why; for people. */
  reason: string;
  inserted_at: Instant;
}

/**
 * opened: a page, its reminders and escalations. acknowledged: updates the page on the phones. recovered: the
 * incident is resolved. handed_over: the incident went to another group. test: a test of a device. drill: asks a member to respond. drill_report: lists the
 * members without a response. offline: monitord has no network. disk_warning, disk_recovered: its disk is nearly
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
  "offline",
  "disk_warning",
  "disk_recovered",
] as const;
export type Transition = (typeof notificationTransitions)[number];

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

/**
 * The push that a notification shares with others to the same device; both null: it is sent alone.
 * command: all notifications of one command. digest: held until the same instant. storm: the device's
 * summary. `blind`: the message about a monitoring gap.
 */
export interface Batch {
  batch_kind: "command" | "digest" | "storm" | "blind" | null;
  batch_key: string | null;
}

/** A push that is owed to one device: a row of the outbox. */
export interface Notification extends Batch {
  id: string;
  org_id: string;
  /** null: it is about people and their devices, or about monitord itself. */
  incident_id: string | null;
  /** null: a test of a device. */
  alert_group_id: string | null;
  user_id: string;
  device_id: string;
  transition: Transition;
  /** Unique: incident, transition, round and device. */
  key: string;
  /** Its queue: pushes of one lane share slots, so that a dead server delays only its own. */
  lane: string;
  state: NotificationState;
  /** held: why. */
  held_reason: string | null;
  /** queued and held: when to try; leased: when the claim ends and it is queued again; else null. */
  due_at: Instant | null;
  /** queued: the push is not sent before `due_at`, because its server asked for that or may have accepted it. */
  wait_asked: boolean;
  /** Attempts begun; also the fencing token of the claim. */
  attempts: number;
  /** The result of an attempt is unknown: the phone may have rung. */
  perhaps_delivered: boolean;
  /** A page whose recipient is not responsible any more, because the incident went to another group. */
  handed_over: boolean;
  expires_at: Instant;
  /** ntfy's 1 to 5. */
  priority: number;
  title: string;
  message: string;
  tags: string[];
  delivered_at: Instant | null;
  last_error: string | null;
  inserted_at: Instant;
}

export interface NotificationAttempt {
  notification_id: string;
  attempt: number;
  started_at: Instant;
  finished_at: Instant | null;
  outcome: "delivered" | "perhaps_delivered" | "retry" | "refused" | "lost";
  http_status: number | null;
  detail: string | null;
}

export const scopes = ["read", "respond", "write", "admin"] as const;
export type Scope = (typeof scopes)[number];

export interface ApiKey {
  id: string;
  org_id: string;
  name: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** First characters, enough to recognize it by. */
  prefix: string;
  scopes: Scope[];
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  inserted_at: Instant;
}

/**
 * The ring that keeps an inbound event: the oldest is deleted for a newer one of the same ring only.
 * `unauthenticated`: the sender did not present the secret of the URL; also a replay of such an event.
 */
export type DeliveryRing = "accepted" | "rejected" | "unauthenticated";

/**
 * An inbound event: each request to an alert group's webhook URL, and refused requests to a webhook monitor's.
 * None is lost, and refused ones can be replayed.
 */
export interface InboundEvent {
  id: string;
  org_id: string;
  target_kind: SourceKind;
  target_id: string;
  received_at: Instant;
  http_status: number;
  /** The result, or why it was refused; for people. */
  reason: string;
  /** The format it was read as; null: it was not. */
  format: string | null;
  /** Alerts or reports that were taken. */
  accepted: number;
  /** The headers that identify the sender, without credentials. */
  headers: Record<string, string>;
  content_type: string | null;
  /** Size of the body as received, bytes. */
  size: number;
  ring: DeliveryRing;
  /** The event that was replayed as this one. */
  replay_of: string | null;
  /** When it was replayed last. */
  replayed_at: Instant | null;
  /** Text; bytes that are not UTF-8 are replaced. Refused by a monitor: its first 16 KiB. */
  body: string;
}

export interface AuditEvent {
  id: string;
  org_id: string;
  at: Instant;
  actor: string;
  /** The key that authenticated the actor; null: a command on the server, or a button of a push. */
  key_id: string | null;
  key_name: string | null;
  /** The browser session in which the key was used; never its token. */
  session_id: string | null;
  /** Id of the user that was signed in; null: none. */
  account: string | null;
  /** The actor's address, as trusted proxies report it. */
  client_address: string | null;
  action: string;
  object_kind: string;
  object_id: string;
  object_title: string | null;
  request_id: string | null;
}

/** A live event: names the object that changed, so that a client can reload it. */
export interface LiveEvent {
  /** Where it stands in the order of all events; resuming begins after it. */
  position: EventPosition;
  org_id: string;
  at: Instant;
  /**
   * status: of a monitor or of an alert group's URL. incident: the incident or its timeline. delivery: to
   * an inbound URL. resource: something declared, a device or a key.
   */
  kind: "status" | "incident" | "delivery" | "resource";
  /** The object that it concerns. */
  object_id: string;
  /** Few, small and no secrets. */
  about: Record<string, string | number | boolean | null>;
}

/** In the order of `tx`, then `seq`. */
export interface EventPosition {
  tx: number;
  seq: number;
}

/**
 * Causes of a monitoring gap. stopped: no node ran. suspended: the node was suspended. database: the
 * database was unavailable. offline: the node had no network. clock: the clock was stepped; checks and pages went on.
 */
export const gapReasons = ["stopped", "suspended", "database", "offline", "clock"] as const;

/** A monitoring gap. */
export interface MonitoringGap {
  id: string;
  from: Instant;
  to: Instant;
  reason: (typeof gapReasons)[number];
  /** Until then, findings of checks belong to the message about the gap. */
  settling_until: Instant;
}

/** A change of a monitor's status, or of the sub-checks in its reports. */
export interface HistoryEntry {
  id: string;
  subject_id: string;
  at: Instant;
  status: Status;
  reason: string | null;
}
