/**
 * Every table of a database, over its kit: the columns of its rows (`rows`), and the indexes. A test holds the migrations to these
 * tables.
 *
 * Tables have no foreign keys: `app/declare/remove.ts` is the one place that says which rows go together, and
 * writing a report must not look up four parents.
 */
import type { Columns } from "../../core/model/column.ts";
import { resourceKinds, type ResourceKind } from "../../resource/kinds.ts";
import { tableOf, type Extras, type TableOf } from "./columns.ts";
import type { Kit } from "./kit.ts";
import { rows } from "./rows.ts";
import type { Secrets } from "./secrets.ts";

export type TablesOf<R extends Record<string, Columns>> = {
  [N in keyof R & string]: TableOf<N, R[N]>;
};
export type Tables = TablesOf<typeof rows>;

/** `secrets` seals the columns that have them. `of`: rows that a test adds columns to. */
export function tables<R extends typeof rows>(
  kit: Kit,
  secrets: Secrets,
  of: R = rows as R,
): TablesOf<R> {
  const indexes: Readonly<Record<string, ((t: never) => Extras) | undefined>> = indexesOf(kit);
  const all = Object.entries<Columns>(of).map(([name, columns]) => [
    name,
    tableOf(kit, secrets, name, columns, (t) => [
      ...(isKind(name) ? indexesOfKind(kit, name, t as never) : []),
      ...(indexes[name]?.(t as never) ?? []),
    ]),
  ]);
  return Object.fromEntries(all) as TablesOf<R>;
}

const isKind = (name: string): name is ResourceKind => resourceKinds.some((kind) => kind === name);

/** Those that every declared kind has: by its name, which is unique, and in the order of its lists. */
const indexesOfKind = (kit: Kit, kind: ResourceKind, t: Tables[ResourceKind]): Extras => [
  kit.uniqueIndex(`${kind}_external_id`).on(t.org_id, t.external_id),
  kit.index(`${kind}_order`).on(t.org_id, t.inserted_at, t.id),
];

