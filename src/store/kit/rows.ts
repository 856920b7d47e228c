/** The columns of every table, by its name. Rows that the core knows are described there, the others here. */
import type { Verdict } from "../../core/command/alert.ts";
import { retentionClock } from "../../core/clock/retention-clock.ts";
import { measures } from "../../core/history/entries.ts";
import { marks, subCheckChange } from "../../core/history/point.ts";
import { progress } from "../../core/history/rollup.ts";
import {
  flag,
  instant,
  integer,
  json,
  serial,
  text,
  transaction,
  type Columns,
} from "../../core/model/column.ts";
import {
  api_keys,
  device_authorizations,
  identities,
  passkeys,
  provider_logouts,
  provider_sessions,
  provider_sign_ins,
  sessions,
  sign_in_links,
} from "../../core/model/access.ts";
import { drill_people, drills } from "../../core/model/drill.ts";
import {
  audit_events,
  blind_periods,
  inbound_events,
  liveEvent,
  type DeliveryAnswer,
  type FormAnswer,
} from "../../core/model/event.ts";
import { answers, incidents, timeline } from "../../core/model/incident.ts";
import {
  calendar_feeds,
  group_schedules,
  known_shifts,
  on_call,
  overrides,
  schedule_pushes,
  schedule_versions,
  shift_changes,
} from "../../core/model/on-call.ts";
import { notification_attempts, notifications } from "../../core/model/notification.ts";
import {
  columnsOfKind,
  deletedResource,
  device_invitations,
  devices,
  members,
  type DeletedRows,
  type ResourceKind,
} from "../../core/model/resource.ts";
import { monthly_reports } from "../../core/model/monthly-report.ts";
import { silences } from "../../core/model/silence.ts";
import { eachKind } from "../../resource/resources.ts";
import { notice_counters, page_notices, subscribers } from "../../core/model/subscriber.ts";
import { history, runs, subjects, type CheckResult } from "../../core/model/subject.ts";

/** The table has one row. */
const one = { id: integer().key() };

const organizations = {
  id: text().key(),
  name: text(),
  /** Signs the links of the buttons in its pushes. */
  action_secret: text().defaultsTo("").sealed(),
  /** Counts changes of declared resources, so that an apply can tell whether its plan is out of date. */
  revision: integer(),
  /** The projects that can declare people with a key of the scope `write`. */
  people_declared_by: json<string[]>().defaultsTo([]),
  inserted_at: instant("stays"),
};

/**
 * Apart from the organization, whose row is held while something in it is declared: opening an incident
 * must not wait for that, and two transactions that wait for each other would both be late.
 */
const counters = { org_id: text().key(), last_incident_number: integer() };

/** The running daemons on this database. */
const nodes = {
  id: text().key(),
  name: text(),
  version: text(),
  started_at: instant("moves"),
  seen_at: instant("moves"),
};

/** A value that only the right key of the secrets opens. */
const secrets_check = { ...one, value: text() };

/** When the last of the nodes left. */
const last_alive = { ...one, seen_at: instant("moves") };

/** Where service time was last, and the step of the clock that is held back (`core/clock/timeline`). */
const clock = {
  ...one,
  boot: text().orNull(),
  /** The reading of the steady clock at `at`, ms. */
  steady: integer(),
  at: instant("apart"),
  step_by: integer(),
  step_since: instant("apart").orNull(),
  /** The sum of all adopted steps, ms. */
  adopted: integer(),
};

/** The last declaration of each project, for drift. */
const projects = {
  org_id: text().key(),
  name: text().key(),
  applied_at: instant("stays"),
  applied_by: text(),
};

/** The resources of the last declaration of each project, some hundred in a part. */
const project_parts = {
  org_id: text().key(),
  name: text().key(),
  part: integer().key(),
  /** JSON, which a comparison need not read. */
  wanted: text().sealed(),
};

const setup_codes = {
  hash: text().key(),
  org_id: text(),
  expires_at: instant("moves"),
  used_at: instant("stays").orNull(),
  inserted_at: instant("stays"),
};

/** Deliveries that came with an `Idempotency-Key`, forms that a page may send twice, and their answers. */
const idempotency_keys = {
  /** The subject's id and the sender's key; of a form the caller's id and the page's key. */
  key: text().key(),
  at: instant("moves"),
  answer: json<DeliveryAnswer | FormAnswer>(),
};

