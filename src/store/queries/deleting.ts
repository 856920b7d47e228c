/** Statements that delete records of a subject, a few at a time. */
import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../core/model/model.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { deleteSome } from "./delete-some.ts";

export function deletingQueries(_kit: Kit, db: Database, t: Tables) {
  type Parameters = Placeholders<{ subject_id: string; limit: number }>;
  const { reports, history, runs, measures, error_minutes, sub_check_changes, pauses, marks } = t;
  const keyOfReport = [reports.subject_id, reports.at, reports.id] as const;
  /** Deletes some rows of a subject; its id is the first column of the key, unless it is in another. */
  const ofSubject = (
    table: SQLiteTable,
    key: readonly [SQLiteColumn, ...SQLiteColumn[]],
    subject_id: SQLiteColumn = key[0],
  ) =>
    taking((p: Parameters) =>
      deleteSome(db, table, key, eq(subject_id, p("subject_id")), p("limit")),
    );
  return {
    deleteReports: ofSubject(reports, keyOfReport),
    /** The next monitor after `after` that has reports, and the instant of its oldest one. */
    nextReported: taking((p: Placeholders<{ after: string }>) =>
      db
        .select({ subject_id: reports.subject_id, at: reports.at })
        .from(reports)
        .where(gt(reports.subject_id, p("after")))
        .orderBy(asc(reports.subject_id), asc(reports.at))
        .limit(1),
    ),
    /** Deletes some of a monitor's reports of before `before`. */
    deleteOldReports: taking(
      (p: Placeholders<{ subject_id: string; before: Instant; limit: number }>) =>
        deleteSome(
          db,
          reports,
          keyOfReport,
          and(eq(reports.subject_id, p("subject_id")), lt(reports.at, p("before"))),
          p("limit"),
        ),
    ),
    deleteHistory: ofSubject(history, [history.id], history.subject_id),
    deleteRuns: ofSubject(runs, [runs.id], runs.monitor_id),
    deleteMeasures: ofSubject(measures, [measures.subject_id, measures.level, measures.at]),
    deleteErrorMinutes: ofSubject(error_minutes, [error_minutes.subject_id, error_minutes.at]),
    deleteSubCheckChanges: ofSubject(sub_check_changes, [
      sub_check_changes.subject_id,
      sub_check_changes.name,
      sub_check_changes.at,
    ]),
    deletePauses: ofSubject(pauses, [pauses.subject_id, pauses.from]),
    deleteSubscribers: ofSubject(t.subscribers, [t.subscribers.id], t.subscribers.page_id),
    deleteNotices: ofSubject(t.page_notices, [t.page_notices.page_id, t.page_notices.number]),
    deleteNoticeCounter: ofSubject(t.notice_counters, [t.notice_counters.page_id]),
    deleteMarks: ofSubject(marks, [marks.id], marks.monitor_id),
    deleteArrivals: taking((p: Parameters) =>
      db
        .delete(t.arrivals)
        .where(
          and(
            eq(t.arrivals.subject_id, p("subject_id")),
            sql`${t.arrivals.at} in ${db
              .select({ at: t.arrivals.at })
              .from(t.arrivals)
              .where(eq(t.arrivals.subject_id, p("subject_id")))
              .limit(p("limit"))}`,
          ),
        )
        .returning({ at: t.arrivals.at }),
    ),
  };
}
