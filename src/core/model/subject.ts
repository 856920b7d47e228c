/** The running state of monitors and of the webhook URLs of alert groups. */
import type { SourceKind } from "../../resource/kinds.ts";
import { instant, integer, json, text, type Instant, type Row } from "./column.ts";
import type { Incident } from "./incident.ts";
import type { Status } from "./status.ts";

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

/** Running state, one row per monitor and alert group. A decision locks this row. */
export const subjects = {
  id: text().key(),
  org_id: text(),
  kind: text<SourceKind>(),
  status: text<Status>(),
  /** The reason of the status, for people; null: none. */
  status_reason: text().orNull(),
  /** The same for programs, where one has to know; null: the reason is for people alone. */
  reason_code: text<ReasonCode>().orNull(),
  status_since: instant("moves"),
  /** Set while paused. */
  paused_at: instant("moves").orNull(),
  /** When the pause ends automatically; null: it does not. */
  paused_until: instant("moves").orNull(),
  /** The earliest instant at which time alone could change the subject. */
  wake_at: instant("apart").orNull(),
  /**
   * When the next health check is due. While one is under way: when its claim ends, so the check of a
   * node that died is due again automatically.
   */
  due_at: instant("moves").orNull(),
  /** The claim under which a check is being made; null: none is. */
  lease_token: text().orNull(),
  /** The node that holds the claim, or held the last one. */
  lease_node: text().orNull(),
  /** Failed fetches in a row since the last one that counted. */
  fetch_attempts: integer().startsAs(0),
  /** How long its last check took: which slots the next one may have (`core/health/slots`). */
  pace: integer<Pace>().defaultsTo(2),
  /** Since when a health check monitor expects checks: its creation or its last resume; null: not known. */
  checks_since: instant("moves").orNull(),
  /** Consecutive refused deliveries to a group. */
  refused_in_row: integer().defaultsTo(0),
  /** Total deliveries to a group whose sender did not present the secret. */
  unauthenticated_count: integer().defaultsTo(0),
  /** Unconfirmed failures in a row; null: it is healthy, or its incident has opened. */
  unconfirmed: integer().orNull(),
  /** Its last few state changes, oldest first. */
  crossings: json<Instant[]>().defaultsTo([]),
  /** Since when it has been flapping; null: it does not. */
  flapping_since: instant("moves").orNull(),
  checked_at: instant("moves").orNull(),
  finished_at: instant("moves").orNull(),
  checks_total: integer().orNull(),
  checks_passing: integer().orNull(),
  /** The hash of its row in `check_results`. */
  results_hash: text().orNull(),
  /** The parts of `results` that change with each check; null: none do. */
  measured: json<Measured>().orNull(),
  last_received_at: instant("moves").orNull(),
  /** Reports that arrived after `window_from`: the count of the window as of then. */
  window_count: integer().startsAs(0),
  window_from: instant("moves").startsAs(0),
  /** The sum of the steps of the clock that were adopted since the subject exists, ms: it moves with each. */
  arrivals_shift: instant("moves").defaultsTo(0),
  /** The last row of the report journal whose reports are in the other tables; 0: none was needed. */
  journaled: integer().defaultsTo(0),
  /** The schedule that a webhook monitor's `expected_at` follows (`heartbeat.scheduleOf`); null: none. */
  expect_schedule: text().orNull(),
  /** When a webhook monitor's next report is expected; null: none is, or none came yet. */
  expected_at: instant("moves").orNull(),
  /** Since when a run is under way that has not ended; null: none is. */
  run_started_at: instant("moves").orNull(),
  /** Since when an expected report is missing; null: none is. */
  missing_since: instant("moves").orNull(),
  last_success_at: instant("moves").orNull(),
  /** Duration of the last successful run that reported its start. */
  last_duration_ms: integer().orNull(),
  /** The second (its first millisecond) of the last report, and how many reports it had. */
  burst_at: instant("moves").startsAs(0),
  burst_count: integer().startsAs(0),
  /** When a group's next drill begins, by a cron expression; null: none is planned. */
  drill_at: instant("chosen").orNull(),
  /** The incident that does not open because of a dependency; null: none. */
  suppression: json<Suppression>().orNull(),
  /** Since when dependents wait for its next result; null: none does. */
  asked_at: instant("moves").orNull(),
  /** Since when its dependents must be rechecked, because it recovered or has a result; null: they need not. */
  release_at: instant("moves").orNull(),
};

/**
 * The running state of a monitor or of an alert group's webhook URL, apart from the declared fields: no apply
 * touches it. Its id is that of the resource. Fields of other kinds keep the value that they start with.
 */
export interface Subject extends Omit<Row<typeof subjects>, "results_hash"> {
  /** In a table of their own: the bulk of a subject, which most writes leave alone. */
  results: CheckResult[] | null;
}

/** A change of a monitor's status, or of the sub-checks in its reports. */
export interface HistoryEntry extends Omit<Row<typeof history>, "org_id"> {}
export const history = {
  id: text().key(),
  org_id: text(),
  subject_id: text(),
  at: instant("stays"),
  status: text<Status>(),
  reason: text().orNull(),
};

/** A run that said when it began or how it ended, or a message about one. */
export interface MonitorRun extends Row<typeof runs> {}
export const runs = {
  id: text().key(),
  monitor_id: text(),
  /** The sender's `rid`, which joins start and end; null: without one. */
  rid: text().orNull(),
  /** null: it only said how it ended. */
  started_at: instant("moves").orNull(),
  /** null: it has not said that it ended. */
  ended_at: instant("moves").orNull(),
  duration_ms: integer().orNull(),
  /** `lost`: a later run succeeded, and this one never ended; `log`: a message, no run; null: it is under way. */
  outcome: text<"success" | "fail" | "lost" | "log">().orNull(),
  exit_code: integer().orNull(),
  /** The first 16 KiB that it posted. */
  output: text().orNull(),
  /** The HTTP method of its last signal, the address it came from, and the program that sent it. */
  method: text(),
  remote_address: text(),
  user_agent: text().orNull(),
  /** When it was first reported. */
  at: instant("moves"),
};

/** A run that has begun and not ended. */
export interface RunUnderWay {
  id: string;
  rid: string | null;
  started_at: Instant;
}
