/**
 * The nouns of the service, as they are stored and as they travel between the layers.
 *
 * One spelling serves the database, the API, the manifest and the plan: fields carry the names that the
 * API documents (`alert_group_id`, not `alertGroupId`), so that nothing has to be translated on the way
 * and an error can name the field that its reader typed. Instants are integers: milliseconds since
 * 1970-01-01T00:00:00Z. Only `http` turns them into text.
 */

/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

/** The kinds of resource that a manifest can declare, named as their API paths. */
export const resourceKinds = [
  "users",
  "alert_groups",
  "health_check_monitors",
  "webhook_monitors",
] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** What incidents are about; also the kind of a subject. */
export type SourceKind = "health_check_monitor" | "webhook_monitor";

export const healthStatuses = [
  "pending",
  "up",
  "down",
  "degraded",
  "stale",
] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export const webhookStatuses = ["quiet", "firing", "resolved"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const incidentStatuses = ["open", "acknowledged", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** What every declared resource carries beside its own fields. */
export interface Declared {
  id: string;
  org_id: string;
  external_id: string | null;
  /** The project whose manifest declares it; null when nobody does. */
  project: string | null;
  /** Declared: neither prune nor destroy deletes it. */
  protect: boolean;
  /** Counts the changes of its declared fields, from 1; the ETag. */
  version: number;
  inserted_at: Instant;
  updated_at: Instant;
}

export interface User extends Declared {
  email: string;
  name: string | null;
}

export interface AlertGroup extends Declared {
  title: string;
  /** 1 (highest) to 3. */
  priority_level: number;
  /** An IANA name, as given. */
  timezone: string;
  contact_hours_all_day: boolean;
  /** `HH:MM:SS`, local to `timezone`. */
  contact_hours_from: string | null;
  contact_hours_to: string | null;
  /** 0 = Sunday to 6 = Saturday, sorted, unique, never empty. */
  contact_days: number[];
  /** The secret in the group's inbound URL. */
  webhook_id: string;
}

export interface HealthCheckMonitor extends Declared {
  title: string;
  /** Absolute http(s) URL; may carry `user:password`, which is never shown. */
  url: string;
  alert_group_id: string;
  staleness_threshold_minutes: number;
  interval_seconds: number;
  timeout_seconds: number;
  /** Sent with every request; the values are secrets. */
  request_headers: Record<string, string>;
  fetch_retries: number;
}

export interface WebhookMonitor extends Declared {
  title: string;
  alert_group_id: string;
  error_rate_threshold: number;
  error_rate_window_minutes: number;
  /** The secret in the monitor's inbound URL. */
  webhook_id: string;
}

/** A resource by the kind it is declared under. */
export interface Resources {
  users: User;
  alert_groups: AlertGroup;
  health_check_monitors: HealthCheckMonitor;
  webhook_monitors: WebhookMonitor;
}

/** The fields that a client may declare: a resource without what the service generates. */
export type Spec<K extends ResourceKind> = Omit<
  Resources[K],
  keyof Declared | "webhook_id"
> & { external_id: string | null; protect: boolean };

/** One sub-check of a health report, normalised: the words are as the application sent them. */
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
 * What is running state of a monitor, apart from what is declared: no apply touches it. Its id is the
 * monitor's id. The fields of the other kind keep their empty value.
 */
export interface Subject {
  id: string;
  org_id: string;
  kind: SourceKind;
  status: HealthStatus | WebhookStatus;
  /** Why the status is what it is, for people; null when there is nothing to add. */
  status_reason: string | null;
  status_since: Instant;
  /** Set while paused. */
  paused_at: Instant | null;
  /** When the pause ends by itself; null: not by itself. */
  paused_until: Instant | null;
  /** The earliest instant at which something could change by itself. */
  wake_at: Instant | null;
  /**
   * When the next health check is due. While one is under way: when its claim ends, so that a check
   * whose daemon died is due again by itself.
   */
  due_at: Instant | null;
  /** The claim under which a check is being made; null: none is. */
  lease_token: string | null;
  /** Failed fetches in a row since the last one that counted. */
  fetch_attempts: number;
  checked_at: Instant | null;
  finished_at: Instant | null;
  checks_total: number | null;
  checks_passing: number | null;
  results: CheckResult[] | null;
  last_received_at: Instant | null;
  /** Reports that arrived after `window_from`: the count of the window as of then. */
  window_count: number;
  window_from: Instant;
  /** The second (its first millisecond) of the last report, and how many reports it had. */
  burst_at: Instant;
  burst_count: number;
}

export interface Incident {
  id: string;
  org_id: string;
  /** 1, 2, 3 … within the organization. */
  number: number;
  source: SourceKind;
  source_id: string;
  /** Tells several problems of one source apart; `""` for monitors, which have one at a time. */
  key: string;
  alert_group_id: string;
  title: string;
  summary: string;
  status: IncidentStatus;
  priority_level: number;
  opened_at: Instant;
  acknowledged_at: Instant | null;
  acknowledged_by: string | null;
  resolved_at: Instant | null;
  resolved_reason: string | null;
  /** Error reports counted into it. */
  occurrences: number;
  details: Record<string, unknown>;
}

/** The kinds of entry in an incident's timeline. */
export type TimelineKind =
  | "opened"
  | "status_changed"
  | "acknowledged"
  | "note"
  | "resolved"
  | "paused"
  | "resumed"
  | "nobody_to_notify"
  | "delivered"
  | "refused"
  | "expired"
  | "dropped";

export interface TimelineEntry {
  id: string;
  incident_id: string;
  at: Instant;
  kind: TimelineKind;
  text: string;
  /** Who did it; null for the service itself. */
  actor: string | null;
}

export interface Device {
  id: string;
  org_id: string;
  user_id: string;
  kind: "ntfy" | "fcm";
  name: string | null;
  /** ntfy: the topic; fcm: the registration token. */
  target: string;
  /** ntfy: the server's address. null: the configured default. */
  server: string | null;
  /** Credential for `server`; write-only. */
  access_token: string | null;
  enabled: boolean;
  verified_at: Instant | null;
  /** Since when its push server refuses it for good, and why. A later success clears both. */
  broken_at: Instant | null;
  broken_reason: string | null;
  version: number;
  inserted_at: Instant;
  updated_at: Instant;
}

export interface Member {
  group_id: string;
  user_id: string;
  org_id: string;
  inserted_at: Instant;
}

export type Transition = "opened" | "recovered";

export const notificationStates = [
  "queued",
  "leased",
  "waiting",
  "delivered",
  "refused",
  "expired",
  "dropped",
] as const;
/**
 * queued: due at `due_at`. leased: being sent. waiting: a recovery whose opening is still being sent.
 * The rest are final. dropped: no longer worth sending (recovered before it left, device gone).
 */
export type NotificationState = (typeof notificationStates)[number];

/** A push that is owed to one device: a row of the outbox. */
export interface Notification {
  id: string;
  org_id: string;
  incident_id: string;
  alert_group_id: string;
  user_id: string;
  device_id: string;
  transition: Transition;
  /** Unique: incident, transition, round and device. */
  key: string;
  /** Who carries it: pushes of one lane share slots, so that a dead server delays only its own. */
  lane: string;
  state: NotificationState;
  /** queued: when to try; leased: when the claim ends and it is queued again; else null. */
  due_at: Instant | null;
  /** Attempts begun; also the fencing token of the claim. */
  attempts: number;
  /** An attempt ended without an answer: the phone may have rung. */
  perhaps_delivered: boolean;
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
  outcome: "delivered" | "retry" | "refused" | "lost";
  http_status: number | null;
  detail: string | null;
}

export type Scope = "read" | "write" | "admin";

export interface ApiKey {
  id: string;
  org_id: string;
  name: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** First characters, enough to recognise it by. */
  prefix: string;
  scopes: Scope[];
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  inserted_at: Instant;
}

/** A delivery to an inbound URL that was refused: nothing vanishes. */
export interface InboundEvent {
  id: string;
  org_id: string;
  target_kind: SourceKind | "alert_group";
  target_id: string;
  received_at: Instant;
  http_status: number;
  reason: string;
  content_type: string | null;
  /** First 16 KiB, text; bytes that are not UTF-8 are replaced. */
  body: string;
}

export interface AuditEvent {
  id: string;
  org_id: string;
  at: Instant;
  actor: string;
  action: string;
  object_kind: string;
  object_id: string;
  object_title: string | null;
  request_id: string | null;
}

/** A change of a monitor's status or of what its reports contain, oldest first. */
export interface HistoryEntry {
  id: string;
  subject_id: string;
  at: Instant;
  status: HealthStatus | WebhookStatus;
  reason: string | null;
}
