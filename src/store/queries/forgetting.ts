/** Statements that delete records of a subject, a few at a time. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Kit } from "../kit/kit.ts";
import type { Database } from "../sqlite/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

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
