/** One builder per body that the API answers with: complete, so that a test names only what it is about. */
import type { GroupSchedule, AlertGroup, Member } from "../../src/api/alert-groups.ts";
import type { CheckOutcome } from "../../src/api/checks.ts";
import type { Drill } from "../../src/api/drills.ts";
import type { HealthCheckMonitor } from "../../src/api/health-check-monitors.ts";
import type { Incident, IncidentDetail, Notification } from "../../src/api/incidents.ts";
import type { ApiKey, Me } from "../../src/api/keys.ts";
import type { Mark } from "../../src/api/history.ts";
import type { Schedule } from "../../src/api/on-call/schedules.ts";
import { defaultsOf, type Values } from "../../src/resource/field.ts";
import { schedule as scheduleResource } from "../../src/resource/schedule.ts";
import type { Silence } from "../../src/api/silences.ts";
import type { Device, User } from "../../src/api/users.ts";
import type { WebhookMonitor } from "../../src/api/webhook-monitors.ts";
import { groupSpec, healthSpec, webhookSpec } from "./builders.ts";

const since = "2026-11-20T00:00:00Z";
const stored = { project: null, inserted_at: since, updated_at: since };
const steady = {
  status_reason: null,
  flapping_since: null,
  paused_at: null,
  paused_until: null,
  silenced: null,
  withheld_since: null,
  withheld_by: null,
};

export const apiKey = (with_: Partial<ApiKey> = {}): ApiKey => ({
  id: "k",
  name: "laptop",
  prefix: "mon_good",
  scopes: ["read"],
  projects: null,
  user_id: null,
  made_by: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  last_used_address: null,
  inserted_at: since,
  ...with_,
});

export const me = (key: Partial<ApiKey> = {}): Me => ({
  organization: { id: "o", name: "Example" },
  key: apiKey(key),
  user: null,
  scopes: apiKey(key).scopes,
  server: { version: "1.0.0", site_url: "http://mon.example" },
});

export const user = (with_: Partial<User> = {}): User => ({
  id: "u1",
  email: "ada@example.com",
  name: "Ada",
  timezone: null,
  monthly_report: false,
  role: null,
  external_id: null,
  protect: false,
  ...stored,
  ...with_,
});

export const schedule = (with_: Partial<Schedule> = {}): Schedule => ({
  current_start: null,
  ...(defaultsOf(scheduleResource.fields) as Values<typeof scheduleResource.fields>),
  id: "s1",
  title: "Primary",
  people: ["u1"],
  on_call: [],
  next: null,
  ...stored,
  ...with_,
});

export const groupSchedule = (with_: Partial<GroupSchedule> = {}): GroupSchedule => ({
  schedule_id: "s1",
  title: "Primary",
  turn: "now",
  timezone: null,
  contact_hours_all_day: null,
  contact_hours_from: null,
  contact_hours_to: null,
  contact_days: null,
  minimum_priority: null,
  inserted_at: since,
  ...with_,
});

export const member = (with_: Partial<Member> = {}): Member => ({
  user_id: "u1",
  email: "ada@example.com",
  name: "Ada",
  devices: 1,
  verified_devices: 1,
  timezone: null,
  contact_hours_all_day: null,
  contact_hours_from: null,
  contact_hours_to: null,
  contact_days: null,
  minimum_priority: null,
  inserted_at: since,
  ...with_,
});

/** Why a person of a group would be notified: as a member. */
export const asMember = {
  why: 'is a member of "On call"',
  schedule: null,
  on_call_until: null,
};

export const device = (with_: Partial<Device> = {}): Device => ({
  id: "d1",
  user_id: "u1",
  kind: "ntfy",
  target: "topic",
  masked: [],
  name: "Pixel",
  server: null,
  access_token: null,
  format: null,
  secret: null,
  enabled: true,
  verified_at: null,
  broken_at: null,
  broken_reason: null,
  inserted_at: since,
  updated_at: since,
  ...with_,
});

/** A drill that runs: of Ada, and of Bo (`u2`). */
export const drill = (with_: Partial<Drill> = {}): Drill => ({
  id: "dr1",
  alert_group_id: "g1",
  at: "2026-11-21T03:00:00Z",
  started_by: "laptop",
  ends_at: "2026-11-22T03:00:00Z",
  ended_at: null,
  answered: [],
  unanswered: ["u1", "u2"],
  ...with_,
});

