/**
 * Deletes old rows, a few at a time. `core/history/retention` decides their age, SQL finds them: a scan that ends
 * at `chunk` rows. On PostgreSQL a partition of old rows is dropped, one of each table in a run.
 */
import { and, getTableName, inArray, isNull, isNotNull, lt, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { moveRetention, retentionWaits, startRetention } from "../../core/clock/retention-clock.ts";
import type { Instant } from "../../core/model/model.ts";
import { deleteRecords } from "../declare/kept.ts";
import { expiring } from "../../store/queries/expiring.ts";
import { keptSince, type Retention } from "../../core/history/retention.ts";
import type { Context } from "../../store/queries/context.ts";
import { partitionedTables } from "../../store/kit/partitions.ts";
import { expirePartition } from "../../store/records/partitions.ts";
import { cut, first, needCounts, type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Rows deleted of each table in one run. */
const chunk = 200;
/** Rows deleted between two cuts: a report that comes in the meantime waits for at most these. */
const part = 20;

/** The numbers of deleted rows of a run. */
export interface Expired {
  /** Some rows remain that are old enough. */
  more: boolean;
  /** The tables of those rows. */
  left: string[];
  /** The number of deleted rows, by table; without zeros. */
  deleted: Record<string, number>;
  /** The names of dropped partitions (`store/kit/partitions`). */
  dropped: string[];
  /** Until when retention waits, because the clock or the records jumped; null: it does not. */
  waits_until: Instant | null;
}

/** Deletes rows that are older than the retention, a few hundred at most. `tables`: of these alone; absent: of all. */
export function* expire_rows(
  c: Context,
  { now, retention, tables }: { now: Instant; retention: Retention; tables?: readonly string[] },
): Procedure<Expired> {
  const { t } = c;
  // Counts that come later are too young for the rest of the run.
  if (tables === undefined) yield* needCounts("counts so far");
  yield* c.of.retention_clock.insertNew({ id: 1, ...startRetention(now) });
  const before = yield* c.of.retention_clock.hold({ id: 1 });
  const clock = moveRetention(before ?? startRetention(now), now);
  yield* c.of.retention_clock.update(
    { id: 1 },
    { horizon: clock.horizon, looked_at: clock.looked_at, hold_until: clock.hold_until },
  );
  const waits_until = retentionWaits(clock, now);
  if (waits_until !== null) return { more: false, left: [], deleted: {}, dropped: [], waits_until };
  const rolled = (yield* c.of.rollup.first({ id: 1 }))?.until ?? 0;
  const since = keptSince(retention, clock.horizon, rolled);
  const left = new Set<string>();
  const deleted: Record<string, number> = {};
  const isAsked = (table: string) => tables === undefined || tables.includes(table);
  const count = (table: string, n: number) => {
    if (n > 0) deleted[table] = (deleted[table] ?? 0) + n;
    if (n >= chunk) left.add(table);
  };
  for (const [table, statement, before] of expiring(c, since)) {
    if (!isAsked(table)) continue;
    let n = 0;
    let last = part;
    while (last === part && n < chunk) {
      last = (yield* rows(statement, { before, limit: part })).length;
      n += last;
      yield* cut();
    }
    count(table, n);
  }
  if (c.kit.dialect === "sqlite")
    for (const [table, expire] of [
      ["reports", expireReports],
      ["arrivals", expireArrivals],
    ] as const) {
      const n = isAsked(table) ? yield* expire(c, since[table]) : 0;
      if (n > 0) deleted[table] = n;
    }
  /** With the rows that belong to each row. */
  const old = function* (
    table: SQLiteTable,
    key: SQLiteColumn,
    at: SQLiteColumn,
    before: number,
    belongings: (id: string) => Procedure<void>,
  ): Procedure<void> {
    if (!isAsked(getTableName(table))) return;
    const expired = yield* rows(
      c.db
        .select({ key })
        .from(table)
        .where(and(isNotNull(at), lt(at, before)))
        .limit(chunk),
    );
    const keys = expired.map((row) => row.key);
    count(getTableName(table), keys.length);
    for (let from = 0; from < keys.length; from += part) {
      const some = keys.slice(from, from + part);
      for (const id of some) yield* belongings(id as string);
      yield* write(c.db.delete(table).where(inArray(key, some)));
      yield* cut();
    }
  };
  yield* old(
    t.deleted_resources,
    t.deleted_resources.id,
    t.deleted_resources.deleted_at,
    since.deleted_resources,
    (id) => deleteRecords(c, id),
  );
  const ofIncident = function* (incident_id: string): Procedure<void> {
    yield* write(
      c.db
        .delete(t.notification_attempts)
        .where(
          sql`${t.notification_attempts.notification_id} in (select id from ${t.notifications} where incident_id = ${incident_id})`,
        ),
    );
    yield* c.of.notifications.remove({ incident_id });
    yield* c.of.timeline.remove({ incident_id });
    yield* c.of.answers.remove({ incident_id });
  };
  yield* old(t.incidents, t.incidents.id, t.incidents.resolved_at, since.incidents, ofIncident);
  yield* old(t.drills, t.drills.id, t.drills.at, since.drills, (drill_id) =>
    c.of.drill_people.remove({ drill_id }),
  );
  const tests = isAsked("notifications")
    ? yield* rows(
        c.db
          .select({ id: t.notifications.id })
          .from(t.notifications)
          .where(
            and(
              isNull(t.notifications.incident_id),
              lt(t.notifications.inserted_at, since.notifications),
            ),
          )
          .limit(chunk),
      )
    : [];
  count("notifications", tests.length);
  for (const { id } of tests) {
    yield* c.of.notifications.remove({ id });
    yield* c.of.notification_attempts.remove({ notification_id: id });
    yield* cut();
  }
  const dropped: string[] = [];
  // At the end, because this takes a lock that reports wait for.
  if (c.kit.dialect === "postgres")
    for (const table of partitionedTables) {
      if (!isAsked(table)) continue;
      const of = { before: since[table], now, limit: chunk };
      const expired = yield* expirePartition(c, table, of);
      count(table, expired.deleted);
      dropped.push(...expired.dropped);
      if (expired.more) left.add(table);
      yield* cut();
    }
  return { more: left.size > 0, left: [...left], deleted, dropped, waits_until: null };
}

/** Deletes all old reports, monitor by monitor: their index has this order, so a few of its pages change for many rows. */
function* expireReports(c: Context, before: Instant): Procedure<number> {
  let n = 0;
  for (let after = ""; ;) {
    const next = yield* first(c.q.nextReported, { after });
    if (!next) return n;
    after = next.subject_id;
    for (let last = next.at < before ? part : 0; last === part;) {
      yield* cut();
      const some = { subject_id: after, before, limit: part };
      last = (yield* rows(c.q.deleteOldReports, some)).length;
      n += last;
    }
    yield* cut();
  }
}

/** Subjects that are checked between two cuts. */
const pageSize = 200;

/** Deletes all old arrivals, subject by subject: their key begins with it, and no index has them by age. */
function* expireArrivals(c: Context, before: Instant): Procedure<number> {
  let n = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: { id: string; until: Instant; old: boolean }[] = yield* rows(c.q.oldArrivals, {
      after,
      before,
      limit: pageSize,
    });
    for (const { id: subject_id, until, old } of page) {
      for (let last = old ? part : 0; last === part;) {
        yield* cut();
        const some = { subject_id, until, limit: part };
        last = (yield* rows(c.q.deleteOldArrivals, some)).length;
        n += last;
      }
    }
    after = page.length < pageSize ? undefined : page.at(-1)!.id;
    yield* cut();
  }
  return n;
}
