/** One builder per noun: complete and unremarkable, so that a test names only what it is about. */
import type { NewSession } from "../../src/store/reads/access.ts";
import type { Alert } from "../../src/core/command/alert.ts";
import type { Dependency, Snapshot, Gap } from "../../src/core/command/snapshot.ts";
import type { Fetched, Seen } from "../../src/core/health/prober.ts";
import { packDelivery, type PackedDelivery } from "../../src/core/alerts/packed-delivery.ts";
import type { AudiencePlace } from "../../src/core/on-call/audience.ts";
import type { Arrival, Beat, Delivered, Delivery } from "../../src/core/command/command.ts";
import { startsOf } from "../../src/core/model/column.ts";
import {
  devices,
  incidents,
  notifications,
  subjects,
  type AlertGroup,
  type CheckResult,
  type Device,
  type HealthCheckMonitor,
  type Incident,
  type MonitorRun,
  type Notification,
  type ResourceKind,
  type Spec,
  type StatusPage,
  type Subject,
  type User,
  type WebhookMonitor,
  type Silence,
} from "../../src/core/model/model.ts";
import { defaultsOf } from "../../src/resource/field.ts";
import { declared as declaredKinds } from "../../src/resource/resources.ts";

/** 2026-11-21T03:00:00Z, when phones ring. */
export const night = Date.UTC(2026, 10, 21, 3, 0, 0);

const declared = {
  org_id: "org",
  external_id: null,
  project: null,
  protect: false,
  version: 1,
  inserted_at: night,
  updated_at: night,
};

export function healthMonitor(with_: Partial<HealthCheckMonitor> = {}): HealthCheckMonitor {
  return { ...declared, ...healthSpec(), id: "shop", ...with_ };
}

/** Facts about a probe that saw no connection. */
export function seen(with_: Partial<Seen> = {}): Seen {
  return {
    address: null,
    kept: false,
    timing: { dns: null, connect: null, tls: null, first_byte: null, total: 0 },
    protocol: null,
    certificate: null,
    redirects: [],
    content_type: null,
    ...with_,
  };
}

/** The answer of an endpoint over HTTP. */
export function answered(http_status: number, body = "", facts: Partial<Seen> = {}): Fetched {
  return { kind: "answer", http_status, body, seen: seen(facts) };
}

/** A probe that failed while it connected. */
export function failedProbe(reason: string, facts: Partial<Seen> = {}): Fetched {
  return { kind: "failure", during: "connection", reason, seen: seen(facts) };
}

export function webhookMonitor(with_: Partial<WebhookMonitor> = {}): WebhookMonitor {
  return {
    ...declared,
    ...webhookSpec(),
    id: "errors",
    webhook_id: "5c3f4d0e-8f2e-4e55-9a3f-0d4c6a1b2c3d",
    webhook_hash: "hash of the webhook id",
    previous_webhook_id: null,
    previous_webhook_hash: null,
    previous_webhook_until: null,
    ...with_,
  };
}

/** A run of a job that reported its start and its success. */
export const run = (with_: Partial<MonitorRun> = {}): MonitorRun => ({
  id: "r1",
  monitor_id: "s1",
  rid: null,
  started_at: night,
  ended_at: night + 60_000,
  duration_ms: 60_000,
  outcome: "success",
  exit_code: 0,
  output: null,
  method: "POST",
  remote_address: "192.0.2.7",
  user_agent: null,
  at: night,
  ...with_,
});

const { results_hash: _, ...stateStarts } = startsOf(subjects);

export function subject(with_: Partial<Subject> = {}): Subject {
  return {
    ...stateStarts,
    id: "shop",
    org_id: "org",
    kind: "health_check_monitor",
    status: "pending",
    status_since: night,
    due_at: night,
    results: null,
    ...with_,
  };
}

export function silence(with_: Partial<Silence> = {}): Silence {
  return {
    id: "s",
    org_id: "org",
    monitor_id: null,
    source_ids: [],
    alert_group_id: null,
    key: null,
    matchers: [],
    from: night - 3600_000,
    until: night + 3600_000,
    until_recovered: false,
    cron: null,
    duration_minutes: null,
    timezone: "UTC",
    created_by: "Bo",
    reason: "deploy",
    inserted_at: night,
    ...with_,
  };
}

/** Something that a monitor depends on. */
export function parent(with_: Partial<Dependency> = {}): Dependency {
  return {
    id: "router",
    title: "Router",
    status: "up",
    paused_at: null,
    checked_at: night,
    release_at: null,
    ...with_,
  };
}