/** Large deliveries that are under way, or were when monitord was killed. */
const unfinished_deliveries = {
  /** Subject and digest of the body. */
  key: text().key(),
  subject_id: text(),
  /** The inbound event that it becomes. */
  event_id: text(),
  at: instant("moves"),
  /** Alerts that are written. */
  done: integer(),
  verdicts: json<[Verdict, number][]>(),
};

/** `depends_on` of all monitors, to be looked up from the other end. */
const dependencies = { monitor_id: text().key(), parent_id: text().key() };

/** The sub-checks of the last report: the bulk of a subject, apart because most writes leave it alone. */
const check_results = { subject_id: text().key(), results: json<CheckResult[]>() };

/**
 * How many reports of a subject arrived at each millisecond: the count is exact for ever. `at` is without the
 * subject's `arrivals_shift`: a busy window has a million rows, too many to move when a step is adopted.
 */
const arrivals = { subject_id: text().key(), at: instant("stays").key(), count: integer() };

/** Bodies of reports, sampled when very many arrive. */
const reports = {
  id: text(),
  subject_id: text(),
  at: instant("stays"),
  message: text().orNull(),
  source: text().orNull(),
  meta: text().orNull(),
};

/** Counted reports that are not in the other tables yet (`sqlite/report-journal`); empty on PostgreSQL. */
const report_journal = {
  id: serial(),
  /** Of `JournalEntry`, packed (`sqlite/journal-rows`). */
  entries: text(),
};

/** Error reports of a webhook monitor, by minute. */
const error_minutes = { subject_id: text().key(), at: instant("stays").key(), count: integer() };

/** Pauses of monitors that have ended. */
const pauses = { subject_id: text().key(), from: instant("stays").key(), to: instant("stays") };

/** The groups that an unresolved incident was escalated to since its paging began, and how far their reminders are. */
const escalated_groups = {
  incident_id: text().key(),
  group_id: text().key(),
  at: instant("moves"),
  paged_at: instant("moves").orNull(),
  page_round: integer().startsAs(0),
  /** A person asked it to help, so it stays until the incident is resolved. */
  asked: flag().startsAs(false),
};

/** Responders: people asked to help with an unresolved incident, or to take it over. */
const responders = {
  incident_id: text().key(),
  user_id: text().key(),
  at: instant("moves"),
  takes_over: flag(),
};

/** The tables of declared resources; two have columns that no description says. */
const { users, schedules, ...otherKinds } = eachKind(columnsOfKind) as {
  [K in ResourceKind]: ReturnType<typeof columnsOfKind<K>>;
};

/** Every table, in the order in which it is made. */
export const rows = {
  organizations,
  counters,
  nodes,
  secrets_check,
  last_alive,
  clock,
  retention_clock: { ...one, ...retentionClock },
  blind_periods,
  projects,
  project_parts,
  users: {
    ...users,
    /** Lower case: two spellings are one address. */
    email_key: text(),
  },
  devices,
  device_invitations,
  api_keys,
  device_authorizations,
  setup_codes,
  idempotency_keys,
  unfinished_deliveries,
  sessions,
  sign_in_links,
  passkeys,
  identities,
  provider_sign_ins,
  provider_sessions,
  provider_logouts,
  schedules: {
    ...schedules,
    /** When the people on call could change next; null: never. */
    wake_at: instant("chosen").orNull(),
  },
  schedule_versions,
  overrides,
  on_call,
  known_shifts,
  schedule_pushes,
  shift_changes,
  calendar_feeds,
  monthly_reports,
  ...otherKinds,
  members,
  group_schedules,
  subscribers,
  notice_counters,
  page_notices,
  dependencies,
  subjects,
  check_results,
  arrivals,
  reports,
  report_journal,
  history,
  /** Measures of checks, hours and days: rows that are appended to. */
  measures: { subject_id: text().key(), ...measures },
  error_minutes,
  /** How far the measures of all subjects are rolled up. */
  rollup: { ...one, ...progress },
  sub_check_changes: { subject_id: text().key(), ...subCheckChange },
  pauses,
  marks,
  /** Resources deleted a short time ago, with everything that restoring them needs. Their records stay as long. */
  deleted_resources: { ...deletedResource, rows: json<DeletedRows>().sealed() },
  incidents,
  escalated_groups,
  responders,
  timeline,
  notifications,
  silences,
  notification_attempts,
  answers,
  drills,
  drill_people,
  runs,
  inbound_events,
  audit_events,
  /**
   * Changes, for live viewers: written with the change, read in the order of `tx` and `seq` (`records/events` says why),
   * forgotten after a day.
   */
  events: { seq: serial(), tx: transaction(), ...liveEvent },
} satisfies Record<string, Columns>;
