/**
 * Lists the instants that move when a step of the clock is adopted, and those that stay. Instants of unfinished work move, so that
 * durations neither grow nor end. Moments of history stay as they were recorded. Moments that people or cron
 * expressions chose belong to the wall clock and stay too. A test holds this list to the tables: each integer
 * column is moved, kept, or a number.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Tables } from "./tables.ts";
import { day } from "../../core/text/units.ts";

/** Columns of one table that move together, in the rows of `where`; all rows without it. */
interface Shift<Name extends string = string> {
  columns: readonly Name[];
  where?: SQL | undefined;
}

type Shifts = { [N in keyof Tables]?: Shift<keyof Tables[N]["$inferSelect"] & string>[] };

/** Records of the last day count in windows that are still open: deliveries, gaps, storms. */

const aDayBefore = (now: SQL) => sql`${now} - ${sql.raw(String(day))}`;

/** Gaps that deadlines still wait for. */
export const recentGaps = ({ blind_periods }: Tables, now: SQL): SQL =>
  gt(blind_periods.to, aDayBefore(now));

/** What moves; `now` is service time before the adoption. */
export function shiftsOf(t: Tables, now: SQL): Shifts {
  const { subjects, incidents, notifications, silences, drills, runs } = t;
  const lately = aDayBefore(now);
  return {
    nodes: [{ columns: ["started_at", "seen_at"] }],
    last_alive: [{ columns: ["seen_at"] }],
    blind_periods: [{ columns: ["to", "settling_until"], where: recentGaps(t, now) }],
    alert_groups: [
      {
        columns: ["previous_webhook_until"],
        where: isNotNull(t.alert_groups.previous_webhook_until),
      },
    ],
    webhook_monitors: [
      {
        columns: ["previous_webhook_until"],
        where: isNotNull(t.webhook_monitors.previous_webhook_until),
      },
    ],
    device_invitations: [
      { columns: ["expires_at"], where: gt(t.device_invitations.expires_at, now) },
    ],
    sign_in_links: [{ columns: ["expires_at"], where: gt(t.sign_in_links.expires_at, now) }],
    setup_codes: [{ columns: ["expires_at"], where: gt(t.setup_codes.expires_at, now) }],
    idempotency_keys: [{ columns: ["at"], where: gt(t.idempotency_keys.at, lately) }],
    unfinished_deliveries: [{ columns: ["at"] }],
    sessions: [{ columns: ["seen_at", "expires_at"], where: gt(t.sessions.expires_at, now) }],
    subjects: [
      {
        columns: [
          "status_since",
          "paused_at",
          "paused_until",
          "due_at",
          "flapping_since",
          "checks_since",
          "checked_at",
          "finished_at",
          "last_received_at",
          "window_from",
          "arrivals_shift",
          "run_started_at",
          "missing_since",
          "last_success_at",
          "burst_at",
          "asked_at",
          "release_at",
        ],
      },
      // An expectation of a cron expression is a moment of the wall clock.
      { columns: ["expected_at"], where: sql`${subjects.expect_schedule} not like '[null,%'` },
    ],
    incidents: [
      {
        columns: [
          "opened_at",
          "acknowledged_at",
          "resolve_at",
          "paging_since",
          "paged_at",
          "act_at",
          "any_hour_since",
          "published_at",
        ],
        where: isNull(incidents.resolved_at),
      },
    ],
    escalated_groups: [
      {
        columns: ["at"],
        where: sql`exists (select 1 from ${incidents} where ${incidents.id} = ${t.escalated_groups.incident_id} and ${incidents.resolved_at} is null)`,
      },
    ],
    notifications: [
      {
        columns: ["due_at", "expires_at", "delivered_at", "inserted_at"],
        where: or(
          inArray(notifications.state, ["queued", "held", "leased", "waiting"]),
          gt(notifications.inserted_at, lately),
        ),
      },
    ],
    // Those in effect; a scheduled one begins at a moment of the wall clock.
    silences: [
      {
        columns: ["from", "until"],
        where: and(
          isNull(silences.cron),
          lte(silences.from, now),
          or(isNull(silences.until), gt(silences.until, now)),
        ),
      },
    ],
    drills: [{ columns: ["at", "ends_at"], where: isNull(drills.ended_at) }],
    runs: [
      {
        columns: ["started_at", "at"],
        where: and(isNotNull(runs.started_at), isNull(runs.outcome)),
      },
      // Compared with the last success, which moves too.
      { columns: ["ended_at"], where: eq(runs.outcome, "fail") },
    ],
    retention_clock: [{ columns: ["hold_until"] }],
  };
}