export function incident(with_: Partial<Incident> = {}): Incident {
  return {
    ...startsOf(incidents),
    id: "incident",
    org_id: "org",
    number: 1,
    source: "health_check_monitor",
    source_id: "shop",
    key: "",
    alert_group_id: "oncall",
    title: "Shop is down",
    summary: "Database crashed",
    priority_level: 1,
    opened_at: night,
    occurrences: 0,
    paging_since: night,
    paged_at: night,
    details: { failing: ["Database"] },
    ...with_,
  };
}

export function result(with_: Partial<CheckResult> = {}): CheckResult {
  return {
    name: "Database",
    label: null,
    status: "ok",
    reported_status: null,
    notification_message: null,
    short_summary: null,
    meta: null,
    ...with_,
  };
}

export function device(with_: Partial<Device> = {}): Device {
  return {
    ...startsOf(devices),
    id: "pixel",
    org_id: "org",
    user_id: "ada",
    kind: "ntfy",
    name: "Pixel",
    target: "ada-topic",
    inserted_at: night,
    updated_at: night,
    ...with_,
  };
}

export function notification(with_: Partial<Notification> = {}): Notification {
  return {
    ...startsOf(notifications),
    id: "push",
    org_id: "org",
    incident_id: "incident",
    alert_group_id: "oncall",
    user_id: "ada",
    device_id: "pixel",
    transition: "opened",
    key: "incident/opened/1/pixel",
    lane: "",
    due_at: night,
    expires_at: night + 24 * 3600_000,
    priority: 5,
    title: "Shop is down",
    message: "Database crashed",
    tags: ["rotating_light"],
    inserted_at: night,
    ...with_,
  };
}

export function healthSnapshot(
  with_: {
    subject?: Partial<Subject>;
    monitor?: Partial<HealthCheckMonitor>;
    incident?: Partial<Incident> | null;
    parents?: readonly Dependency[];
  } = {},
): Extract<Snapshot, { kind: "health_check_monitor" }> {
  return {
    kind: "health_check_monitor",
    subject: subject(with_.subject),
    monitor: healthMonitor(with_.monitor),
    incident: with_.incident ? incident(with_.incident) : null,
    parents: with_.parents ?? [],
  };
}

export function webhookSnapshot(
  with_: {
    subject?: Partial<Subject>;
    monitor?: Partial<WebhookMonitor>;
    incident?: Partial<Incident> | null;
    in_window?: number;
    window_from?: number;
    tipping_at?: number | null;
    parents?: readonly Dependency[];
    gap?: Gap;
  } = {},
): Extract<Snapshot, { kind: "webhook_monitor" }> {
  return {
    kind: "webhook_monitor",
    subject: subject({
      id: "errors",
      kind: "webhook_monitor",
      status: "quiet",
      due_at: null,
      ...with_.subject,
    }),
    monitor: webhookMonitor(with_.monitor),
    incident: with_.incident
      ? incident({
          source: "webhook_monitor",
          source_id: "errors",
          ...with_.incident,
        })
      : null,
    parents: with_.parents ?? [],
    in_window: with_.in_window ?? 0,
    window_from: with_.window_from ?? night - 5 * 60_000,
    tipping_at: with_.tipping_at ?? null,
    gap: with_.gap ?? null,
    running: [],
    failures: [],
  };
}

/** What a client need not say, from the description of the kind. */
const defaults = <K extends ResourceKind>(kind: K) =>
  defaultsOf(declaredKinds[kind].fields) as Spec<K>;

/** What a client declares of a group. */
export function groupSpec(with_: Partial<Spec<"alert_groups">> = {}): Spec<"alert_groups"> {
  return {
    ...defaults("alert_groups"),
    title: "On call",
    priority_level: 1,
    ...with_,
  };
}

/** What a client declares of a schedule. */
export function scheduleSpec(with_: Partial<Spec<"schedules">> = {}): Spec<"schedules"> {
  return { ...defaults("schedules"), title: "Primary", people: ["ada"], ...with_ };
}

/** What a client declares of a health check monitor. */
export function healthSpec(
  with_: Partial<Spec<"health_check_monitors">> = {},
): Spec<"health_check_monitors"> {
  return {
    ...defaults("health_check_monitors"),
    title: "Shop",
    url: "https://shop.example.com/health",
    alert_group_id: "oncall",
    ...with_,
  };
}

