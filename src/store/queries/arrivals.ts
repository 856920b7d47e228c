/** Statements that count reports in a window. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNull,
  lt,
  lte,
  max,
  sql,
} from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { deleteSome } from "./delete-some.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Instant } from "../../core/model/model.ts";
import { quiet } from "../../core/reports/quiet.ts";

export function arrivalQueries(kit: Kit, db: Database, t: Tables) {
  const { arrivals } = t;
  const total = sql`coalesce(sum(${arrivals.count}), 0)`.mapWith(Number);
  /** Parameters of many subjects, as columns. An answer for each is a sub-select, no join: the planner must not think of reading all arrivals. */
  const given = (columns: string) =>
    sql`jsonb_to_recordset(cast(${sql.placeholder("rows")} as jsonb)) as given(${sql.raw(columns)})`;
  /** The arrivals in a window, with running totals from the newest. */
  const running = (p: Placeholders<{ subject_id: string; after: Instant }>) =>
    db
      .select({
        at: arrivals.at,
        total: sql<number>`sum(${arrivals.count}) over (order by ${arrivals.at} desc)`.as("total"),
      })
      .from(arrivals)
      .where(and(eq(arrivals.subject_id, p("subject_id")), gt(arrivals.at, p("after"))))
      .as("running");
  const isQuiet = and(
    ...(Object.keys(quiet) as (keyof typeof quiet)[]).map((name) =>
      // Not a parameter, as in `recordUnchanged`.
      quiet[name] === null
        ? isNull(t.subjects[name])
        : sql`${t.subjects[name]} = ${sql.raw(`'${quiet[name]}'`)}`,
    ),
  )!;
  return {
    /** Locks subjects; answers their counts, and whether they are `quiet`. */
    holdCounts: taking((p: Placeholders<{ ids: string }>) =>
      kit.lock(
        db
          .select({
            id: t.subjects.id,
            is_quiet: sql<boolean>`${isQuiet}`,
            last_received_at: t.subjects.last_received_at,
            burst_at: t.subjects.burst_at,
            burst_count: t.subjects.burst_count,
            window_count: t.subjects.window_count,
            window_from: t.subjects.window_from,
            arrivals_shift: t.subjects.arrivals_shift,
          })
          .from(t.subjects)
          .where(kit.isIn(t.subjects.id, p("ids")))
          // In one order, so that two transactions that lock the same rows never wait for each other.
          .orderBy(asc(t.subjects.id)),
      ),
    ),
    webhookVersions: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({ id: t.webhook_monitors.id, version: t.webhook_monitors.version })
        .from(t.webhook_monitors)
        .where(kit.isIn(t.webhook_monitors.id, p("ids"))),
    ),
    addArrivals: {
      statement: kit.insertAll(db, arrivals).onConflictDoUpdate({
        target: [arrivals.subject_id, arrivals.at],
        set: { count: sql`${arrivals.count} + excluded.count` },
      }),
      columns: getTableColumns(arrivals),
    },
    arrivalsBetween: taking(
      (p: Placeholders<{ subject_id: string; after: Instant; until: Instant }>) =>
        kit.batched(
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
              .select({
                subject_id: sql`given.subject_id`,
                count:
                  sql`(select ${total} from ${arrivals} where ${arrivals.subject_id} = given.subject_id and ${arrivals.at} > given.after and ${arrivals.at} <= given.until)`.mapWith(
                    Number,
                  ),
              })
              .from(given("subject_id text, after bigint, until bigint")),
          }),
        ),
    ),
    /** The next subjects by their id, and whether they have arrivals of before `before`. */
    oldArrivals: taking((p: Placeholders<{ after: string; before: Instant; limit: number }>) =>
      db
        .select({
          id: t.subjects.id,
          until: sql<number>`${p("before")} - ${t.subjects.arrivals_shift}`.mapWith(Number),
          old: sql<boolean>`exists (select 1 from ${arrivals} where ${arrivals.subject_id} = ${t.subjects.id} and ${arrivals.at} < ${p("before")} - ${t.subjects.arrivals_shift})`.mapWith(
            Boolean,
          ),
        })
        .from(t.subjects)
        .where(gt(t.subjects.id, p("after")))
        .orderBy(asc(t.subjects.id))
        .limit(p("limit")),
    ),
    /** Deletes some of the arrivals of before `until`. */
    deleteOldArrivals: taking(
      (p: Placeholders<{ subject_id: string; until: Instant; limit: number }>) =>
        deleteSome(
          db,
          arrivals,
          [arrivals.subject_id, arrivals.at],
          and(eq(arrivals.subject_id, p("subject_id")), lt(arrivals.at, p("until"))),
          p("limit"),
        ),
    ),
    /** The instant of the last row; null: none. */
    lastArrival: taking((p: Placeholders<{ subject_id: string }>) =>
      kit.batched(
        db
          .select({ at: max(arrivals.at) })
          .from(arrivals)
          .where(eq(arrivals.subject_id, p("subject_id"))),
        () => ({
          kind: "given",
          key: "subject_id",
          statement: db
            .select({
              subject_id: sql`given.subject_id`,
              at: sql`(select max(${arrivals.at}) from ${arrivals} where ${arrivals.subject_id} = given.subject_id)`.mapWith(
                Number,
              ),
            })
            .from(given("subject_id text")),
        }),
      ),
    ),
    /** When the `rank`-th newest report after `after` arrived. */
    arrivalOfRank: taking(
      (p: Placeholders<{ subject_id: string; after: Instant; rank: number }>) => {
        const from = running(p);
        return db
          .select({ at: from.at })
          .from(from)
          .where(gte(from.total, p("rank")))
          .orderBy(desc(from.at))
          .limit(1);
      },
    ),
  };
}
