/**
 * All reads. Lists are keyset pages, oldest first: `(instant, id) > (:instant, :id)`, which costs the
 * same on the last page as on the first.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PageQuery, Reads, Shown, ShownMember } from "./port.ts";
import type {
  Addressed,
  Instant,
  Member,
  ResourceKind,
  Subject,
  WebhookMonitor,
} from "../../core/model/model.ts";
import { loadGuidance } from "../records/guidance.ts";
import { receiptsOf } from "../../core/explain/receipt.ts";
import { monitorReads } from "./board-monitors.ts";
import { publicReads } from "./board-public.ts";
import { boardReads } from "./board.ts";
import type { Context } from "../kit/context.ts";
import { peopleOf, unanswered } from "../records/drills.ts";
import { evidenceOf, rosterOf, tellingOf } from "../records/evidence.ts";
import { eventReads } from "../records/events.ts";
import { invitationReads } from "./invitations.ts";
import { first, rows, together, type Procedure } from "../kit/procedure.ts";
import { countWindow, resultsOf } from "../records/snapshot.ts";
import { rulesOf } from "../../core/declare/plan-members.ts";
import { sourceKinds } from "../../core/model/source-kinds.ts";

const aDay = 24 * 3600_000;

/** Characters of a body that a list shows. */
const inboundPreview = 1024;

/** The target of a webhook URL, and until when the URL is valid, if it was rotated. */
function addressOf(row: { id: string; org_id: string } & Addressed, webhook_id: string) {
  const { id, org_id } = row;
  const until = row.webhook_id === webhook_id ? null : (row.previous_webhook_until ?? 0);
  return { id, org_id, until };
}

