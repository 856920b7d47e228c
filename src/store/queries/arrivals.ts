/** Counting reports in a window. */
import { and, desc, eq, getTableColumns, gt, gte, lte, sql } from "drizzle-orm";
import type { Kit } from "../kit.ts";
import type { Database } from "../kit.sqlite.ts";
import type { Tables } from "../tables.ts";

const p = sql.placeholder;

export function arrivalQueries(kit: Kit, db: Database, t: Tables) {
  const { arrivals } = t;
  const running = db
    .select({
      at: arrivals.at,
      total:
        sql<number>`sum(${arrivals.count}) over (order by ${arrivals.at} desc)`.as(
          "total",
        ),
    })
    .from(arrivals)
    .where(
      and(
        eq(arrivals.subject_id, p("subject_id")),
        gt(arrivals.at, p("after")),
      ),
    )
    .as("running");
  return {
    addArrivals: {
      statement: kit.insertAll(db, arrivals).onConflictDoUpdate({
        target: [arrivals.subject_id, arrivals.at],
        set: { count: sql`${arrivals.count} + excluded.count` },
      }),
      columns: getTableColumns(arrivals),
    },
    arrivalsBetween: db
      .select({
        count: sql`coalesce(sum(${arrivals.count}), 0)`.mapWith(Number),
      })
      .from(arrivals)
      .where(
        and(
          eq(arrivals.subject_id, p("subject_id")),
          gt(arrivals.at, p("after")),
          lte(arrivals.at, p("until")),
        ),
      ),
    /** When the `rank`-th newest report after `after` arrived. */
    arrivalOfRank: db
      .select({ at: running.at })
      .from(running)
      .where(gte(running.total, p("rank")))
      .orderBy(desc(running.at))
      .limit(1),
  };
}
