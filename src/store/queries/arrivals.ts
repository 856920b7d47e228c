/** Counting reports in a window. */
import { and, desc, eq, getTableColumns, gt, gte, lte, sql } from "drizzle-orm";
import type { Kit } from "../kit/kit.ts";
import type { Database } from "../sqlite/kit.ts";
import type { Tables } from "../kit/tables.ts";

const p = sql.placeholder;

export function arrivalQueries(kit: Kit, db: Database, t: Tables) {
  const { arrivals } = t;
  const total = sql`coalesce(sum(${arrivals.count}), 0)`.mapWith(Number);
  const running = db
    .select({
      at: arrivals.at,
      total: sql<number>`sum(${arrivals.count}) over (order by ${arrivals.at} desc)`.as("total"),
    })
    .from(arrivals)
    .where(and(eq(arrivals.subject_id, p("subject_id")), gt(arrivals.at, p("after"))))
    .as("running");
  return {
    addArrivals: {
      statement: kit.insertAll(db, arrivals).onConflictDoUpdate({
        target: [arrivals.subject_id, arrivals.at],
        set: { count: sql`${arrivals.count} + excluded.count` },
      }),
      columns: getTableColumns(arrivals),
    },
    arrivalsBetween: kit.batched(
      db
        .select({ count: total })
        .from(arrivals)
        .where(
          and(
            eq(arrivals.subject_id, p("subject_id")),
            gt(arrivals.at, p("after")),
            lte(arrivals.at, p("until")),
          ),
        ),
      () => ({
        kind: "given",
        key: "subject_id",
        statement: db
          // A sub-select and no join: the planner must not think of reading all arrivals.
          .select({
            subject_id: sql`given.subject_id`,
            count:
              sql`(select ${total} from ${arrivals} where ${arrivals.subject_id} = given.subject_id and ${arrivals.at} > given.after and ${arrivals.at} <= given.until)`.mapWith(
                Number,
              ),
          })
          .from(
            sql`jsonb_to_recordset(cast(${p("rows")} as jsonb)) as given(subject_id text, after bigint, until bigint)`,
          ),
      }),
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
