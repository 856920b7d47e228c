/** Reads of monitors: their number, the lines of lists, and their dependencies. */
import { kindsWith } from "../../resource/resources.ts";
import { and, asc, count, eq, getTableColumns, ne, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Dependencies } from "../../core/incident/dependency.ts";
import type { Instant, MonitorKind, SourceKind } from "../../core/model/model.ts";
import { monitorFields, stateFields, type MonitorLine } from "../../core/model/monitor-line.ts";
import { monitorStatuses, pausedRank, rankOf, type Status } from "../../core/model/status.ts";
import type { StatusCount } from "../../core/status/situation.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { containsText, countOf, type Reader } from "../queries/reader.ts";

/** The number of monitors of a group, by status. */
export interface GroupCount {
  alert_group_id: string;
  status: Status;
  paused: boolean;
  count: number;
}

/** Null: any. */
export interface MonitorFilter {
  /** Part of a title, in any case. */
  search: string | null;
  /** In one of these; `paused` counts as one. */
  statuses: readonly string[] | null;
  alert_group_ids: readonly string[] | null;
  /** Those with one of these ids, or in one of these groups; absent: any. */
  among?: { ids: readonly string[]; alert_group_ids: readonly string[] };
}

/** `worst`: failing first. `recent`: the last change of status first. `title_down`: from Z to A. */
export type MonitorOrder = "worst" | "best" | "title" | "title_down" | "recent" | "oldest";

/** A page of monitors. `per_group`: the limit for each group; null: none. */
export interface MonitorQuery extends MonitorFilter {
  org_id: string;
  order?: MonitorOrder;
  per_group?: number | null;
  limit: number;
  offset: number;
}

/** Which monitors of each group changed their status in a period. */
export interface GroupChanges {
  changed: { id: string; alert_group_id: string; status: Status }[];
  /** Statuses of monitors that kept theirs. */
  steady: { alert_group_id: string; status: Status }[];
}

/** Whole numbers of an expression: PostgreSQL answers them as text. */
const whole = (expression: SQL) => expression.mapWith(Number) as SQL<number | null>;

/** `rankOf`, as SQL over `m`. */
const rank = sql.raw(
  `case when m.paused_at is not null then ${pausedRank} when m.flapping_since is not null then ${rankCase(true)} else ${rankCase(false)} end`,
);

function rankCase(flapping: boolean): string {
  const ranks = monitorStatuses.map(
    (status) => `when '${status}' then ${rankOf({ status, paused: false, flapping })}`,
  );
  return `case m.status ${ranks.join(" ")} end`;
}

const byTitle = sql`lower(m.title), m.id`;
const orders: Record<MonitorOrder, SQL> = {
  worst: sql`${rank}, ${byTitle}`,
  best: sql`${rank} desc, ${byTitle}`,
  title: byTitle,
  title_down: sql`lower(m.title) desc, m.id desc`,
  recent: sql`m.status_since desc, ${byTitle}`,
  oldest: sql`m.status_since, ${byTitle}`,
};

const paused = sql`case when m.paused_at is null then 0 else 1 end`;

const list = (values: readonly string[]): SQL =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

/** The condition of a filter over `m`. */
function matching({ search, statuses, alert_group_ids, among }: MonitorFilter): SQL | undefined {
  const running = statuses?.filter((status) => status !== "paused") ?? [];
  return and(
    search === null ? undefined : containsText(sql`m.title`, search),
    statuses === null
      ? undefined
      : or(
          statuses.includes("paused") ? sql`m.paused_at is not null` : undefined,
          running.length > 0
            ? sql`(m.paused_at is null and m.status in ${list(running)})`
            : sql`1 = 0`,
        ),
    alert_group_ids === null
      ? undefined
      : alert_group_ids.length === 0
        ? sql`1 = 0`
        : sql`m.alert_group_id in ${list(alert_group_ids)}`,
    among &&
      or(
        sql`1 = 0`,
        among.ids.length > 0 ? sql`m.id in ${list(among.ids)}` : undefined,
        among.alert_group_ids.length > 0
          ? sql`m.alert_group_id in ${list(among.alert_group_ids)}`
          : undefined,
      ),
  );
}

/** Columns of a table as fields of `m`. */
const fieldsOfM = <T extends SQLiteTable, N extends keyof T["$inferSelect"] & string>(
  table: T,
  names: readonly N[],
) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      sql`m.${sql.identifier(name)}`.mapWith(getTableColumns(table)[name]!),
    ]),
  ) as { [K in N]: SQL<T["$inferSelect"][K]> };

