/** Statements that delete records of a subject, a few at a time. */
import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { deleteSome } from "./delete-some.ts";

export function forgettingQueries(_kit: Kit, db: Database, t: Tables) {
  type Parameters = Placeholders<{ subject_id: string; limit: number }>;
  const { reports } = t;
  const keyOfReport = [reports.subject_id, reports.at, reports.id] as const;
  return {
    forgetReports: taking((p: Parameters) =>
      deleteSome(db, reports, keyOfReport, eq(reports.subject_id, p("subject_id")), p("limit")),
    ),
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
    forgetOldReports: taking(
      (p: Placeholders<{ subject_id: string; before: Instant; limit: number }>) =>
        deleteSome(
          db,
          reports,
          keyOfReport,
          and(eq(reports.subject_id, p("subject_id")), lt(reports.at, p("before"))),
          p("limit"),
        ),
    ),
    forgetHistory: taking((p: Parameters) =>
      db
        .delete(t.history)
        .where(
          inArray(
            t.history.id,
            db
              .select({ id: t.history.id })
              .from(t.history)
              .where(eq(t.history.subject_id, p("subject_id")))
              .limit(p("limit")),
          ),
        )
        .returning({ id: t.history.id }),
    ),
    forgetRuns: taking((p: Parameters) =>
      db
        .delete(t.runs)
        .where(
          inArray(
            t.runs.id,
            db
              .select({ id: t.runs.id })
              .from(t.runs)
              .where(eq(t.runs.monitor_id, p("subject_id")))
              .limit(p("limit")),
          ),
        )
        .returning({ id: t.runs.id }),
    ),
    forgetMeasures: taking((p: Parameters) =>
      deleteSome(
        db,
        t.measures,
        [t.measures.subject_id, t.measures.level, t.measures.at],
        eq(t.measures.subject_id, p("subject_id")),
        p("limit"),
      ),
    ),
    forgetErrorMinutes: taking((p: Parameters) =>
      deleteSome(
        db,
        t.error_minutes,
        [t.error_minutes.subject_id, t.error_minutes.at],
        eq(t.error_minutes.subject_id, p("subject_id")),
        p("limit"),
      ),
    ),
    forgetSubCheckChanges: taking((p: Parameters) =>
      deleteSome(
        db,
        t.sub_check_changes,
        [t.sub_check_changes.subject_id, t.sub_check_changes.name, t.sub_check_changes.at],
        eq(t.sub_check_changes.subject_id, p("subject_id")),
        p("limit"),
      ),
    ),
    forgetPauses: taking((p: Parameters) =>
      deleteSome(
        db,
        t.pauses,
        [t.pauses.subject_id, t.pauses.from],
        eq(t.pauses.subject_id, p("subject_id")),
        p("limit"),
      ),
    ),
    forgetMarks: taking((p: Parameters) =>
      deleteSome(db, t.marks, [t.marks.id], eq(t.marks.monitor_id, p("subject_id")), p("limit")),
    ),
    forgetArrivals: taking((p: Parameters) =>
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