/** Instants that `store/records/shift` moves in a way of their own: a key, a list, the earlier of two. */
export const shiftedSpecially = {
  blind_periods: ["from"],
  subjects: ["wake_at"],
  clock: ["at", "step_since"],
} as const satisfies { [N in keyof Tables]?: readonly (keyof Tables[N]["$inferSelect"])[] };

/** Instants that stay. */
export const keptInstants = {
  organizations: ["inserted_at"],
  projects: ["applied_at"],
  users: ["inserted_at", "updated_at"],
  devices: ["verified_at", "broken_at", "inserted_at", "updated_at"],
  device_invitations: ["verified_at", "inserted_at"],
  // A person chose the moment.
  api_keys: ["expires_at", "revoked_at", "last_used_at", "inserted_at"],
  setup_codes: ["used_at", "inserted_at"],
  sign_in_links: ["used_at", "inserted_at"],
  // A challenge of before the step must not be new again.
  passkeys: ["last_used_at", "inserted_at"],
  sessions: ["inserted_at"],
  alert_groups: ["inserted_at", "updated_at"],
  members: ["inserted_at"],
  health_check_monitors: ["inserted_at", "updated_at"],
  webhook_monitors: ["inserted_at", "updated_at"],
  // A cron expression chose the moment.
  subjects: ["drill_at"],
  // The subject's `arrivals_shift` moves them all.
  arrivals: ["at"],
  reports: ["at"],
  history: ["at"],
  measures: ["at"],
  error_minutes: ["at"],
  // A run that finds itself ahead of the time begins at the time (`core/history/rollup`).
  rollup: ["until", "run_until"],
  sub_check_changes: ["at"],
  pauses: ["from", "to"],
  marks: ["at"],
  deleted_resources: ["deleted_at"],
  // `episode` is the time of another tool.
  incidents: ["episode", "resolved_at"],
  timeline: ["at"],
  silences: ["inserted_at"],
  notification_attempts: ["started_at", "finished_at"],
  answers: ["at"],
  drills: ["ended_at"],
  drill_people: ["answered_at"],
  inbound_events: ["received_at", "replayed_at"],
  audit_events: ["at"],
  events: ["at"],
  retention_clock: ["horizon", "looked_at"],
} as const satisfies { [N in keyof Tables]?: readonly (keyof Tables[N]["$inferSelect"])[] };

/** Integers other than instants, besides the fields of descriptions. */
export const plainIntegers = {
  organizations: ["revision"],
  passkeys: ["counter"],
  project_parts: ["part"],
  counters: ["last_incident_number"],
  last_alive: ["id"],
  unfinished_deliveries: ["done"],
  users: ["version"],
  devices: ["version"],
  device_invitations: ["tests"],
  alert_groups: ["version"],
  health_check_monitors: ["version"],
  webhook_monitors: ["version"],
  subjects: [
    "fetch_attempts",
    "pace",
    "refused_in_row",
    "unauthenticated_count",
    "unconfirmed",
    "checks_total",
    "checks_passing",
    "window_count",
    "last_duration_ms",
    "burst_count",
    "journaled",
  ],
  arrivals: ["count"],
  error_minutes: ["count"],
  report_journal: ["id"],
  rollup: ["id"],
  incidents: ["number", "priority_level", "occurrences", "page_round", "page_steps"],
  notifications: ["attempts", "priority"],
  silences: ["duration_minutes"],
  notification_attempts: ["attempt", "http_status"],
  runs: ["duration_ms", "exit_code"],
  inbound_events: ["http_status", "accepted", "size"],
  events: ["seq", "tx"],
  clock: ["id", "steady", "step_by", "adopted"],
  retention_clock: ["id"],
  secrets_check: ["id"],
} as const satisfies { [N in keyof Tables]?: readonly (keyof Tables[N]["$inferSelect"])[] };

/** Rows whose instants are parts of a JSON column. */
export const withListedInstants = ({ subjects }: Tables): SQL | undefined =>
  or(sql`${subjects.crossings} <> '[]'`, isNotNull(subjects.suppression));
