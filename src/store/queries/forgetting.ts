/** Statements that delete records of a subject, a few at a time. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Kit } from "../kit/kit.ts";
import type { Database } from "../sqlite/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { deleteSome } from "./delete-some.ts";

export function forgettingQueries(_kit: Kit, db: Database, t: Tables) {
  type Parameters = Placeholders<{ subject_id: string; limit: number }>;
  return {
    forgetReports: taking((p: Parameters) =>
      db
        .delete(t.reports)
        .where(
          inArray(
            t.reports.id,
            db
              .select({ id: t.reports.id })
              .from(t.reports)
              .where(eq(t.reports.subject_id, p("subject_id")))
              .limit(p("limit")),
          ),
        )
        .returning({ id: t.reports.id }),
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
