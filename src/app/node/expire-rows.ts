import { and, inArray, isNull, isNotNull, lt, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** How long rows are kept, ms. */
export interface Retention {
  reports: number;
  incidents: number;
  inbound_events: number;
  audit_events: number;
  history: number;
}

/**
 * Rows deleted of each table in one transaction. Few, so that other requests in the same commit are not
 * delayed (measured: 200 rows after each commit cost nothing in the 99th percentile).
 */
const chunk = 200;

/** For this long an expired link is answered with "expired", ms. */
const invitationsKept = 7 * 24 * 3600_000;

/** For this long a client can resume the event stream; later it loads everything again, ms. */
const eventsKept = 24 * 3600_000;

/** Deletes rows that are older than the retention, a few hundred at most. `more`: some remain. */
export function* expire_rows(
  c: Context,
  { now, retention }: { now: Instant; retention: Retention },
): Procedure<{ more: boolean }> {
  const { t } = c;
  let more = false;
  const old = function* (
    table: SQLiteTable,
    key: SQLiteColumn,
    at: SQLiteColumn,
    before: number,
  ): Procedure<unknown[]> {
    const expired = yield* rows(
      c.db
        .select({ key })
        .from(table)
        .where(and(isNotNull(at), lt(at, before)))
        .limit(chunk),
    );
    const keys = expired.map((row) => row.key);
    if (keys.length === chunk) more = true;
    if (keys.length > 0) yield* write(c.db.delete(table).where(inArray(key, keys)));
    return keys;
  };
  yield* old(t.reports, t.reports.id, t.reports.at, now - retention.reports);
  yield* old(t.runs, t.runs.id, t.runs.at, now - retention.reports);
  yield* old(t.history, t.history.id, t.history.at, now - retention.history);
  yield* old(
    t.inbound_events,
    t.inbound_events.id,
    t.inbound_events.received_at,
    now - retention.inbound_events,
  );
  yield* old(t.audit_events, t.audit_events.id, t.audit_events.at, now - retention.audit_events);
  yield* old(t.blind_periods, t.blind_periods.id, t.blind_periods.to, now - retention.history);
  yield* old(t.events, t.events.seq, t.events.at, now - eventsKept);
  yield* old(
    t.setup_codes,
    t.setup_codes.hash,
    t.setup_codes.expires_at,
    now - retention.audit_events,
  );
  yield* old(
    t.device_invitations,
    t.device_invitations.id,
    t.device_invitations.expires_at,
    now - invitationsKept,
  );
  yield* old(t.silences, t.silences.id, t.silences.until, now - retention.incidents);
  yield* old(t.sessions, t.sessions.hash, t.sessions.expires_at, now);
  // No window is longer than a week, so older arrivals count nowhere.
  yield* write(
    c.db
      .delete(t.arrivals)
      .where(
        sql`(${t.arrivals.subject_id}, ${t.arrivals.at}) in (select ${t.arrivals.subject_id}, ${t.arrivals.at} from ${t.arrivals} where ${t.arrivals.at} < ${now - 8 * 24 * 3600_000} limit ${chunk})`,
      ),
  );
  const incidents = (yield* old(
    t.incidents,
    t.incidents.id,
    t.incidents.resolved_at,
    now - retention.incidents,
  )) as string[];
  for (const incident_id of incidents) {
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
  }
  const drills = (yield* old(
    t.drills,
    t.drills.id,
    t.drills.at,
    now - retention.incidents,
  )) as string[];
  for (const drill_id of drills) yield* c.of.drill_people.remove({ drill_id });
  // Tests and drills have no incident, so their own age decides.
  const tests = yield* rows(
    c.db
      .select({ id: t.notifications.id })
      .from(t.notifications)
      .where(
        and(
          isNull(t.notifications.incident_id),
          lt(t.notifications.inserted_at, now - retention.incidents),
        ),
      )
      .limit(chunk),
  );
  if (tests.length === chunk) more = true;
  for (const { id } of tests) {
    yield* c.of.notifications.remove({ id });
    yield* c.of.notification_attempts.remove({ notification_id: id });
  }
  return { more };
}
