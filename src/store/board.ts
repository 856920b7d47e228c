/** The reads of the dashboard: each is a few statements, whatever the number of lines it answers. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  ne,
  sql,
  type SQL,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BoardMonitor, BoardReads } from "../app/board.ts";
import type { HistoryEntry, Instant, Status } from "../core/model.ts";
import type { Context } from "./context.ts";
import { first, rows, type Procedure } from "./procedure.ts";
import { by } from "./statements.ts";

type Answers<R extends keyof BoardReads> = Procedure<
  Awaited<ReturnType<BoardReads[R]>>
>;

/** Whole numbers of an expression: PostgreSQL answers them as text. */
const whole = (expression: SQL) =>
  expression.mapWith(Number) as SQL<number | null>;

/** From the worst: what a list begins with. */
const rank = sql`case when m.paused_at is not null then 5 when m.status in ('down', 'firing') then 0 when m.status = 'stale' then 1 when m.status = 'degraded' then 2 when m.status = 'pending' then 3 else 4 end`;

export function boardReads({ db, t, of }: Context) {
  const { subjects, incidents } = t;

  /** `column in (…)`; an empty list is nothing, and no mistake. */
  const among = (column: SQLiteColumn, ids: readonly string[]) =>
    ids.length === 0 ? sql`1 = 0` : inArray(column, [...ids]);

  /** Rows before a position, newest first. */
  const earlier = (
    at: SQLiteColumn,
    id: SQLiteColumn,
    before: { at: Instant; id: string } | null,
  ) =>
    before === null
      ? undefined
      : sql`(${at}, ${id}) < (${before.at}, ${before.id})`;

  function* countOf(table: SQLiteTable, org: SQLiteColumn, org_id: string) {
    const found = yield* rows(
      db.select({ count: count() }).from(table).where(eq(org, org_id)),
    );
    return found[0]?.count ?? 0;
  }

  return {
    *session(hash: string): Answers<"session"> {
      const session = yield* first(of.sessions.find("hash"), by({ hash }));
      if (!session) return null;
      const key = yield* first(
        of.api_keys.find("id"),
        by({ id: session.key_id }),
      );
      const organization = yield* first(
        of.organizations.find("id"),
        by({ id: session.org_id }),
      );
      return key && organization
        ? { session, key: { ...key, organization } }
        : null;
    },

    *status_counts(org_id: string): Answers<"status_counts"> {
      const paused = sql`case when ${subjects.paused_at} is null then 0 else 1 end`;
      const found = yield* rows(
        db
          .select({
            kind: subjects.kind,
            status: subjects.status,
            paused: whole(paused),
            count: count(),
          })
          .from(subjects)
          .where(
            and(eq(subjects.org_id, org_id), ne(subjects.kind, "alert_group")),
          )
          .groupBy(subjects.kind, subjects.status, paused),
      );
      return found.map((row) => ({ ...row, paused: row.paused === 1 }));
    },

    *board_monitors({
      org_id,
      search,
      status,
      alert_group_id,
      limit,
      offset,
    }: Parameters<BoardReads["board_monitors"]>[0]): Answers<"board_monitors"> {
      const part = (kind: BoardMonitor["kind"]) => {
        const table = t[kind];
        return sql`select ${sql.raw(`'${kind}'`)} as kind, ${table.id} as id, ${table.title} as title, ${table.project} as project, ${table.alert_group_id} as alert_group_id, ${subjects.status} as status, ${subjects.status_reason} as status_reason, ${subjects.status_since} as status_since, ${subjects.paused_at} as paused_at, ${subjects.checked_at} as checked_at, ${subjects.last_received_at} as last_received_at, ${subjects.checks_total} as checks_total, ${subjects.checks_passing} as checks_passing from ${table} inner join ${subjects} on ${subjects.id} = ${table.id} where ${table.org_id} = ${org_id}`;
      };
      const groups = t.alert_groups;
      const found = yield* rows(
        db
          .select({
            kind: sql<BoardMonitor["kind"]>`m.kind`,
            id: sql<string>`m.id`,
            title: sql<string>`m.title`,
            project: sql<string | null>`m.project`,
            alert_group_id: sql<string>`m.alert_group_id`,
            group_title: groups.title,
            status: sql<Status>`m.status`,
            status_reason: sql<string | null>`m.status_reason`,
            status_since: whole(sql`m.status_since`),
            paused_at: whole(sql`m.paused_at`),
            checked_at: whole(sql`m.checked_at`),
            last_received_at: whole(sql`m.last_received_at`),
            checks_total: whole(sql`m.checks_total`),
            checks_passing: whole(sql`m.checks_passing`),
          })
          .from(
            sql`(${part("health_check_monitors")} union all ${part("webhook_monitors")}) as m`,
          )
          .leftJoin(groups, sql`${groups.id} = m.alert_group_id`)
          .where(
            and(
              search === null
                ? undefined
                : sql`lower(m.title) like ${`%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`,
              status === null
                ? undefined
                : status === "paused"
                  ? sql`m.paused_at is not null`
                  : sql`m.paused_at is null and m.status = ${status}`,
              alert_group_id === null
                ? undefined
                : sql`m.alert_group_id = ${alert_group_id}`,
            ),
          )
          .orderBy(rank, sql`lower(m.title)`, sql`m.id`)
          .limit(limit)
          .offset(offset),
      );
      return found.map((row) => ({
        ...row,
        status_since: row.status_since ?? 0,
      }));
    },

    *results_of(ids: readonly string[]): Answers<"results_of"> {
      return yield* rows(
        db
          .select()
          .from(t.check_results)
          .where(among(t.check_results.subject_id, ids)),
      );
    },

    *histories(
      org_id: string,
      ids: readonly string[],
      since: Instant,
    ): Answers<"histories"> {
      if (ids.length === 0) return [];
      const { history } = t;
      const columns = getTableColumns(history);
      const mine = and(
        eq(history.org_id, org_id),
        among(history.subject_id, ids),
      );
      const within = yield* rows(
        db
          .select(columns)
          .from(history)
          .where(and(mine, sql`${history.at} >= ${since}`))
          .orderBy(asc(history.at), asc(history.id)),
      );
      // What each was when the time begins: its last entry before.
      const last = db
        .select({
          subject_id: history.subject_id,
          at: sql<number>`max(${history.at})`.as("last_at"),
        })
        .from(history)
        .where(and(mine, sql`${history.at} < ${since}`))
        .groupBy(history.subject_id)
        .as("last");
      const before = yield* rows(
        db
          .select(columns)
          .from(history)
          .innerJoin(
            last,
            and(
              eq(last.subject_id, history.subject_id),
              sql`${history.at} = last_at`,
            ),
          )
          .orderBy(asc(history.at), asc(history.id)),
      );
      return [...before, ...within] as HistoryEntry[];
    },

    *open_incidents(org_id: string, limit: number): Answers<"open_incidents"> {
      const unresolved = and(
        eq(incidents.org_id, org_id),
        isNull(incidents.resolved_at),
      );
      const counts = yield* rows(
        db
          .select({ status: incidents.status, count: count() })
          .from(incidents)
          .where(unresolved)
          .groupBy(incidents.status),
      );
      const of = (status: string) =>
        counts.find((row) => row.status === status)?.count ?? 0;
      const found = yield* rows(
        db
          .select()
          .from(incidents)
          .where(unresolved)
          .orderBy(
            sql`case when ${incidents.status} = 'open' then 0 else 1 end`,
            asc(incidents.priority_level),
            asc(incidents.opened_at),
            asc(incidents.id),
          )
          .limit(limit),
      );
      return {
        incidents: found,
        open: of("open"),
        acknowledged: of("acknowledged"),
      };
    },

    *recent_incidents({
      org_id,
      source_id,
      before,
      limit,
    }: Parameters<
      BoardReads["recent_incidents"]
    >[0]): Answers<"recent_incidents"> {
      return yield* rows(
        db
          .select()
          .from(incidents)
          .where(
            and(
              eq(incidents.org_id, org_id),
              source_id === null
                ? undefined
                : eq(incidents.source_id, source_id),
              earlier(incidents.opened_at, incidents.id, before),
            ),
          )
          .orderBy(desc(incidents.opened_at), desc(incidents.id))
          .limit(limit),
      );
    },

    *told(org_id: string, incident_ids: readonly string[]): Answers<"told"> {
      const table = t.notifications;
      const found = yield* rows(
        db
          .select({
            incident_id: table.incident_id,
            transition: table.transition,
            state: table.state,
            name: t.users.name,
            email: t.users.email,
            device: t.devices.name,
            delivered_at: table.delivered_at,
            last_error: table.last_error,
          })
          .from(table)
          .leftJoin(t.users, eq(t.users.id, table.user_id))
          .leftJoin(t.devices, eq(t.devices.id, table.device_id))
          .where(
            and(
              eq(table.org_id, org_id),
              among(table.incident_id, incident_ids),
            ),
          )
          .orderBy(asc(table.inserted_at), asc(table.id)),
      );
      return found.map(({ name, email, ...row }) => ({
        ...row,
        person: name ?? email ?? "somebody who was removed",
      }));
    },

    *recent_deliveries({
      org_id,
      target_id,
      before,
      limit,
    }: Parameters<
      BoardReads["recent_deliveries"]
    >[0]): Answers<"recent_deliveries"> {
      const table = t.inbound_events;
      const {
        body: _body,
        headers: _headers,
        ...columns
      } = getTableColumns(table);
      return yield* rows(
        db
          .select(columns)
          .from(table)
          .where(
            and(
              eq(table.org_id, org_id),
              target_id === null ? undefined : eq(table.target_id, target_id),
              earlier(table.received_at, table.id, before),
            ),
          )
          .orderBy(desc(table.received_at), desc(table.id))
          .limit(limit),
      );
    },

    *titles(org_id: string, ids: readonly string[]): Answers<"titles"> {
      const titles = new Map<string, string>();
      for (const kind of [
        "alert_groups",
        "health_check_monitors",
        "webhook_monitors",
      ] as const) {
        const table = t[kind];
        const found = yield* rows(
          db
            .select({ id: table.id, title: table.title })
            .from(table)
            .where(and(eq(table.org_id, org_id), among(table.id, ids))),
        );
        for (const { id, title } of found) titles.set(id, title);
      }
      return titles;
    },

    *beginnings(org_id: string): Answers<"beginnings"> {
      const of = (table: SQLiteTable & { org_id: SQLiteColumn }) =>
        countOf(table, table.org_id, org_id);
      return {
        groups: yield* of(t.alert_groups),
        people: yield* of(t.users),
        devices: yield* of(t.devices),
        members: yield* of(t.members),
        monitors:
          (yield* of(t.health_check_monitors)) +
          (yield* of(t.webhook_monitors)),
      };
    },
  };
}
