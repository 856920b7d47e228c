/** Statements that delete old rows to which no others belong, a few at a time, each with its table. */
import { and, eq, getTableName, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { keptSince } from "../../core/model/retention.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { deleteSome } from "./delete-some.ts";

type Since = ReturnType<typeof keptSince>;
type Params = Placeholders<{ before: Instant; limit: number }>;

/** Each table with its statement, and with the time before which its rows are old. */
export function expiring(c: Context, since: Since) {
  let statements = built.get(c);
  if (!statements) built.set(c, (statements = statementsOf(c)));
  return statements.map(([table, statement, of]) => [table, statement, of(since)] as const);
}

/** Built once: that takes longer than to run them. */
const built = new WeakMap<Context, ReturnType<typeof statementsOf>>();

function statementsOf({ db, t, kit }: Context) {
  const { measures, error_minutes, sub_check_changes: changes, pauses } = t;
  const one = (
    table: SQLiteTable,
    key: readonly [SQLiteColumn, ...SQLiteColumn[]],
    where: (p: Params) => SQL | undefined,
    of: (since: Since) => Instant,
  ) =>
    [
      getTableName(table),
      taking((p: Params) => deleteSome(db, table, key, where(p), p("limit"))),
      of,
    ] as const;
  /** By one time alone. */
  const old = (
    table: SQLiteTable,
    key: readonly [SQLiteColumn, ...SQLiteColumn[]],
    at: SQLiteColumn,
    of: (since: Since) => Instant,
  ) => one(table, key, (p) => lt(at, p("before")), of);
  const ofLevel = (level: "check" | "hour" | "day") =>
    one(
      measures,
      [measures.subject_id, measures.level, measures.at],
      (p) => and(eq(measures.level, level), lt(measures.at, p("before"))),
      (since) => since.measures[level],
    );
  // The last change of a sub-check says since when it is as it is: it stays until a later one is old as well.
  const superseded = (p: Params) =>
    sql`exists (select 1 from ${changes} as later where later.subject_id = ${changes.subject_id} and later.name = ${changes.name} and later.at > ${changes.at} and later.at < ${p("before")})`;
  const orphaned = sql`not exists (select 1 from ${t.subjects} where ${t.subjects.id} = ${changes.subject_id})`;
  return [
    ...(kit.dialect === "sqlite"
      ? [old(t.reports, [t.reports.id], t.reports.at, (since) => since.reports)]
      : []),
    old(t.runs, [t.runs.id], t.runs.at, (since) => since.runs),
    old(t.history, [t.history.id], t.history.at, (since) => since.history),
    old(
      t.inbound_events,
      [t.inbound_events.id],
      t.inbound_events.received_at,
      (since) => since.inbound_events,
    ),
    old(t.audit_events, [t.audit_events.id], t.audit_events.at, (since) => since.audit_events),
    old(t.blind_periods, [t.blind_periods.id], t.blind_periods.to, (since) => since.blind_periods),
    old(t.events, [t.events.seq], t.events.at, (since) => since.events),
    old(
      t.setup_codes,
      [t.setup_codes.hash],
      t.setup_codes.expires_at,
      (since) => since.setup_codes,
    ),
    old(
      t.device_invitations,
      [t.device_invitations.id],
      t.device_invitations.expires_at,
      (since) => since.device_invitations,
    ),
    old(
      t.sign_in_links,
      [t.sign_in_links.id],
      t.sign_in_links.expires_at,
      (since) => since.sign_in_links,
    ),
    old(
      t.idempotency_keys,
      [t.idempotency_keys.key],
      t.idempotency_keys.at,
      (since) => since.idempotency_keys,
    ),
    old(
      t.unfinished_deliveries,
      [t.unfinished_deliveries.key],
      t.unfinished_deliveries.at,
      (since) => since.unfinished_deliveries,
    ),
    old(t.silences, [t.silences.id], t.silences.until, (since) => since.silences),
    old(t.sessions, [t.sessions.hash], t.sessions.expires_at, (since) => since.sessions),
    old(t.marks, [t.marks.id], t.marks.at, (since) => since.marks),
    ofLevel("check"),
    ofLevel("hour"),
    ofLevel("day"),
    old(
      error_minutes,
      [error_minutes.subject_id, error_minutes.at],
      error_minutes.at,
      (since) => since.error_minutes,
    ),
    one(
      changes,
      [changes.subject_id, changes.name, changes.at],
      (p) => and(lt(changes.at, p("before")), sql`(${superseded(p)} or ${orphaned})`),
      (since) => since.sub_check_changes,
    ),
    old(pauses, [pauses.subject_id, pauses.from], pauses.to, (since) => since.pauses),
  ];
}
