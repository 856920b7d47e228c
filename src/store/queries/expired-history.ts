/** Statements that delete old rows of the history, some at a time, each with its table. */
import { and, eq, lt, sql } from "drizzle-orm";
import type { keptSince } from "../../core/model/retention.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { deleteSome } from "./delete-some.ts";

type Since = Pick<
  ReturnType<typeof keptSince>,
  "measures" | "error_minutes" | "sub_check_changes" | "pauses"
>;

export function expiredHistory({ db, t }: Context, since: Since, limit: number) {
  const { measures, error_minutes, sub_check_changes: changes, pauses } = t;
  const ofLevel = (level: "check" | "hour" | "day") =>
    deleteSome(
      db,
      measures,
      [measures.subject_id, measures.level, measures.at],
      and(eq(measures.level, level), lt(measures.at, since.measures[level])),
      limit,
    );
  // The last change of a sub-check says since when it is as it is: it stays until a later one is old as well.
  const superseded = sql`exists (select 1 from ${changes} as later where later.subject_id = ${changes.subject_id} and later.name = ${changes.name} and later.at > ${changes.at} and later.at < ${since.sub_check_changes})`;
  const orphaned = sql`not exists (select 1 from ${t.subjects} where ${t.subjects.id} = ${changes.subject_id})`;
  return [
    ["measures", ofLevel("check")],
    ["measures", ofLevel("hour")],
    ["measures", ofLevel("day")],
    [
      "error_minutes",
      deleteSome(
        db,
        error_minutes,
        [error_minutes.subject_id, error_minutes.at],
        lt(error_minutes.at, since.error_minutes),
        limit,
      ),
    ],
    [
      "sub_check_changes",
      deleteSome(
        db,
        changes,
        [changes.subject_id, changes.name, changes.at],
        and(lt(changes.at, since.sub_check_changes), sql`(${superseded} or ${orphaned})`),
        limit,
      ),
    ],
    [
      "pauses",
      deleteSome(db, pauses, [pauses.subject_id, pauses.from], lt(pauses.to, since.pauses), limit),
    ],
  ] as const;
}

/** Deletes arrivals of before `since`, on SQLite; `arrivals_shift` is part of when they were. */
export const expiredArrivals = (
  { db, t: { arrivals, subjects } }: Context,
  since: Instant,
  limit: number,
) =>
  db
    .delete(arrivals)
    .where(
      sql`(${arrivals.subject_id}, ${arrivals.at}) in (select ${arrivals.subject_id}, ${arrivals.at} from ${arrivals} left join ${subjects} on ${subjects.id} = ${arrivals.subject_id} where ${arrivals.at} < ${since} - coalesce(${subjects.arrivals_shift}, 0) limit ${limit})`,
    )
    .returning({ at: arrivals.at });
