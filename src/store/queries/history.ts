/** Statements that record and roll up measures. */
import { and, asc, eq, getTableColumns, gt, gte, lt, ne, sql } from "drizzle-orm";
import { type Level } from "../../core/history/level.ts";
import type { Range } from "../../core/history/point.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { hour, day } from "../../core/text/units.ts";

export function historyQueries(kit: Kit, db: Database, t: Tables) {
  const { measures, error_minutes, sub_check_changes, subjects } = t;
  type OfSubject = Placeholders<Range & { subject_id: string }>;
  /** Rows of a level whose time, of this length, ended after `from` and by `to`. */
  const endedRows = (p: OfSubject, level: Level, length: number) =>
    db
      .select()
      .from(measures)
      .where(
        and(
          eq(measures.subject_id, p("subject_id")),
          eq(measures.level, level),
          gt(measures.at, sql`cast(${p("from")} as bigint) - ${sql.raw(String(length))}`),
          lt(measures.at, sql`cast(${p("to")} as bigint) - ${sql.raw(String(length - 1))}`),
        ),
      )
      .orderBy(asc(measures.at));
  return {
    /** Monitors in the order of their ids. */
    nextSubjects: taking((p: Placeholders<{ after: string; limit: number }>) =>
      db
        .select({ id: subjects.id })
        .from(subjects)
        .where(and(gt(subjects.id, p("after")), ne(subjects.kind, "alert_group")))
        .orderBy(asc(subjects.id))
        .limit(p("limit")),
    ),
    checksOfHours: taking((p: OfSubject) => endedRows(p, "check", hour)),
    hoursOfDays: taking((p: OfSubject) => endedRows(p, "hour", day)),
    errorsOfHours: taking((p: OfSubject) =>
      db
        .select({ at: error_minutes.at, count: error_minutes.count })
        .from(error_minutes)
        .where(
          and(
            eq(error_minutes.subject_id, p("subject_id")),
            gte(error_minutes.at, p("from")),
            lt(error_minutes.at, p("to")),
          ),
        ),
    ),
    /** Appends entries to their rows. */
    appendMeasures: {
      statement: kit.insertAll(db, measures).onConflictDoUpdate({
        target: [measures.subject_id, measures.level, measures.at],
        set: { entries: sql`${measures.entries} || excluded.entries` },
      }),
      columns: getTableColumns(measures),
    },
    addErrorMinutes: {
      statement: kit.insertAll(db, error_minutes).onConflictDoUpdate({
        target: [error_minutes.subject_id, error_minutes.at],
        set: { count: sql`${error_minutes.count} + excluded.count` },
      }),
      columns: getTableColumns(error_minutes),
    },
    /** The last of several changes of a sub-check at one instant counts. */
    addSubCheckChanges: {
      statement: kit.insertAll(db, sub_check_changes).onConflictDoUpdate({
        target: [sub_check_changes.subject_id, sub_check_changes.name, sub_check_changes.at],
        set: {
          label: sql`excluded.label`,
          status: sql`excluded.status`,
          short_summary: sql`excluded.short_summary`,
        },
      }),
      columns: getTableColumns(sub_check_changes),
    },
  };
}
