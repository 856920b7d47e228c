/** Statements about runs of heartbeat monitors, and the monitoring gap that moves their deadline. */
import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export function runQueries(db: Database, t: Tables) {
  const beyond = (which: SQL | undefined) =>
    taking((p: Placeholders<{ monitor_id: string; kept: number }>) =>
      db
        .select({ id: t.runs.id })
        .from(t.runs)
        .where(and(eq(t.runs.monitor_id, p("monitor_id")), which))
        .orderBy(desc(t.runs.at), desc(t.runs.id))
        .limit(100)
        .offset(p("kept")),
    );
  return {
    lastGap: db
      .select({ from: t.blind_periods.from, to: t.blind_periods.to })
      .from(t.blind_periods)
      // Reports arrive while the clock is disturbed.
      .where(ne(t.blind_periods.reason, "clock"))
      .orderBy(desc(t.blind_periods.to))
      .limit(1),
    /** The last disturbance of the clock. */
    lastClockGap: db
      .select({ id: t.blind_periods.id, to: t.blind_periods.to })
      .from(t.blind_periods)
      .where(eq(t.blind_periods.reason, "clock"))
      .orderBy(desc(t.blind_periods.to))
      .limit(1),
    /** Runs that have begun and not ended, oldest first. */
    runsUnderWay: taking((p: Placeholders<{ monitor_id: string }>) =>
      db
        .select({
          id: t.runs.id,
          rid: t.runs.rid,
          started_at: sql<Instant>`${t.runs.started_at}`.mapWith(t.runs.started_at),
        })
        .from(t.runs)
        .where(
          and(
            eq(t.runs.monitor_id, p("monitor_id")),
            isNull(t.runs.outcome),
            isNotNull(t.runs.started_at),
          ),
        )
        .orderBy(asc(t.runs.at), asc(t.runs.id)),
    ),
    /** The run that an end belongs to: under way, of this `rid` (`""`: of none). */
    runUnderWay: taking((p: Placeholders<{ monitor_id: string; rid: string }>) =>
      db
        .select({ id: t.runs.id, started_at: t.runs.started_at, output: t.runs.output })
        .from(t.runs)
        .where(
          and(
            eq(t.runs.monitor_id, p("monitor_id")),
            isNull(t.runs.outcome),
            sql`coalesce(${t.runs.rid}, '') = ${p("rid")}`,
          ),
        )
        .orderBy(desc(t.runs.at), desc(t.runs.id))
        .limit(1),
    ),
    /** When runs failed after an instant, oldest first. */
    failedRuns: taking((p: Placeholders<{ monitor_id: string; after: Instant }>) =>
      db
        .select({ at: sql<Instant>`${t.runs.ended_at}`.mapWith(t.runs.ended_at) })
        .from(t.runs)
        .where(
          and(
            eq(t.runs.monitor_id, p("monitor_id")),
            eq(t.runs.outcome, "fail"),
            gt(t.runs.ended_at, p("after")),
          ),
        )
        .orderBy(asc(t.runs.ended_at)),
    ),
    /** Runs beyond the latest `kept`, to be removed. */
    runsBeyond: beyond(or(isNull(t.runs.outcome), ne(t.runs.outcome, "log"))),
    /** Messages about runs beyond the latest `kept`, to be removed. */
    logsBeyond: beyond(eq(t.runs.outcome, "log")),
  };
}
