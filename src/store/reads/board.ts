/** Reads for the dashboard: each takes a few statements, for any number of lines. */
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lte, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BoardReads } from "./port.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { lastDrill } from "../records/drills.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

export type Answers<R extends keyof BoardReads> = Procedure<Awaited<ReturnType<BoardReads[R]>>>;

/** `column in (…)`; matches no row for an empty list. */
export const among = (column: SQLiteColumn, ids: readonly string[]) =>
  ids.length === 0 ? sql`1 = 0` : inArray(column, [...ids]);

export function boardReads(c: Context) {
  const { db, t, of } = c;
  const { incidents } = t;

  /** Rows before a position, newest first. */
  const earlier = (
    at: SQLiteColumn,
    id: SQLiteColumn,
    before: { at: Instant; id: string } | null,
  ) => (before === null ? undefined : sql`(${at}, ${id}) < (${before.at}, ${before.id})`);

  function* countOf(table: SQLiteTable, org: SQLiteColumn, org_id: string) {
    const found = yield* rows(db.select({ count: count() }).from(table).where(eq(org, org_id)));
    return found[0]?.count ?? 0;
  }

  function* placesOf(org_id: string, ids: readonly string[]): Answers<"places"> {
    const places: Awaited<ReturnType<BoardReads["places"]>> = new Map();
    for (const kind of ["alert_groups", "health_check_monitors", "webhook_monitors"] as const) {
      const table = t[kind];
      const found = yield* rows(
        db
          .select({ id: table.id, title: table.title })
          .from(table)
          .where(and(eq(table.org_id, org_id), among(table.id, ids))),
      );
      for (const { id, title } of found) places.set(id, { kind, title });
    }
    return places;
  }

  return {
    *session(hash: string): Answers<"session"> {
      const session = yield* of.sessions.first({ hash });
      if (!session) return null;
      const key = yield* of.api_keys.first({ id: session.key_id });
      const organization = yield* of.organizations.first({ id: session.org_id });
      return key && organization ? { session, key: { ...key, organization } } : null;
    },

    *open_incidents(org_id: string, limit: number): Answers<"open_incidents"> {
      const unresolved = and(eq(incidents.org_id, org_id), isNull(incidents.resolved_at));
      const counts = yield* rows(
        db
          .select({ status: incidents.status, count: count() })
          .from(incidents)
          .where(unresolved)
          .groupBy(incidents.status),
      );
      const of = (status: string) => counts.find((row) => row.status === status)?.count ?? 0;
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
    }: Parameters<BoardReads["recent_incidents"]>[0]): Answers<"recent_incidents"> {
      return yield* rows(
        db
          .select()
          .from(incidents)
          .where(
            and(
              eq(incidents.org_id, org_id),
              source_id === null ? undefined : eq(incidents.source_id, source_id),
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
            incident_id: sql<string>`${table.incident_id}`,
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
          .where(and(eq(table.org_id, org_id), among(table.incident_id, incident_ids)))
          .orderBy(asc(table.inserted_at), asc(table.id)),
      );
      return found.map(({ name, email, ...row }) => ({
        ...row,
        person: name ?? email ?? "somebody who was removed",
      }));
    },

    *last_drill(org_id: string, group_id: string): Answers<"last_drill"> {
      return yield* lastDrill(c, org_id, group_id);
    },

    *recent_deliveries({
      org_id,
      target_id,
      before,
      limit,
    }: Parameters<BoardReads["recent_deliveries"]>[0]): Answers<"recent_deliveries"> {
      const table = t.inbound_events;
      const { body: _body, headers: _headers, ...columns } = getTableColumns(table);
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
      const places = yield* placesOf(org_id, ids);
      return new Map([...places].map(([id, { title }]) => [id, title]));
    },

    places: placesOf,

    *ended_silences({
      org_id,
      now,
      limit,
    }: Parameters<BoardReads["ended_silences"]>[0]): Answers<"ended_silences"> {
      const table = t.silences;
      return yield* rows(
        db
          .select()
          .from(table)
          .where(and(eq(table.org_id, org_id), lte(table.until, now)))
          .orderBy(desc(table.until), desc(table.id))
          .limit(limit),
      );
    },

    *setupSteps(org_id: string): Answers<"setupSteps"> {
      const of = (table: SQLiteTable & { org_id: SQLiteColumn }) =>
        countOf(table, table.org_id, org_id);
      return {
        groups: yield* of(t.alert_groups),
        people: yield* of(t.users),
        devices: yield* of(t.devices),
        members: yield* of(t.members),
        monitors: (yield* of(t.health_check_monitors)) + (yield* of(t.webhook_monitors)),
      };
    },
  };
}
