/** Statements that record and roll up measures. */
import { getTableColumns, sql } from "drizzle-orm";
import type { Kit } from "../kit/kit.ts";
import type { Database } from "../sqlite/kit.ts";
import type { Tables } from "../kit/tables.ts";

export function historyQueries(kit: Kit, db: Database, t: Tables) {
  const { measures, error_minutes, sub_check_changes } = t;
  return {
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
    /** Of two changes of a sub-check at one instant the last one counts. */
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