function indexesOf(kit: Kit): { [N in keyof Tables]?: (t: Tables[N]) => Extras } {
  const { index, uniqueIndex } = kit;
  return {
    organizations: (t) => [uniqueIndex("organizations_name").on(t.name)],
    blind_periods: (t) => [
      // Two nodes that come back at once find the same gap.
      uniqueIndex("blind_periods_from").on(t.from),
      index("blind_periods_order").on(t.to, t.id),
    ],
    users: (t) => [uniqueIndex("users_email").on(t.org_id, t.email_key)],
    devices: (t) => [index("devices_user").on(t.user_id, t.inserted_at, t.id)],
    device_invitations: (t) => [
      uniqueIndex("device_invitations_hash").on(t.hash),
      index("device_invitations_device").on(t.device_id),
    ],
    api_keys: (t) => [
      uniqueIndex("api_keys_hash").on(t.hash),
      index("api_keys_order").on(t.org_id, t.inserted_at, t.id),
      index("api_keys_user").on(t.user_id),
    ],
    device_authorizations: (t) => [uniqueIndex("device_authorizations_user_hash").on(t.user_hash)],
    unfinished_deliveries: (t) => [index("unfinished_deliveries_at").on(t.at)],
    idempotency_keys: (t) => [index("idempotency_keys_at").on(t.at)],
    sign_in_links: (t) => [uniqueIndex("sign_in_links_hash").on(t.hash)],
    passkeys: (t) => [
      uniqueIndex("passkeys_credential").on(t.credential_id),
      index("passkeys_user").on(t.user_id),
    ],
    identities: (t) => [
      uniqueIndex("identities_sub").on(t.org_id, t.issuer, t.sub),
      index("identities_user").on(t.user_id),
    ],
    provider_sessions: (t) => [index("provider_sessions_identity").on(t.identity_id)],
    schedules: (t) => [
      index("schedules_wake")
        .on(t.wake_at)
        .where(kit.sql`${t.wake_at} is not null`),
    ],
    overrides: (t) => [
      index("overrides_schedule").on(t.schedule_id, t.until),
      index("overrides_user").on(t.user_id, t.until),
      index("overrides_age").on(t.until),
    ],
    on_call: (t) => [index("on_call_user").on(t.user_id)],
    known_shifts: (t) => [index("known_shifts_user").on(t.user_id)],
    schedule_pushes: (t) => [
      index("schedule_pushes_due")
        .on(t.due_at)
        .where(kit.sql`${t.due_at} is not null`),
      index("schedule_pushes_changed")
        .on(t.changed_at)
        .where(kit.sql`${t.changed_at} is not null`),
    ],
    calendar_feeds: (t) => [uniqueIndex("calendar_feeds_hash").on(t.hash)],
    alert_groups: (t) => [
      uniqueIndex("alert_groups_webhook_hash").on(t.webhook_hash),
      index("alert_groups_previous_webhook_hash").on(t.previous_webhook_hash),
      uniqueIndex("alert_groups_ping_key_hash").on(t.ping_key_hash),
      index("alert_groups_previous_ping_key_hash").on(t.previous_ping_key_hash),
    ],
    group_schedules: (t) => [index("group_schedules_schedule").on(t.schedule_id)],
    members: (t) => [index("members_user").on(t.user_id)],
    health_check_monitors: (t) => [index("health_check_monitors_group").on(t.alert_group_id)],
    webhook_monitors: (t) => [
      uniqueIndex("webhook_monitors_webhook_hash").on(t.webhook_hash),
      index("webhook_monitors_previous_webhook_hash").on(t.previous_webhook_hash),
      index("webhook_monitors_group").on(t.alert_group_id),
    ],
    status_pages: (t) => [
      // Unique in the whole daemon: an address has no room for an organization.
      uniqueIndex("status_pages_slug").on(t.slug),
    ],
    subscribers: (t) => [
      uniqueIndex("subscribers_email").on(t.page_id, t.email_hash),
      index("subscribers_mailbox").on(t.mailbox_hash),
      index("subscribers_seen").on(t.page_id, t.seen),
      index("subscribers_order").on(t.page_id, t.inserted_at, t.id),
      index("subscribers_unconfirmed")
        .on(t.page_id, t.asked_at)
        .where(kit.sql`${t.confirmed_at} is null`),
    ],
    page_notices: (t) => [index("page_notices_incident").on(t.incident_id)],
    dependencies: (t) => [index("dependencies_parent").on(t.parent_id)],
    subjects: (t) => [
      index("subjects_due")
        .on(t.pace, t.due_at, t.id)
        .where(kit.sql`${t.due_at} is not null`),
      index("subjects_wake").on(t.wake_at),
      index("subjects_release")
        .on(t.release_at)
        .where(kit.sql`${t.release_at} is not null`),
    ],
    reports: (t) => [
      kit.primaryKey({ columns: [t.subject_id, t.at, t.id] }),
      // SQLite deletes old reports in the order of their key.
      ...(kit.dialect === "postgres" ? [index("reports_age").on(t.at)] : []),
    ],
    history: (t) => [
      index("history_subject").on(t.subject_id, t.at, t.id),
      index("history_order").on(t.at, t.id),
    ],
    measures: (t) => [index("measures_age").on(t.level, t.at)],
    error_minutes: (t) => [index("error_minutes_age").on(t.at)],
    sub_check_changes: (t) => [index("sub_check_changes_age").on(t.at)],
    pauses: (t) => [index("pauses_age").on(t.to)],
    marks: (t) => [
      index("marks_order").on(t.org_id, t.at, t.id),
      index("marks_age").on(t.at),
      index("marks_monitor").on(t.monitor_id),
    ],
    deleted_resources: (t) => [
      index("deleted_resources_order").on(t.org_id, t.deleted_at, t.id),
      index("deleted_resources_age").on(t.deleted_at),
    ],
    incidents: (t) => [
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
        .on(t.org_id, t.opened_at)
        .where(kit.sql`${t.published_at} is not null`),
      index("incidents_act")
        .on(t.act_at)
        .where(kit.sql`${t.act_at} is not null`),
      index("incidents_resolve")
        .on(t.source_id, t.resolve_at)
        .where(kit.sql`${t.resolved_at} is null and ${t.resolve_at} is not null`),
    ],
    timeline: (t) => [
      index("timeline_incident").on(t.incident_id, t.at, t.id),
      index("timeline_order").on(t.at, t.id),
    ],
    notifications: (t) => [
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
    silences: (t) => [
      index("silences_order").on(t.org_id, t.inserted_at, t.id),
      index("silences_until").on(t.org_id, t.until),
    ],
    drills: (t) => [
      index("drills_group").on(t.alert_group_id, t.at, t.id),
      index("drills_age").on(t.at),
    ],
    drill_people: (t) => [index("drill_people_user").on(t.user_id)],
    runs: (t) => [index("runs_monitor").on(t.monitor_id, t.at, t.id), index("runs_age").on(t.at)],
    inbound_events: (t) => [
      index("inbound_events_target").on(t.target_id, t.received_at, t.id),
      index("inbound_events_ring").on(t.target_id, t.ring, t.received_at, t.id),
      index("inbound_events_order").on(t.org_id, t.received_at, t.id),
    ],
    audit_events: (t) => [
      index("audit_events_order").on(t.org_id, t.at, t.id),
      index("audit_events_object").on(t.object_id),
    ],
    events: (t) => [index("events_order").on(t.tx, t.seq), index("events_age").on(t.at)],
  };
}
