/**
 * Every table, once, over a column kit. The row types are the nouns of `core/model.ts`; a test holds the
 * two together, and another one holds the migrations to these tables.
 *
 * Tables have no foreign keys: `app/declare/remove.ts` is the one place that says which rows go together, and
 * writing a report must not look up four parents.
 */
import type {
  ButtonPress,
  AuditEvent,
  Batch,
  MonitoringGap,
  CheckResult,
  DeletedRows,
  DeliveryAnswer,
  IncidentStatus,
  InboundEvent,
  MonitorRun,
  LiveEvent,
  Measured,
  NotificationAttempt,
  NotificationState,
  ReasonCode,
  ResourceKind,
  Scope,
  SourceKind,
  Pace,
  Subject,
  Suppression,
  TimelineKind,
  Transition,
} from "../../core/model/model.ts";
import type { Level } from "../../core/history/level.ts";
import type { Verdict } from "../../core/command/alert.ts";
import { declared as declaredKinds, described } from "../../resource/resources.ts";
import type { Secrets } from "./secrets.ts";
import { columnsOf } from "./columns.ts";
import type { Kit } from "./kit.ts";

export type Tables = ReturnType<typeof tables>;

/** `secrets` seals the columns that have them. */
export function tables(kit: Kit, secrets: Secrets) {
  const { table, text, integer, flag, json, index, uniqueIndex } = kit;
  const sealed = (column: string) => kit.coded(secrets.text(column));

  /** The columns of every declared resource (`Declared`). */
  const declared = () => ({
    id: text().primaryKey(),
    org_id: text().notNull(),
    project: text(),
    version: integer().notNull(),
    inserted_at: integer().notNull(),
    updated_at: integer().notNull(),
  });

  /** The columns of every resource with an inbound URL (`Addressed`). */
  const addressed = (table: string) => ({
    webhook_id: sealed(`${table}.webhook_id`).notNull(),
    /** SHA-256 of the id: it is looked up by it. */
    webhook_hash: text().notNull().default(""),
    previous_webhook_id: sealed(`${table}.previous_webhook_id`),
    previous_webhook_hash: text(),
    previous_webhook_until: integer(),
  });

  const organizations = table(
    "organizations",
    {
      id: text().primaryKey(),
      name: text().notNull(),
      /** Signs the links of the buttons in its pushes. */
      action_secret: sealed("organizations.action_secret")
        .notNull()
        .default(kit.sql`''`),
      /** Counts changes of declared resources, so that an apply can tell whether its plan is out of date. */
      revision: integer().notNull(),
      inserted_at: integer().notNull(),
    },
    (t) => [uniqueIndex("organizations_name").on(t.name)],
  );

  /**
   * Apart from the organization, whose row is held while something in it is declared: opening an incident
   * must not wait for that, and two transactions that wait for each other would both be late.
   */
  const counters = table("counters", {
    org_id: text().primaryKey(),
    last_incident_number: integer().notNull(),
  });

  /** The running daemons on this database. */
  const nodes = table("nodes", {
    id: text().primaryKey(),
    name: text().notNull(),
    version: text().notNull(),
    started_at: integer().notNull(),
    seen_at: integer().notNull(),
  });

  /** A value that only the right key of the secrets opens: one row. */
  const secrets_check = table("secrets_check", {
    id: integer().primaryKey(),
    value: text().notNull(),
  });

  /** When the last of them left: one row. */
  const last_alive = table("last_alive", {
    id: integer().primaryKey(),
    seen_at: integer().notNull(),
  });

  /** Where service time was last, and the step of the clock that is held back (`core/clock/timeline`): one row. */
  const clock = table("clock", {
    id: integer().primaryKey(),
    boot: text(),
    /** The reading of the steady clock at `at`, ms. */
    steady: integer().notNull(),
    at: integer().notNull(),
    step_by: integer().notNull(),
    step_since: integer(),
    /** The sum of all adopted steps, ms. */
    adopted: integer().notNull(),
  });

  /** The time that retention goes by (`core/clock/retention-clock`): one row. */
  const retention_clock = table("retention_clock", {
    id: integer().primaryKey(),
    horizon: integer().notNull(),
    looked_at: integer().notNull(),
    hold_until: integer(),
  });

  /** Monitoring gaps. */
  const blind_periods = table(
    "blind_periods",
    {
      id: text().primaryKey(),
      from: integer().notNull(),
      to: integer().notNull(),
      reason: text<MonitoringGap["reason"]>().notNull(),
      settling_until: integer().notNull(),
    },
    (t) => [
      // Two nodes that come back at once find the same gap.
      uniqueIndex("blind_periods_from").on(t.from),
      index("blind_periods_order").on(t.to, t.id),
    ],
  );

  /** The last declaration of each project, for drift. */
  const projects = table(
    "projects",
    {
      org_id: text().notNull(),
      name: text().notNull(),
      applied_at: integer().notNull(),
      applied_by: text().notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.org_id, t.name] })],
  );

  /** The resources of the last declaration of each project, some hundred in a part. */
  const project_parts = table(
    "project_parts",
    {
      org_id: text().notNull(),
      name: text().notNull(),
      part: integer().notNull(),
      /** JSON, which a comparison need not read. */
      wanted: sealed("project_parts.wanted").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.org_id, t.name, t.part] })],
  );

  const users = table(
    "users",
    {
      ...declared(),
      ...columnsOf(kit, secrets, "users", declaredKinds.users.fields),
      /** Lower case: two spellings are one address. */
      email_key: text().notNull(),
    },
    (t) => [
      uniqueIndex("users_email").on(t.org_id, t.email_key),
      uniqueIndex("users_external_id").on(t.org_id, t.external_id),
      index("users_order").on(t.org_id, t.inserted_at, t.id),
    ],
  );

  const devices = table(
    "devices",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      user_id: text().notNull(),
      ...columnsOf(kit, secrets, "devices", described.devices.fields),
      verified_at: integer(),
      broken_at: integer(),
      broken_reason: text(),
      version: integer().notNull(),
      inserted_at: integer().notNull(),
      updated_at: integer().notNull(),
    },
    (t) => [index("devices_user").on(t.user_id, t.inserted_at, t.id)],
  );

  const device_invitations = table(
    "device_invitations",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      user_id: text().notNull(),
      hash: text().notNull(),
      name: text(),
      target: sealed("device_invitations.target").notNull(),
      server: sealed("device_invitations.server"),
      device_id: text(),
      tests: integer().notNull(),
      verified_at: integer(),
      expires_at: integer().notNull(),
      inserted_at: integer().notNull(),
    },
    (t) => [
      uniqueIndex("device_invitations_hash").on(t.hash),
      index("device_invitations_device").on(t.device_id),
    ],
  );

  const api_keys = table(
    "api_keys",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      name: text().notNull(),
      hash: text().notNull(),
      prefix: text().notNull(),
      scopes: json<Scope[]>().notNull(),
      expires_at: integer(),
      revoked_at: integer(),
      last_used_at: integer(),
      inserted_at: integer().notNull(),
    },
    (t) => [
      uniqueIndex("api_keys_hash").on(t.hash),
      index("api_keys_order").on(t.org_id, t.inserted_at, t.id),
    ],
  );

  const setup_codes = table("setup_codes", {
    hash: text().primaryKey(),
    org_id: text().notNull(),
    expires_at: integer().notNull(),
    used_at: integer(),
    inserted_at: integer().notNull(),
  });

  /** Large deliveries that are under way, or were when monitord was killed. */
  const unfinished_deliveries = table(
    "unfinished_deliveries",
    {
      /** Subject and digest of the body. */
      key: text().primaryKey(),
      subject_id: text().notNull(),
      at: integer().notNull(),
      /** Alerts that are written. */
      done: integer().notNull(),
      verdicts: json<[Verdict, number][]>().notNull(),
    },
    (t) => [index("unfinished_deliveries_at").on(t.at)],
  );

  /** Deliveries that came with an `Idempotency-Key`, and their answers. */
  const idempotency_keys = table(
    "idempotency_keys",
    {
      /** The subject's id and the sender's key. */
      key: text().primaryKey(),
      at: integer().notNull(),
      answer: json<DeliveryAnswer>().notNull(),
    },
    (t) => [index("idempotency_keys_at").on(t.at)],
  );

  /** Signed-in browsers, by the hash of their cookie. */
  const sessions = table("sessions", {
    hash: text().primaryKey(),
    org_id: text().notNull(),
    // One of them: a session is of an account, or of a key.
    key_id: text(),
    user_id: text(),
    name: text().notNull(),
    inserted_at: integer().notNull(),
    seen_at: integer().notNull(),
    expires_at: integer().notNull(),
  });

  /** Links by which a user signs in, once. */
  const sign_in_links = table(
    "sign_in_links",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      user_id: text().notNull(),
      hash: text().notNull(),
      used_at: integer(),
      expires_at: integer().notNull(),
      inserted_at: integer().notNull(),
    },
    (t) => [uniqueIndex("sign_in_links_hash").on(t.hash)],
  );

  const passkeys = table(
    "passkeys",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      user_id: text().notNull(),
      credential_id: text().notNull(),
      public_key: text().notNull(),
      counter: integer().notNull(),
      name: text().notNull(),
      last_used_at: integer(),
      inserted_at: integer().notNull(),
    },
    (t) => [
      uniqueIndex("passkeys_credential").on(t.credential_id),
      index("passkeys_user").on(t.user_id),
    ],
  );

  const alert_groups = table(
    "alert_groups",
    {
      ...declared(),
      ...columnsOf(kit, secrets, "alert_groups", declaredKinds.alert_groups.fields),
      ...addressed("alert_groups"),
    },
    (t) => [
      uniqueIndex("alert_groups_external_id").on(t.org_id, t.external_id),
      uniqueIndex("alert_groups_webhook_hash").on(t.webhook_hash),
      // Unique in the whole daemon: an address has no room for an organization.
      uniqueIndex("alert_groups_status_page_slug").on(t.status_page_slug),
      index("alert_groups_status_page")
        .on(t.status_page)
        .where(kit.sql`${t.status_page}`),
      index("alert_groups_previous_webhook_hash").on(t.previous_webhook_hash),
      index("alert_groups_order").on(t.org_id, t.inserted_at, t.id),
    ],
  );

  const members = table(
    "members",
    {
      group_id: text().notNull(),
      user_id: text().notNull(),
      org_id: text().notNull(),
      ...columnsOf(kit, secrets, "members", described.members.fields),
      inserted_at: integer().notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.group_id, t.user_id] }),
      index("members_user").on(t.user_id),
    ],
  );

  const health_check_monitors = table(
    "health_check_monitors",
    {
      ...declared(),
      ...columnsOf(
        kit,
        secrets,
        "health_check_monitors",
        declaredKinds.health_check_monitors.fields,
      ),
    },
    (t) => [
      uniqueIndex("health_check_monitors_external_id").on(t.org_id, t.external_id),
      index("health_check_monitors_order").on(t.org_id, t.inserted_at, t.id),
      index("health_check_monitors_group").on(t.alert_group_id),
    ],
  );

  const webhook_monitors = table(
    "webhook_monitors",
    {
      ...declared(),
      ...columnsOf(kit, secrets, "webhook_monitors", declaredKinds.webhook_monitors.fields),
      ...addressed("webhook_monitors"),
    },
    (t) => [
      uniqueIndex("webhook_monitors_external_id").on(t.org_id, t.external_id),
      uniqueIndex("webhook_monitors_webhook_hash").on(t.webhook_hash),
      index("webhook_monitors_previous_webhook_hash").on(t.previous_webhook_hash),
      index("webhook_monitors_order").on(t.org_id, t.inserted_at, t.id),
      index("webhook_monitors_group").on(t.alert_group_id),
    ],
  );

  /** `depends_on` of all monitors, to be looked up from the other end. */
  const dependencies = table(
    "dependencies",
    {
      monitor_id: text().notNull(),
      parent_id: text().notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.monitor_id, t.parent_id] }),
      index("dependencies_parent").on(t.parent_id),
    ],
  );

  /** Running state, one row per monitor and alert group. A decision locks this row. */
  const subjects = table(
    "subjects",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      kind: text<SourceKind>().notNull(),
      status: text<Subject["status"]>().notNull(),
      status_reason: text(),
      reason_code: text<ReasonCode>(),
      status_since: integer().notNull(),
      paused_at: integer(),
      paused_until: integer(),
      wake_at: integer(),
      due_at: integer(),
      lease_token: text(),
      lease_node: text(),
      fetch_attempts: integer().notNull(),
      pace: integer().$type<Pace>().notNull().default(2),
      checks_since: integer(),
      refused_in_row: integer().notNull().default(0),
      unauthenticated_count: integer().notNull().default(0),
      unconfirmed: integer(),
      crossings: json<number[]>()
        .notNull()
        .default(kit.sql`'[]'`),
      flapping_since: integer(),
      checked_at: integer(),
      finished_at: integer(),
      checks_total: integer(),
      checks_passing: integer(),
      /** The hash of its row in `check_results`. */
      results_hash: text(),
      measured: json<Measured | null>(),
      last_received_at: integer(),
      window_count: integer().notNull(),
      window_from: integer().notNull(),
      arrivals_shift: integer().notNull().default(0),
      journaled: integer().notNull().default(0),
      expect_schedule: text(),
      expected_at: integer(),
      run_started_at: integer(),
      missing_since: integer(),
      last_success_at: integer(),
      last_duration_ms: integer(),
      burst_at: integer().notNull(),
      burst_count: integer().notNull(),
      drill_at: integer(),
      suppression: json<Suppression | null>(),
      asked_at: integer(),
      release_at: integer(),
    },
    (t) => [
      index("subjects_due")
        .on(t.pace, t.due_at, t.id)
        .where(kit.sql`${t.due_at} is not null`),
      index("subjects_wake").on(t.wake_at),
      index("subjects_release")
        .on(t.release_at)
        .where(kit.sql`${t.release_at} is not null`),
    ],
  );

  /** The sub-checks of the last report: the bulk of a subject, apart because most writes leave it alone. */
  const check_results = table("check_results", {
    subject_id: text().primaryKey(),
    results: json<CheckResult[]>().notNull(),
  });

  /**
   * How many reports of a subject arrived at each millisecond: the count is exact for ever. `at` is without the
   * subject's `arrivals_shift`: a busy window has a million rows, too many to move when a step is adopted.
   */
  const arrivals = table(
    "arrivals",
    {
      subject_id: text().notNull(),
      at: integer().notNull(),
      count: integer().notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.subject_id, t.at] })],
  );

  /** Bodies of reports, sampled when very many arrive. */
  const reports = table(
    "reports",
    {
      id: text().notNull(),
      subject_id: text().notNull(),
      at: integer().notNull(),
      message: text(),
      source: text(),
      meta: text(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.subject_id, t.at, t.id] }),
      // SQLite deletes old reports in the order of their key.
      ...(kit.dialect === "postgres" ? [index("reports_age").on(t.at)] : []),
    ],
  );

  /** Counted reports that are not in the other tables yet (`sqlite/report-journal`); empty on PostgreSQL. */
  const report_journal = table("report_journal", {
    id: kit.serial(),
    /** Of `JournalEntry`, packed (`sqlite/journal-rows`). */
    entries: text().notNull(),
  });

  const history = table(
    "history",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      subject_id: text().notNull(),
      at: integer().notNull(),
      status: text<Subject["status"]>().notNull(),
      reason: text(),
    },
    (t) => [index("history_subject").on(t.subject_id, t.at, t.id), index("history_age").on(t.at)],
  );

  /** Measures of checks, hours and days: rows that are appended to (`core/history/entries`). */
  const measures = table(
    "measures",
    {
      subject_id: text().notNull(),
      level: text<Level>().notNull(),
      at: integer().notNull(),
      entries: text().notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.subject_id, t.level, t.at] }),
      index("measures_age").on(t.level, t.at),
    ],
  );

  /** Error reports of a webhook monitor, by minute. */
  const error_minutes = table(
    "error_minutes",
    {
      subject_id: text().notNull(),
      at: integer().notNull(),
      count: integer().notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.subject_id, t.at] }), index("error_minutes_age").on(t.at)],
  );

  /** How far the measures of all subjects are rolled up: one row. */
  const rollup = table("rollup", {
    id: integer().primaryKey(),
    /** Every hour that ends by then is rolled up. */
    until: integer().notNull(),
    /** The run under way: its end, and the last subject that is done; null: none is. */
    run_until: integer(),
    run_subject: text(),
  });

  const sub_check_changes = table(
    "sub_check_changes",
    {
      subject_id: text().notNull(),
      name: text().notNull(),
      at: integer().notNull(),
      label: text(),
      /** null: no longer reported. */
      status: text<CheckResult["status"]>(),
      short_summary: text(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.subject_id, t.name, t.at] }),
      index("sub_check_changes_age").on(t.at),
    ],
  );

  /** Pauses of monitors that have ended. */
  const pauses = table(
    "pauses",
    {
      subject_id: text().notNull(),
      from: integer().notNull(),
      to: integer().notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.subject_id, t.from] }), index("pauses_age").on(t.to)],
  );

  /** Deployments and the like: lines in charts. */
  const marks = table(
    "marks",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      at: integer().notNull(),
      text: text().notNull(),
      url: text(),
      by: text().notNull(),
      alert_group_id: text(),
      monitor_id: text(),
    },
    (t) => [
      index("marks_order").on(t.org_id, t.at, t.id),
      index("marks_age").on(t.at),
      index("marks_monitor").on(t.monitor_id),
    ],
  );

  /** Resources deleted a short time ago, with everything that restoring them needs. Their records stay as long. */
  const deleted_resources = table(
    "deleted_resources",
    {
      /** The resource's id. */
      id: text().primaryKey(),
      org_id: text().notNull(),
      kind: text<ResourceKind>().notNull(),
      external_id: text(),
      title: text().notNull(),
      project: text(),
      deleted_at: integer().notNull(),
      /** The name of the actor. */
      deleted_by: text().notNull(),
      rows: kit.coded(secrets.json<DeletedRows>("deleted_resources.rows")).notNull(),
    },
    (t) => [
      index("deleted_resources_order").on(t.org_id, t.deleted_at, t.id),
      index("deleted_resources_age").on(t.deleted_at),
    ],
  );

  const incidents = table(
    "incidents",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      number: integer().notNull(),
      source: text<SourceKind>().notNull(),
      source_id: text().notNull(),
      key: text().notNull(),
      alert_group_id: text().notNull(),
      title: text().notNull(),
      summary: text().notNull(),
      status: text<IncidentStatus>().notNull(),
      priority_level: integer().notNull(),
      opened_at: integer().notNull(),
      acknowledged_at: integer(),
      acknowledged_by: text(),
      acknowledged_user_id: text(),
      resolved_at: integer(),
      resolved_reason: text(),
      occurrences: integer().notNull(),
      episode: integer(),
      resolve_at: integer(),
      paging_since: integer().notNull().default(0),
      paged_at: integer(),
      page_round: integer().notNull().default(0),
      page_steps: integer().notNull().default(0),
      act_at: integer(),
      any_hour_since: integer(),
      published_at: integer(),
      public_title: text(),
      pages_again: text(),
      details: json<Record<string, unknown>>().notNull(),
    },
    (t) => [
      uniqueIndex("incidents_number").on(t.org_id, t.number),
      // At most one unresolved incident per source and key, held by the database itself.
      uniqueIndex("incidents_unresolved")
        .on(t.source_id, t.key)
        .where(kit.sql`${t.resolved_at} is null`),
      index("incidents_order").on(t.org_id, t.opened_at, t.id),
      // For retention.
      index("incidents_age")
        .on(t.resolved_at)
        .where(kit.sql`${t.resolved_at} is not null`),
      index("incidents_open")
        .on(t.id)
        .where(kit.sql`${t.status} = 'open'`),
      index("incidents_group")
        .on(t.alert_group_id, t.id)
        .where(kit.sql`${t.resolved_at} is null`),
      index("incidents_source").on(t.source_id, t.opened_at),
      index("incidents_published")
        .on(t.alert_group_id, t.opened_at)
        .where(kit.sql`${t.published_at} is not null`),
      index("incidents_act")
        .on(t.act_at)
        .where(kit.sql`${t.act_at} is not null`),
      index("incidents_resolve")
        .on(t.source_id, t.resolve_at)
        .where(kit.sql`${t.resolved_at} is null and ${t.resolve_at} is not null`),
    ],
  );

  /** The groups that an unresolved incident was escalated to since its paging began. */
  const escalated_groups = table(
    "escalated_groups",
    {
      incident_id: text().notNull(),
      group_id: text().notNull(),
      at: integer().notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.incident_id, t.group_id] })],
  );

  const timeline = table(
    "timeline",
    {
      id: text().primaryKey(),
      incident_id: text().notNull(),
      at: integer().notNull(),
      kind: text<TimelineKind>().notNull(),
      text: text().notNull(),
      actor: text(),
      user_id: text(),
    },
    (t) => [index("timeline_incident").on(t.incident_id, t.at, t.id)],
  );

  /** The outbox: a push is a row, written in the transaction of the change that caused it. */
  const notifications = table(
    "notifications",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      incident_id: text(),
      alert_group_id: text(),
      user_id: text().notNull(),
      device_id: text().notNull(),
      transition: text<Transition>().notNull(),
      key: text().notNull(),
      batch_kind: text<NonNullable<Batch["batch_kind"]>>(),
      batch_key: text(),
      lane: text().notNull(),
      state: text<NotificationState>().notNull(),
      held_reason: text(),
      due_at: integer(),
      wait_asked: flag().notNull().default(false),
      attempts: integer().notNull(),
      perhaps_delivered: flag().notNull(),
      handed_over: flag().notNull().default(false),
      expires_at: integer().notNull(),
      priority: integer().notNull(),
      title: text().notNull(),
      message: text().notNull(),
      tags: json<string[]>().notNull(),
      delivered_at: integer(),
      last_error: text(),
      inserted_at: integer().notNull(),
    },
    (t) => [
      uniqueIndex("notifications_key").on(t.key),
      // Only unsent notifications have a due_at, so the index is as small as the backlog.
      index("notifications_due")
        .on(t.lane, t.due_at)
        .where(kit.sql`${t.due_at} is not null`),
      // In the order in which a device's unsent notifications are claimed. Without the lane SQLite would take the index of
      // all that were ever sent to the device.
      index("notifications_owed")
        .on(t.lane, t.device_id, t.inserted_at, t.id)
        .where(kit.sql`${t.due_at} is not null`),
      index("notifications_held")
        .on(t.org_id, t.id)
        .where(kit.sql`${t.state} = 'held'`),
      index("notifications_device").on(t.device_id, t.inserted_at, t.id),
      index("notifications_incident").on(t.incident_id, t.device_id, t.inserted_at),
      index("notifications_order").on(t.org_id, t.inserted_at, t.id),
    ],
  );

  const silences = table(
    "silences",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      monitor_id: text(),
      alert_group_id: text(),
      key: text(),
      matchers: json<string[]>().notNull(),
      from: integer().notNull(),
      until: integer(),
      until_recovered: flag().notNull(),
      cron: text(),
      duration_minutes: integer(),
      timezone: text().notNull(),
      created_by: text().notNull(),
      reason: text().notNull(),
      inserted_at: integer().notNull(),
    },
    (t) => [
      index("silences_order").on(t.org_id, t.inserted_at, t.id),
      index("silences_until").on(t.org_id, t.until),
    ],
  );

  const notification_attempts = table(
    "notification_attempts",
    {
      notification_id: text().notNull(),
      attempt: integer().notNull(),
      started_at: integer().notNull(),
      finished_at: integer(),
      outcome: text<NotificationAttempt["outcome"]>().notNull(),
      http_status: integer(),
      detail: text(),
    },
    (t) => [kit.primaryKey({ columns: [t.notification_id, t.attempt] })],
  );

  /** Buttons that were pressed under pushes about incidents. */
  const answers = table(
    "answers",
    {
      incident_id: text().notNull(),
      device_id: text().notNull(),
      verb: text<ButtonPress["verb"]>().notNull(),
      org_id: text().notNull(),
      user_id: text().notNull(),
      at: integer().notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.incident_id, t.device_id, t.verb] })],
  );

  const drills = table(
    "drills",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      alert_group_id: text().notNull(),
      at: integer().notNull(),
      started_by: text(),
      ends_at: integer().notNull(),
      ended_at: integer(),
    },
    (t) => [index("drills_group").on(t.alert_group_id, t.at, t.id), index("drills_age").on(t.at)],
  );

  /** The participants of a drill and their responses. */
  const drill_people = table(
    "drill_people",
    {
      drill_id: text().notNull(),
      org_id: text().notNull(),
      user_id: text().notNull(),
      answered_at: integer(),
      device_id: text(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.drill_id, t.user_id] }),
      index("drill_people_user").on(t.user_id),
    ],
  );

  const runs = table(
    "runs",
    {
      id: text().primaryKey(),
      monitor_id: text().notNull(),
      rid: text(),
      started_at: integer(),
      ended_at: integer(),
      duration_ms: integer(),
      outcome: text<NonNullable<MonitorRun["outcome"]>>(),
      exit_code: integer(),
      output: text(),
      /** When it was heard of first. */
      at: integer().notNull(),
    },
    (t) => [index("runs_monitor").on(t.monitor_id, t.at, t.id), index("runs_age").on(t.at)],
  );

  const inbound_events = table(
    "inbound_events",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      target_kind: text<InboundEvent["target_kind"]>().notNull(),
      target_id: text().notNull(),
      received_at: integer().notNull(),
      http_status: integer().notNull(),
      reason: text().notNull(),
      format: text(),
      accepted: integer().notNull().default(0),
      headers: json<InboundEvent["headers"]>()
        .notNull()
        .default(kit.sql`'{}'`),
      content_type: text(),
      size: integer().notNull().default(0),
      ring: text<InboundEvent["ring"]>().notNull().default("accepted"),
      replay_of: text(),
      replayed_at: integer(),
      // Last, so that the columns before it are read without it.
      body: text().notNull(),
    },
    (t) => [
      index("inbound_events_target").on(t.target_id, t.received_at, t.id),
      index("inbound_events_ring").on(t.target_id, t.ring, t.received_at, t.id),
      index("inbound_events_order").on(t.org_id, t.received_at, t.id),
    ],
  );

  const audit_events = table(
    "audit_events",
    {
      id: text().primaryKey(),
      org_id: text().notNull(),
      at: integer().notNull(),
      actor: text<AuditEvent["actor"]>().notNull(),
      key_id: text(),
      key_name: text(),
      session_id: text(),
      account: text(),
      client_address: text(),
      action: text().notNull(),
      object_kind: text().notNull(),
      object_id: text().notNull(),
      object_title: text(),
      request_id: text(),
    },
    (t) => [
      index("audit_events_order").on(t.org_id, t.at, t.id),
      index("audit_events_object").on(t.object_id),
    ],
  );

  /**
   * Changes, for live viewers: written with the change, read in the order of `tx` and `seq`
   * (`events.ts` says why), forgotten after a day.
   */
  const events = table(
    "events",
    {
      seq: kit.serial(),
      tx: kit.writtenBy(),
      org_id: text().notNull(),
      at: integer().notNull(),
      kind: text<LiveEvent["kind"]>().notNull(),
      object_id: text().notNull(),
      about: json<LiveEvent["about"]>().notNull(),
    },
    (t) => [index("events_order").on(t.tx, t.seq), index("events_age").on(t.at)],
  );

  return {
    organizations,
    counters,
    nodes,
    secrets_check,
    last_alive,
    clock,
    retention_clock,
    blind_periods,
    projects,
    project_parts,
    users,
    devices,
    device_invitations,
    api_keys,
    setup_codes,
    idempotency_keys,
    unfinished_deliveries,
    sessions,
    sign_in_links,
    passkeys,
    alert_groups,
    members,
    health_check_monitors,
    webhook_monitors,
    dependencies,
    subjects,
    check_results,
    arrivals,
    reports,
    report_journal,
    history,
    measures,
    error_minutes,
    rollup,
    sub_check_changes,
    pauses,
    marks,
    deleted_resources,
    incidents,
    escalated_groups,
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
    events,
  };
}