export function readsOf(c: Context, run: <T>(procedure: Procedure<T>) => Promise<T>): Reads {
  const { t, db } = c;

  /** A page of a table, in the order of `at` and id. */
  function* page<T extends SQLiteTable>(
    table: T,
    columns: { org_id?: SQLiteColumn; at: SQLiteColumn; id: SQLiteColumn },
    query: Omit<PageQuery, "org_id"> & Partial<PageQuery>,
    ...conditions: (SQL | undefined)[]
  ): Procedure<T["$inferSelect"][]> {
    const { after } = query;
    return (yield* rows(
      db
        .select()
        .from(table as SQLiteTable)
        .where(
          and(
            columns.org_id ? eq(columns.org_id, query.org_id) : undefined,
            after === null
              ? undefined
              : sql`(${columns.at}, ${columns.id}) > (${after.inserted_at}, ${after.id})`,
            ...conditions,
          ),
        )
        .orderBy(asc(columns.at), asc(columns.id))
        .limit(query.limit),
    )) as T["$inferSelect"][];
  }
  const when = <V>(value: V | undefined, make: (value: V) => SQL) =>
    value === undefined ? undefined : make(value);

  /** Whose subject is so. */
  const ofSubjects = (kind: ResourceKind, { org_id }: PageQuery, condition: SQL) =>
    inArray(
      t[kind].id,
      db
        .select({ id: t.subjects.id })
        .from(t.subjects)
        .where(and(eq(t.subjects.org_id, org_id), condition)),
    );

  function* withSubject<K extends ResourceKind>(
    kind: K,
    row: { id: string },
    now: Instant,
  ): Procedure<Shown<K>> {
    if (!sourceKinds[kind]) return row as unknown as Shown<K>;
    const subject = {
      ...(yield* c.of.subjects.first({ id: row.id })),
      results: kind === "health_check_monitors" ? yield* resultsOf(c, row.id) : null,
    } as Subject;
    if (kind === "webhook_monitors") {
      const window = (row as WebhookMonitor).error_rate_window_minutes;
      subject.window_count = yield* countWindow(c, subject, now - window * 60_000);
    }
    return { ...row, subject } as unknown as Shown<K>;
  }

  function* member(row: {
    member: Member;
    user: { id: string; email: string; name: string | null };
  }): Procedure<ShownMember> {
    const devices = yield* c.of.devices.find({ user_id: row.user.id });
    return {
      user_id: row.user.id,
      email: row.user.email,
      name: row.user.name,
      devices: devices.length,
      verified_devices: devices.filter((one) => one.verified_at !== null).length,
      ...rulesOf(row.member),
      inserted_at: row.member.inserted_at,
    };
  }

  const reads: {
    [R in keyof Reads]: (...args: never[]) => Procedure<unknown>;
  } = {
    *key_by_hash(hash: string) {
      const key = yield* c.of.api_keys.first({ hash });
      if (!key) return null;
      const organization = yield* c.of.organizations.first({ id: key.org_id });
      return { ...key, organization };
    },
    *organizations() {
      return yield* rows(c.q.organizations);
    },
    *no_keys() {
      return (
        (yield* first(db.select({ id: t.api_keys.id }).from(t.api_keys).limit(1))) === undefined
      );
    },
    *inbound_target(webhook_id: string) {
      const monitor =
        (yield* c.of.webhook_monitors.first({ webhook_id })) ??
        (yield* c.of.webhook_monitors.first({ previous_webhook_id: webhook_id }));
      if (monitor)
        return {
          kind: "webhook_monitor",
          ...addressOf(monitor, webhook_id),
          auth: null,
        };
      const group =
        (yield* c.of.alert_groups.first({ webhook_id })) ??
        (yield* c.of.alert_groups.first({ previous_webhook_id: webhook_id }));
      if (!group) return null;
      const { webhook_auth, webhook_secret, webhook_timestamp_header } = group;
      return {
        kind: "alert_group",
        ...addressOf(group, webhook_id),
        auth:
          webhook_auth === null
            ? null
            : {
                kind: webhook_auth,
                secret: webhook_secret ?? "",
                timestamp_header: webhook_timestamp_header,
              },
      };
    },
    *resource(kind: ResourceKind, org_id: string, id: string, now: Instant) {
      const row = yield* c.of[kind].first({ id, org_id });
      return row ? yield* withSubject(kind, row as { id: string }, now) : null;
    },
    *resources(kind: ResourceKind, query: Parameters<Reads["resources"]>[1], now: Instant) {
      const table = t[kind];
      const found = yield* page(
        table,
        { org_id: table.org_id, at: table.inserted_at, id: table.id },
        query,
        when(query.external_id, (v) => eq(table.external_id, v)),
        "alert_group_id" in table
          ? when(query.alert_group_id, (v) => eq(table.alert_group_id, v))
          : undefined,
        when(query.status, (v) =>
          ofSubjects(kind, query, eq(t.subjects.status, v as Subject["status"])),
        ),
        when(query.flapping, (v) =>
          ofSubjects(kind, query, (v ? isNotNull : isNull)(t.subjects.flapping_since)),
        ),
      );
      return yield* together(found.map((row) => withSubject(kind, row as { id: string }, now)));
    },
    *members(org_id: string, group_id: string) {
      const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
      if (!group) return null;
      const found = yield* rows(
        db
          .select({ member: t.members, user: t.users })
          .from(t.members)
          .innerJoin(t.users, eq(t.users.id, t.members.user_id))
          .where(eq(t.members.group_id, group_id))
          .orderBy(asc(t.members.inserted_at), asc(t.members.user_id)),
      );
      return yield* together(found.map(member));
    },
    *devices(org_id: string, user_id: string) {
      const user = yield* c.of.users.first({ id: user_id, org_id });
      if (!user) return null;
      return yield* rows(
        db
          .select()
          .from(t.devices)
          .where(eq(t.devices.user_id, user_id))
          .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
      );
    },
    *device_owner(device_id: string) {
      const device = yield* c.of.devices.first({ id: device_id });
      if (!device) return null;
      const user = yield* c.of.users.first({ id: device.user_id });
      const organization = yield* c.of.organizations.first({ id: device.org_id });
      return user && organization
        ? {
            org_id: device.org_id,
            secret: organization.action_secret,
            person: user.name ?? user.email,
          }
        : null;
    },
    *history(org_id: string, subject_id: string, query: PageQuery) {
      return yield* page(
        t.history,
        { org_id: t.history.org_id, at: t.history.at, id: t.history.id },
        { ...query, org_id },
        eq(t.history.subject_id, subject_id),
      );
    },
    *runs(monitor_id: string, query: Omit<PageQuery, "org_id">) {
      return yield* page(
        t.runs,
        { at: t.runs.at, id: t.runs.id },
        query,
        eq(t.runs.monitor_id, monitor_id),
      );
    },
    *incidents(query: Parameters<Reads["incidents"]>[0]) {
      const table = t.incidents;
      return yield* page(
        table,
        { org_id: table.org_id, at: table.opened_at, id: table.id },
        query,
        when(query.statuses, (v) => inArray(table.status, [...v])),
        when(query.alert_group_id, (v) => eq(table.alert_group_id, v)),
        when(query.source_id, (v) => eq(table.source_id, v)),
        when(query.since, (v) => gte(table.opened_at, v)),
        when(query.number, (v) => eq(table.number, v)),
      );
    },
    *silences(query: Parameters<Reads["silences"]>[0], now: Instant) {
      const table = t.silences;
      return yield* page(
        table,
        { org_id: table.org_id, at: table.inserted_at, id: table.id },
        query,
        query.current === true ? or(isNull(table.until), gt(table.until, now)) : undefined,
      );
    },
    *silence(org_id: string, id: string) {
      return (yield* c.of.silences.first({ id, org_id })) ?? null;
    },
    *incident(org_id: string, id: string) {
      const incident = yield* c.of.incidents.first({ id, org_id });
      if (!incident) return null;
      const timeline = yield* rows(
        db
          .select()
          .from(t.timeline)
          .where(eq(t.timeline.incident_id, id))
          .orderBy(asc(t.timeline.at), asc(t.timeline.id)),
      );
      const notifications = yield* rows(
        db
          .select()
          .from(t.notifications)
          .where(eq(t.notifications.incident_id, id))
          .orderBy(asc(t.notifications.inserted_at), asc(t.notifications.id)),
      );
      const telling = yield* tellingOf(c, incident, notifications);
      return {
        incident,
        guidance: yield* loadGuidance(c, incident),
        timeline,
        notifications,
        receipts: receiptsOf(telling),
      };
    },
    *evidence(org_id: string, incident_id: string, now: Instant) {
      const incident = yield* c.of.incidents.first({ id: incident_id, org_id });
      return incident ? yield* evidenceOf(c, incident, now) : null;
    },
    *roster(org_id: string, group_id: string, at: Instant) {
      const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
      return group ? yield* rosterOf(c, group, at) : null;
    },
    *drills(query: Parameters<Reads["drills"]>[0]) {
      const table = t.drills;
      return yield* peopleOf(
        c,
        yield* page(
          table,
          { org_id: table.org_id, at: table.at, id: table.id },
          query,
          eq(table.alert_group_id, query.alert_group_id),
        ),
      );
    },
    *notifications(query: Parameters<Reads["notifications"]>[0]) {
      const table = t.notifications;
      return yield* page(
        table,
        { org_id: table.org_id, at: table.inserted_at, id: table.id },
        query,
        when(query.state, (v) => eq(table.state, v as never)),
        // As it is shown: empty for what is about no incident.
        when(query.incident_id, (v) =>
          v === "" ? isNull(table.incident_id) : eq(table.incident_id, v),
        ),
        when(query.user_id, (v) => eq(table.user_id, v)),
      );
    },
    *notification(org_id: string, id: string) {
      const notification = yield* c.of.notifications.first({ id, org_id });
      if (!notification) return null;
      const attempts = yield* rows(
        db
          .select()
          .from(t.notification_attempts)
          .where(eq(t.notification_attempts.notification_id, id))
          .orderBy(asc(t.notification_attempts.attempt)),
      );
      return { notification, attempts };
    },
    *keys(query: PageQuery) {
      const table = t.api_keys;
      return yield* page(
        table,
        { org_id: table.org_id, at: table.inserted_at, id: table.id },
        query,
      );
    },
    *inbound_events(query: Parameters<Reads["inbound_events"]>[0]) {
      const table = t.inbound_events;
      const { body, ...columns } = getTableColumns(table);
      const { after } = query;
      return yield* rows(
        db
          .select({
            ...columns,
            // A thousand whole bodies would be a gigabyte.
            body: sql<string>`substr(${body}, 1, ${inboundPreview})`,
          })
          .from(table)
          .where(
            and(
              eq(table.org_id, query.org_id),
              after === null
                ? undefined
                : sql`(${table.received_at}, ${table.id}) > (${after.inserted_at}, ${after.id})`,
              when(query.target_id, (v) => eq(table.target_id, v)),
              when(query.refused, (v) =>
                v ? gte(table.http_status, 400) : lt(table.http_status, 400),
              ),
            ),
          )
          .orderBy(asc(table.received_at), asc(table.id))
          .limit(query.limit),
      );
    },
    *inbound_event(org_id: string, id: string) {
      return (yield* c.of.inbound_events.first({ id, org_id })) ?? null;
    },
    *audit_events(query: PageQuery) {
      const table = t.audit_events;
      return yield* page(table, { org_id: table.org_id, at: table.at, id: table.id }, query);
    },
    *channels_used() {
      const found = yield* rows(
        db
          .selectDistinct({ kind: t.devices.kind })
          .from(t.devices)
          .where(and(eq(t.devices.enabled, true), isNull(t.devices.server))),
      );
      return found.map(({ kind }) => kind);
    },
    *blind_periods(query: Parameters<Reads["blind_periods"]>[0]) {
      const table = t.blind_periods;
      return yield* page(
        table,
        { at: table.to, id: table.id },
        query,
        when(query.since, (v) => gte(table.to, v)),
      );
    },
    ...eventReads(c),
    ...invitationReads(c),
    ...boardReads(c),
    ...monitorReads(c),
    ...publicReads(c),
    *vitals(now: Instant) {
      const subjects = yield* rows(
        db
          .select({
            kind: t.subjects.kind,
            status: t.subjects.status,
            count: count(),
            withheld: count(t.subjects.suppression),
          })
          .from(t.subjects)
          .groupBy(t.subjects.kind, t.subjects.status),
      );
      const flapping = yield* first(
        db.select({ count: count() }).from(t.subjects).where(isNotNull(t.subjects.flapping_since)),
      );
      const failing_urls = yield* rows(
        db
          .select({
            org_id: t.alert_groups.org_id,
            id: t.alert_groups.id,
            title: t.alert_groups.title,
            since: t.subjects.status_since,
            reason: sql<string>`coalesce(${t.subjects.status_reason}, '')`,
          })
          .from(t.subjects)
          .innerJoin(t.alert_groups, eq(t.alert_groups.id, t.subjects.id))
          .where(eq(t.subjects.status, "failing")),
      );
      const unresolved = yield* first(
        db.select({ count: count() }).from(t.incidents).where(isNull(t.incidents.resolved_at)),
      );
      const blind_periods = yield* rows(
        db
          .select()
          .from(t.blind_periods)
          .where(gte(t.blind_periods.to, now - aDay))
          .orderBy(desc(t.blind_periods.to))
          .limit(10),
      );
      const check = yield* first(c.q.nextCheck);
      const push = yield* first(
        db
          .select({ at: min(t.notifications.due_at) })
          .from(t.notifications)
          .where(and(isNotNull(t.notifications.due_at), eq(t.notifications.state, "queued"))),
      );
      const overdue = (at: Instant | null | undefined) =>
        at === null || at === undefined ? 0 : Math.max(0, now - at);
      const pushes = yield* rows(
        db
          .select({ state: t.notifications.state, count: count() })
          .from(t.notifications)
          .groupBy(t.notifications.state),
      );
      const broken_devices = yield* rows(
        db
          .select({
            org_id: t.devices.org_id,
            id: t.devices.id,
            user_email: t.users.email,
            name: t.devices.name,
            reason: sql<string>`coalesce(${t.devices.broken_reason}, '')`,
          })
          .from(t.devices)
          .innerJoin(t.users, eq(t.users.id, t.devices.user_id))
          .where(isNotNull(t.devices.broken_at)),
      );
      const unreachable_groups = yield* rows(
        db
          .select({
            org_id: t.alert_groups.org_id,
            id: t.alert_groups.id,
            title: t.alert_groups.title,
          })
          .from(t.alert_groups)
          .where(
            and(
              sql`(exists (select 1 from ${t.health_check_monitors} where ${t.health_check_monitors.alert_group_id} = ${t.alert_groups.id}) or exists (select 1 from ${t.webhook_monitors} where ${t.webhook_monitors.alert_group_id} = ${t.alert_groups.id}) or exists (select 1 from ${t.subjects} where ${t.subjects.id} = ${t.alert_groups.id} and ${t.subjects.last_received_at} is not null))`,
              sql`not exists (select 1 from ${t.members} inner join ${t.devices} on ${t.devices.user_id} = ${t.members.user_id} where ${t.members.group_id} = ${t.alert_groups.id} and ${eq(t.devices.enabled, true)} and ${t.devices.broken_at} is null)`,
            ),
          ),
      );
      const unanswered_drills = yield* unanswered(c);
      const claims = yield* rows(c.q.claimsByNode);
      const nodes = (yield* rows(db.select().from(t.nodes).orderBy(asc(t.nodes.started_at)))).map(
        (node) => {
          const held = claims.find((one) => one.node === node.id);
          return {
            ...node,
            claims: held?.claims ?? 0,
            oldest_claim_until: held?.until ?? null,
          };
        },
      );
      return {
        nodes,
        monitors: subjects.filter(({ kind }) => kind !== "alert_group"),
        flapping_monitors: flapping?.count ?? 0,
        failing_urls,
        unresolved_incidents: unresolved?.count ?? 0,
        withheld_incidents: subjects.reduce((sum, one) => sum + one.withheld, 0),
        blind_periods,
        oldest_due_check_ms: overdue(check?.at),
        oldest_due_push_ms: overdue(push?.at),
        pushes,
        unreachable_groups,
        unanswered_drills,
        broken_devices,
      };
    },
  };

  return Object.fromEntries(
    Object.entries(reads).map(([name, procedure]) => [
      name,
      (...args: unknown[]) =>
        run((procedure as (...args: unknown[]) => Procedure<unknown>)(...args)),
    ]),
  ) as unknown as Reads;
}