export const group = (with_: Partial<AlertGroup> = {}): AlertGroup => ({
  id: "g1",
  ...groupSpec(),
  webhook_id: "g1",
  webhook_url: "http://mon.example/api/webhook/g1",
  ping_key: "k1",
  ping_url: "http://mon.example/ping/k1",
  masked: [],
  previous_webhook_until: null,
  previous_ping_key_until: null,
  inbound_status: "ok",
  inbound_reason: null,
  silenced: null,
  last_received_at: null,
  unauthenticated_count: 0,
  ...stored,
  ...with_,
});

export const health = (with_: Partial<HealthCheckMonitor> = {}): HealthCheckMonitor => ({
  id: "m1",
  ...healthSpec({ alert_group_id: "g1" }),
  status: "up",
  ...steady,
  checks_total: 3,
  checks_passing: 3,
  checked_at: "2026-11-21T02:59:30Z",
  last_report_at: with_.checked_at === undefined ? "2026-11-21T02:59:30Z" : with_.checked_at,
  finished_at: "2026-11-21T02:59:29Z",
  next_check_at: "2026-11-21T03:00:30Z",
  last_results: [],
  ...stored,
  ...with_,
});

export const webhook = (with_: Partial<WebhookMonitor> = {}): WebhookMonitor => ({
  id: "w1",
  ...webhookSpec({ alert_group_id: "g1" }),
  webhook_id: "s3cret",
  webhook_url: "http://mon.example/api/webhook/s3cret",
  ping_url: "http://mon.example/ping/s3cret",
  masked: [],
  previous_webhook_until: null,
  status: "quiet",
  ...steady,
  errors_in_window: 0,
  expected_at: null,
  last_success_at: null,
  last_duration_ms: null,
  last_received_at: null,
  ...stored,
  ...with_,
});

/** Who is reached: nobody, in a group without members. */
export const reached = (with_: Partial<Incident["reach"]> = {}): Incident["reach"] => ({
  sentence: "Nobody was notified: the alert group had nobody to page",
  total: 0,
  reached: 0,
  people: [],
  reminder_at: null,
  escalation: null,
  ...with_,
});

export const incident = (with_: Partial<Incident> = {}): Incident => ({
  id: "i1",
  number: 1,
  source: "health_check_monitor",
  source_id: "m1",
  key: null,
  alert_group_id: "g1",
  title: "Shop is down",
  summary: "Database: no answer",
  status: "open",
  priority_level: 1,
  opened_at: "2026-11-21T02:50:00Z",
  acknowledged_at: null,
  acknowledged_by: null,
  acknowledged_user_id: null,
  responders: 0,
  snoozed_until: null,
  resolved_at: null,
  resolved_reason: null,
  pages_again: null,
  published_at: null,
  any_hour_since: null,
  public_title: null,
  published_on: [],
  reach: reached(),
  silenced: null,
  details: {},
  ...with_,
});

export const incidentDetail = (with_: Partial<IncidentDetail> = {}): IncidentDetail => ({
  ...incident(),
  description: null,
  runbook_url: null,
  timeline: [],
  people: [],
  notifications: [],
  ...with_,
});

export const notification = (with_: Partial<Notification> = {}): Notification => ({
  id: "n1",
  incident_id: "i1",
  schedule_id: null,
  user_id: "u1",
  device_id: "d1",
  transition: "opened",
  state: "delivered",
  title: "Shop is down",
  message: "Database: no answer",
  priority: 5,
  attempts: 1,
  due_at: null,
  delivered_at: "2026-11-21T02:50:01Z",
  last_error: null,
  inserted_at: "2026-11-21T02:50:00Z",
  ...with_,
});

export const mark = (with_: Partial<Mark> = {}): Mark => ({
  id: "k1",
  at: "2026-11-21T03:00:00Z",
  text: "Deploy 4.12",
  url: null,
  alert_group_id: null,
  monitor_id: null,
  by: "ada",
  ...with_,
});

export const silence = (with_: Partial<Silence> = {}): Silence => ({
  id: "s1",
  status: "active",
  source_ids: [],
  begins_at: null,
  monitor_id: null,
  alert_group_id: null,
  key: null,
  matchers: [],
  from: "2026-11-21T03:00:00Z",
  until: null,
  until_recovered: false,
  cron: null,
  duration_minutes: null,
  timezone: "UTC",
  reason: "why",
  created_by: "ada",
  inserted_at: "2026-11-21T03:00:00Z",
  ...with_,
});

export const checkOutcome = (with_: Partial<CheckOutcome> = {}): CheckOutcome => ({
  status: "up",
  status_reason: null,
  http_status: 200,
  duration_ms: 12,
  checks_total: 3,
  checks_passing: 3,
  checked_at: "2026-11-21T03:00:00Z",
  finished_at: "2026-11-21T02:59:59Z",
  results: [],
  proposal: null,
  ...with_,
});
