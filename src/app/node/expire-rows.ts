/**
 * Deletes old rows, a few at a time. `core/model/retention` decides their age, SQL finds them: a scan that ends
 * at `chunk` rows. On PostgreSQL a partition of old rows is dropped, one of each table in a run.
 */
import { and, getTableName, inArray, isNull, isNotNull, lt, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { moveRetention, retentionWaits, startRetention } from "../../core/clock/retention-clock.ts";
import type { Instant } from "../../core/model/model.ts";
import { forget } from "../declare/kept.ts";
import { expiredArrivals, expiredHistory } from "../../store/queries/expired-history.ts";
import { keptSince, type Retention } from "../../core/model/retention.ts";
import type { Context } from "../../store/kit/context.ts";
import { partitionedTables } from "../../store/kit/partitions.ts";
import { expirePartition } from "../../store/records/partitions.ts";
import { cut, type Procedure, rows, write } from "../../store/kit/procedure.ts";

/**
 * Rows deleted of each table in one run. Few, so that other requests in the same commit are not
 * delayed (measured: 200 rows after each commit cost nothing in the 99th percentile).
 */
const chunk = 200;
/** Of them, those deleted between two cuts. */
const part = 20;

/** The numbers of deleted rows of a run. */
export interface Expired {
  /** Some rows remain that are old enough. */
  more: boolean;
  /** The number of deleted rows, by table; without zeros. */
  deleted: Record<string, number>;
  /** The names of dropped partitions (`store/kit/partitions`). */
  dropped: string[];
  /** Until when retention waits, because the clock or the records jumped; null: it does not. */
  waits_until: Instant | null;
}

/** Deletes rows that are older than the retention, a few hundred at most. */
export function* expire_rows(
  c: Context,
  { now, retention }: { now: Instant; retention: Retention },
): Procedure<Expired> {
  const { t } = c;
  yield* c.of.retention_clock.insertNew({ id: 1, ...startRetention(now) });
  const before = yield* c.of.retention_clock.hold({ id: 1 });
  const clock = moveRetention(before ?? startRetention(now), now);
  yield* c.of.retention_clock.update(
    { id: 1 },
    { horizon: clock.horizon, looked_at: clock.looked_at, hold_until: clock.hold_until },
  );
  const waits_until = retentionWaits(clock, now);
  if (waits_until !== null) return { more: false, deleted: {}, dropped: [], waits_until };
  const rolled = (yield* c.of.rollup.first({ id: 1 }))?.until ?? 0;
  const since = keptSince(retention, clock.horizon, rolled);
  let more = false;
  const deleted: Record<string, number> = {};
  const count = (table: string, n: number) => {
    if (n > 0) deleted[table] = (deleted[table] ?? 0) + n;
    if (n === chunk) more = true;
  };
  const old = function* (
    table: SQLiteTable,
    key: SQLiteColumn,
    at: SQLiteColumn,
    before: number,
    /** Deletes the rows that belong to one. */
    belongings?: (id: string) => Procedure<void>,
  ): Procedure<void> {
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
      if (belongings) for (const id of some) yield* belongings(id as string);
      yield* write(c.db.delete(table).where(inArray(key, some)));
      yield* cut();
    }
  };
  if (c.kit.dialect === "sqlite") yield* old(t.reports, t.reports.id, t.reports.at, since.reports);
  yield* old(t.runs, t.runs.id, t.runs.at, since.runs);
  yield* old(t.history, t.history.id, t.history.at, since.history);
  yield* old(
    t.inbound_events,
    t.inbound_events.id,
    t.inbound_events.received_at,
    since.inbound_events,
  );
  yield* old(t.audit_events, t.audit_events.id, t.audit_events.at, since.audit_events);
  yield* old(t.blind_periods, t.blind_periods.id, t.blind_periods.to, since.blind_periods);
  yield* old(t.events, t.events.seq, t.events.at, since.events);
  yield* old(t.setup_codes, t.setup_codes.hash, t.setup_codes.expires_at, since.setup_codes);
  yield* old(
    t.device_invitations,
    t.device_invitations.id,
    t.device_invitations.expires_at,
    since.device_invitations,
  );
  yield* old(t.sign_in_links, t.sign_in_links.id, t.sign_in_links.expires_at, since.sign_in_links);
  yield* old(
    t.idempotency_keys,
    t.idempotency_keys.key,
    t.idempotency_keys.at,
    since.idempotency_keys,
  );
  yield* old(
    t.unfinished_deliveries,
    t.unfinished_deliveries.key,
    t.unfinished_deliveries.at,
    since.unfinished_deliveries,
  );
  yield* old(
    t.deleted_resources,
    t.deleted_resources.id,
    t.deleted_resources.deleted_at,
    since.deleted_resources,
    (id) => forget(c, id),
  );
  yield* old(t.silences, t.silences.id, t.silences.until, since.silences);
  yield* old(t.sessions, t.sessions.hash, t.sessions.expires_at, since.sessions);
  yield* old(t.marks, t.marks.id, t.marks.at, since.marks);
  for (const [table, statement] of expiredHistory(c, since, chunk)) {
    count(table, (yield* rows(statement)).length);
    yield* cut();
  }
  if (c.kit.dialect === "sqlite") {
    count("arrivals", (yield* rows(expiredArrivals(c, since.arrivals, chunk))).length);
    yield* cut();
  }
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
  const tests = yield* rows(
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
  );
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
      const of = { before: since[table], now, limit: chunk };
      const expired = yield* expirePartition(c, table, of);
      count(table, expired.deleted);
      dropped.push(...expired.dropped);
      more ||= expired.more;
      yield* cut();
    }
  return { more, deleted, dropped, waits_until: null };
}
