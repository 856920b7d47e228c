/** Statements that delete old rows to which no others belong, a few at a time, each with its table. */
import { and, eq, getTableColumns, getTableName, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { keptSince } from "../../core/history/retention.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "./context.ts";
import type { Tables } from "../kit/tables.ts";
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
  const { measures, sub_check_changes: changes, history } = t;
  const one = (
    table: SQLiteTable,
    where: (p: Params) => SQL | undefined,
    of: (since: Since) => Instant,
  ) => {
    const key = kit.keyOf(table) as [SQLiteColumn, ...SQLiteColumn[]];
    const statement = taking((p: Params) => deleteSome(db, table, key, where(p), p("limit")));
    return [getTableName(table), statement, of] as const;
  };
  /** By one time alone. */
  const old = <N extends keyof Tables & Exclude<keyof Since, "measures">>(
    name: N,
    at: keyof Tables[N]["$inferSelect"] & string,
  ) => {
    const table: SQLiteTable = t[name];
    const column = getTableColumns(table)[at]!;
    return one(
      table,
      (p) => lt(column, p("before")),
      (since) => since[name],
    );
  };
  const ofLevel = (level: "check" | "hour" | "day") =>
    one(
      measures,
      (p) => and(eq(measures.level, level), lt(measures.at, p("before"))),
      (since) => since.measures[level],
    );
  // The last change of a sub-check says since when it is as it is: it stays until a later one is old as well.
  const superseded = (p: Params) =>
    sql`exists (select 1 from ${changes} as later where later.subject_id = ${changes.subject_id} and later.name = ${changes.name} and later.at > ${changes.at} and later.at < ${p("before")})`;
  const orphaned = ({ subject_id }: { subject_id: SQLiteColumn }) =>
    sql`not exists (select 1 from ${t.subjects} where ${t.subjects.id} = ${subject_id})`;
  // So does the last status of a monitor, which can be years old.
  const passed = (p: Params) =>
    sql`exists (select 1 from ${history} as later where later.subject_id = ${history.subject_id} and later.at > ${history.at} and later.at < ${p("before")})`;
  // A version answers until the next one begins.
  const versions = t.schedule_versions;
  const answered = (p: Params) =>
    sql`exists (select 1 from ${versions} as later where later.schedule_id = ${versions.schedule_id} and later.since > ${versions.since} and later.since < ${p("before")})`;
  return [
    old("overrides", "until"),
    one(versions, answered, (since) => since.schedule_versions),
    old("runs", "at"),
    one(
      history,
      (p) => and(lt(history.at, p("before")), sql`(${passed(p)} or ${orphaned(history)})`),
      (since) => since.history,
    ),
    old("inbound_events", "received_at"),
    old("audit_events", "at"),
    old("blind_periods", "to"),
    old("events", "at"),
    old("setup_codes", "expires_at"),
    old("device_invitations", "expires_at"),
    old("sign_in_links", "expires_at"),
    old("device_authorizations", "expires_at"),
    old("idempotency_keys", "at"),
    old("unfinished_deliveries", "at"),
    old("silences", "until"),
    old("sessions", "expires_at"),
    old("provider_sign_ins", "expires_at"),
    old("provider_sessions", "expires_at"),
    old("provider_logouts", "expires_at"),
    old("marks", "at"),
    ofLevel("check"),
    ofLevel("hour"),
    ofLevel("day"),
    old("error_minutes", "at"),
    one(
      changes,
      (p) => and(lt(changes.at, p("before")), sql`(${superseded(p)} or ${orphaned(changes)})`),
      (since) => since.sub_check_changes,
    ),
    old("pauses", "to"),
    one(
      t.subscribers,
      (p) => and(isNull(t.subscribers.confirmed_at), lt(t.subscribers.asked_at, p("before"))),
      (since) => since.subscribers,
    ),
    old("page_notices", "at"),
  ];
}