export function monitorReads(c: Context, read: Reader) {
  const { db, t, q } = c;
  const { subjects } = t;

  /** The fields of a line, of `m`. */
  const line = {
    ...fieldsOfM(t.health_check_monitors, monitorFields),
    ...fieldsOfM(subjects, stateFields),
  };

  /** The monitors of both kinds as `m`. */
  function all(org_id: string): SQL {
    const part = (kind: MonitorKind) => {
      const table = t[kind];
      const columns = [
        ...monitorFields.map((name) => table[name]),
        ...stateFields.map((name) => subjects[name]),
      ];
      const named = columns.map((column) => sql`${column} as ${sql.identifier(column.name)}`);
      return sql`select ${sql.raw(`'${kind}'`)} as kind, ${sql.join(named, sql`, `)} from ${table} inner join ${subjects} on ${subjects.id} = ${table.id} where ${table.org_id} = ${org_id}`;
    };
    return sql`(${part("health_check_monitors")} union all ${part("webhook_monitors")}) as m`;
  }

  return {
    status_counts: read(function* (
      org_id: string,
    ): Procedure<(StatusCount & { kind: SourceKind })[]> {
      const paused = sql`case when ${subjects.paused_at} is null then 0 else 1 end`;
      const tallies = yield* rows(
        db
          .select({
            kind: subjects.kind,
            status: subjects.status,
            paused: whole(paused),
            count: count(),
          })
          .from(subjects)
          .where(and(eq(subjects.org_id, org_id), ne(subjects.kind, "alert_group")))
          .groupBy(subjects.kind, subjects.status, paused),
      );
      return tallies.map((row) => ({ ...row, paused: row.paused === 1 }));
    }),

    /** How many monitors of each group are in each status. */
    group_counts: read(function* (
      query: MonitorFilter & { org_id: string },
    ): Procedure<GroupCount[]> {
      const selected = yield* rows(
        db
          .select({
            alert_group_id: sql<string>`m.alert_group_id`,
            status: sql<Status>`m.status`,
            paused: whole(paused),
            count: count(),
          })
          .from(all(query.org_id))
          .where(matching(query))
          .groupBy(sql`m.alert_group_id`, sql`m.status`, paused),
      );
      return selected.map((row) => ({ ...row, paused: row.paused === 1 }));
    }),

    /** In the order asked for, then by title; worst first without one. */
    board_monitors: read(function* (query: MonitorQuery): Procedure<MonitorLine[]> {
      const { org_id, order = "worst", per_group = null, limit, offset } = query;
      const groups = t.alert_groups;
      const sorted = orders[order];
      const source =
        per_group === null
          ? all(org_id)
          : sql`(select m.*, row_number() over (partition by m.alert_group_id order by ${sorted}) as place from ${all(org_id)} where ${matching(query) ?? sql`1 = 1`}) as m`;
      return yield* rows(
        db
          .select({
            ...line,
            kind: sql<MonitorKind>`m.kind`,
            group_title: groups.title,
          })
          .from(source)
          .leftJoin(groups, sql`${groups.id} = m.alert_group_id`)
          .where(per_group === null ? matching(query) : sql`m.place <= ${per_group}`)
          .orderBy(sorted)
          .limit(limit)
          .offset(offset),
      );
    }),

    /** How many monitors match. */
    monitor_count: read((query: MonitorFilter & { org_id: string }): Procedure<number> =>
      countOf(c, all(query.org_id), matching(query)),
    ),

    /** Monitors whose status changed since `since`, the newest first, and the statuses of all others by group. */
    group_changes: read(function* (
      org_id: string,
      since: Instant,
      limit: number,
    ): Procedure<GroupChanges> {
      const alert_group_id = sql<string>`m.alert_group_id`;
      const status = sql<Status>`m.status`;
      const running = sql`m.paused_at is null`;
      const changed = yield* rows(
        db
          .select({ id: sql<string>`m.id`, alert_group_id, status })
          .from(all(org_id))
          .where(and(running, sql`m.status_since >= ${since}`))
          .orderBy(sql`m.status_since desc`)
          .limit(limit),
      );
      const steady = yield* rows(
        db
          .select({ alert_group_id, status })
          .from(all(org_id))
          .where(and(running, sql`m.status_since < ${since}`))
          .groupBy(alert_group_id, status),
      );
      return { changed, steady };
    }),

    /** The dependencies and the dependents of a monitor. */
    dependencies: read(function* (id: string): Procedure<Dependencies> {
      const parents = yield* rows(q.parentsOf, { monitor_id: id });
      const children: Dependencies["children"] = [];
      for (const kind of kindsWith("isMonitor")) {
        const table = t[kind];
        const monitors = yield* rows(
          db
            .select({ id: table.id, title: table.title })
            .from(t.dependencies)
            .innerJoin(table, eq(table.id, t.dependencies.monitor_id))
            .where(eq(t.dependencies.parent_id, id))
            .orderBy(asc(table.title), asc(table.id)),
        );
        for (const one of monitors) children.push({ kind, ...one });
      }
      return { parents, children };
    }),
  };
}