/** What a client declares of a webhook monitor. */
export function webhookSpec(
  with_: Partial<Spec<"webhook_monitors">> = {},
): Spec<"webhook_monitors"> {
  return {
    ...defaults("webhook_monitors"),
    title: "Shop errors",
    alert_group_id: "oncall",
    error_rate_threshold: 3,
    ...with_,
  };
}

export function alertGroup(with_: Partial<AlertGroup> = {}): AlertGroup {
  return {
    ...declared,
    ...groupSpec(),
    id: "oncall",
    webhook_id: "0d4c6a1b-8f2e-4e55-9a3f-5c3f4d0e2c3d",
    webhook_hash: "hash of the webhook id",
    previous_webhook_id: null,
    previous_webhook_hash: null,
    previous_webhook_until: null,
    ping_key: "fqOOd6-F4MMNuCEnzTU01w",
    ping_key_hash: "hash of the ping key",
    previous_ping_key_hash: null,
    previous_ping_key_until: null,
    ...with_,
  };
}

/** A page without systems, whose address is `shop`. */
export function statusPage(with_: Partial<StatusPage> = {}): StatusPage {
  return {
    ...declared,
    ...defaults("status_pages"),
    id: "page",
    title: "Shop",
    slug: "shop",
    ...with_,
  };
}

/** A success, now. */
export function beat(with_: Partial<Beat> = {}): Beat {
  return {
    at: night,
    signal: "success",
    rid: null,
    exit_code: null,
    output: null,
    method: "POST",
    remote_address: "192.0.2.7",
    user_agent: "curl/8.5.0",
    ...with_,
  };
}

/** One that fires since `night`. */
export function alert(with_: Partial<Alert> = {}): Alert {
  return {
    identity: "web-1",
    status: "firing",
    reported_status: null,
    episode: night,
    ended_at: null,
    expires_at: null,
    event_id: null,
    title: "InstanceDown: web-1",
    summary: "web-1 has been down for 5 minutes.",
    severity: "critical",
    value: null,
    since: night,
    labels: { instance: "web-1" },
    links: [],
    test: false,
    assumed: false,
    ...with_,
  };
}

export function delivered(alerts: Alert[], with_: Partial<Delivered> = {}): Delivered {
  return {
    alerts,
    format: "alertmanager",
    receiver: "phones",
    truncated: 0,
    remarks: [],
    ...with_,
  };
}

/** The delivery as a store takes it. */
export function packed({ delivered, arrival: { body, ...arrival } }: Delivery): PackedDelivery {
  return packDelivery({ delivered, arrival }, new TextEncoder().encode(body));
}

export function arrival(with_: Partial<Arrival> = {}): Arrival {
  return {
    org_id: "org",
    target_kind: "webhook_monitor",
    target_id: "oncall",
    received_at: night,
    headers: {},
    content_type: null,
    size: 2,
    ring: "accepted",
    replay_of: null,
    body: "{}",
    ...with_,
  };
}

export function member(with_: Partial<AudiencePlace> = {}): AudiencePlace {
  return {
    group_id: "oncall",
    user_id: "ada",
    org_id: "org",
    timezone: null,
    contact_hours_all_day: null,
    contact_hours_from: null,
    contact_hours_to: null,
    contact_days: null,
    minimum_priority: null,
    inserted_at: night,
    via: "member",
    schedule: null,
    schedule_timezone: null,
    until: null,
    ...with_,
  };
}

export function user(with_: Partial<User> = {}): User {
  return {
    ...declared,
    id: "ada",
    email: "ada@example.com",
    name: "Ada",
    timezone: null,
    monthly_report: false,
    role: null,
    ...with_,
  };
}

/** One retention, in milliseconds, for all records. */
export const keeping = (ms: number) => ({
  reports: ms,
  incidents: ms,
  inbound_events: ms,
  audit_events: ms,
  history: ms,
  measures: { check: ms, hour: ms, day: ms },
});

/** The session of a browser that signs in now, of an unknown owner. */
export const newSession = (
  hash: string,
  at: number,
  more: Partial<NewSession> = {},
): NewSession => ({
  hash,
  method: "link",
  passkey_id: null,
  agent: "Firefox on Linux",
  client_address: "192.0.2.1",
  inserted_at: at,
  seen_at: at,
  proved_at: at,
  expires_at: at + 3600_000,
  ...more,
});
