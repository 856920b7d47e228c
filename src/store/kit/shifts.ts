/**
 * Lists the instants that move when a step of the clock is adopted: those whose column says so (`core/model/column`), in the
 * rows of unfinished work, so that durations neither grow nor end.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnFacts, type Columns } from "../../core/model/column.ts";
import { day } from "../../core/text/units.ts";
import { rows } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** Columns of one table that move together, in the rows of `where`; undefined: in all. */
interface Shift {
  table: SQLiteTable;
  columns: string[];
  where: SQL | undefined;
}

/** A table, or one column of it. */
type Moving = {
  [N in keyof Tables]: N | `${N}.${keyof Tables[N]["$inferSelect"] & string}`;
}[keyof Tables];

/** Records of the last day count in windows that are still open: deliveries, gaps, storms. */
const aDayBefore = (now: SQL) => sql`${now} - ${sql.raw(String(day))}`;

/** Gaps that deadlines still wait for. */
export const recentGaps = ({ blind_periods }: Tables, now: SQL): SQL =>
  gt(blind_periods.to, aDayBefore(now));

/** The rows of unfinished work, where not all of a table are; `now` is service time before the adoption. */
export function unfinished(t: Tables, now: SQL): Partial<Record<Moving, SQL | undefined>> {
  const { incidents, notifications, silences, runs } = t;
  const lately = aDayBefore(now);
  return {
    blind_periods: recentGaps(t, now),
    device_invitations: gt(t.device_invitations.expires_at, now),
    sign_in_links: gt(t.sign_in_links.expires_at, now),
    device_authorizations: gt(t.device_authorizations.expires_at, now),
    setup_codes: gt(t.setup_codes.expires_at, now),
    idempotency_keys: gt(t.idempotency_keys.at, lately),
    sessions: gt(t.sessions.expires_at, now),
    provider_sign_ins: gt(t.provider_sign_ins.expires_at, now),
    provider_sessions: gt(t.provider_sessions.expires_at, now),
    provider_logouts: gt(t.provider_logouts.expires_at, now),
    // An expectation of a cron expression is a moment of the wall clock.
    "subjects.expected_at": sql`${t.subjects.expect_schedule} not like '[null,%'`,
    incidents: isNull(incidents.resolved_at),
    escalated_groups: sql`exists (select 1 from ${incidents} where ${incidents.id} = ${t.escalated_groups.incident_id} and ${incidents.resolved_at} is null)`,
    notifications: or(
      inArray(notifications.state, ["queued", "held", "leased", "waiting"]),
      gt(notifications.inserted_at, lately),
    ),
    // Those in effect; a scheduled one begins at a moment of the wall clock.
    silences: and(
      isNull(silences.cron),
      lte(silences.from, now),
      or(isNull(silences.until), gt(silences.until, now)),
    ),
    drills: isNull(t.drills.ended_at),
    runs: and(isNotNull(runs.started_at), isNull(runs.outcome)),
    // Compared with the last success, which moves too.
    "runs.ended_at": eq(runs.outcome, "fail"),
  };
}

/** The instants that move; `now` is service time before the adoption. `of`: rows that a test adds columns to. */
export function shiftsOf(
  t: Tables,
  now: SQL,
  of: Readonly<Record<string, Columns>> = rows,
): Shift[] {
  const conditions: Readonly<Record<string, SQL | undefined>> = unfinished(t, now);
  return Object.entries(t).flatMap(([name, table]: [string, SQLiteTable]) => {
    const columns = Object.entries(of[name] ?? {}).flatMap(([column, described]) =>
      columnFacts(described).atStep === "moves" ? [column] : [],
    );
    const parts = Map.groupBy(
      columns,
      (column) => conditions[`${name}.${column}`] ?? conditions[name],
    );
    return [...parts].map(([where, moved]) => ({
      table,
      columns: moved,
      where: where ?? someGiven(table, moved),
    }));
  });
}

/** Where one of the columns has an instant; undefined: it always has. */
function someGiven(table: SQLiteTable, columns: readonly string[]): SQL | undefined {
  const all = columns.map((column) => (table as unknown as Record<string, SQLiteColumn>)[column]!);
  return all.every(({ notNull }) => !notNull) ? or(...all.map(isNotNull)) : undefined;
}

/** Rows whose instants are parts of a JSON column. */
export const withListedInstants = ({ subjects }: Tables): SQL | undefined =>
  or(sql`${subjects.crossings} <> '[]'`, isNotNull(subjects.suppression));
