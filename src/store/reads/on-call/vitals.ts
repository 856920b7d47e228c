/** Loads the people on call, for `/metrics`, and the gaps of schedules, for the figures of `vitals`. */
import { and, asc, eq, exists, notExists, sql, type SQL } from "drizzle-orm";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import type { Instant } from "../../../core/model/model.ts";
import { day } from "../../../core/text/units.ts";
import { rows, type Procedure } from "../../kit/procedure.ts";
import type { Context } from "../../queries/context.ts";
import { schedulesFrom } from "../../records/on-call.ts";

/** The people on call in a schedule: ids alone, because metrics are public. */
export interface ScheduleVitals {
  id: string;
  user_ids: readonly string[];
  /** Since when it has none, a week at most; null: it has some. */
  gap_since: Instant | null;
}

/** A schedule with a time in the next seven days in which a group would notify all of its people, because none is on call. */
export interface UncoveredSchedule {
  org_id: string;
  id: string;
  title: string;
  timezone: string;
  /** The local time of its first gap: `18:00–20:00`. */
  times: string;
}

/** Schedules that are shown: a bound for scrapes. */
const most = 1000;
const longestGap = 7 * day;

export function* schedulesNow(c: Context, now: Instant): Procedure<ScheduleVitals[]> {
  const { schedules, on_call } = c.t;
  const stays = yield* rows(
    c.db
      .select({
        id: schedules.id,
        user_id: on_call.user_id,
      })
      .from(schedules)
      .leftJoin(on_call, and(eq(on_call.schedule_id, schedules.id), eq(on_call.turn, "now")))
      .orderBy(asc(schedules.id), asc(on_call.user_id))
      .limit(most),
  );
  const empty = stays.filter(({ user_id }) => user_id === null).map(({ id }) => id);
  const from = now - longestGap;
  const all = empty.length === 0 ? null : yield* schedulesFrom(c, empty, from);
  const gapSince = (id: string) => {
    const last = shiftsOf(all!, id, from, now).at(-1);
    return last?.on_call === null ? last.from : now;
  };
  return [...Map.groupBy(stays, ({ id }) => id)].map(([id, own]) => {
    const user_ids = own.flatMap(({ user_id }) => user_id ?? []);
    return { id, user_ids, gap_since: user_ids.length === 0 ? gapSince(id) : null };
  });
}

/** Schedules with a gap of which their people were notified, that are all that a group in use has. */
export function* uncoveredSchedules(c: Context, isInUse: SQL): Procedure<UncoveredSchedule[]> {
  const { schedules, schedule_pushes, group_schedules, alert_groups } = c.t;
  const { people, peopleBy } = c.audience;
  const uncovered = yield* rows(
    c.db
      .select({
        org_id: schedules.org_id,
        id: schedules.id,
        title: schedules.title,
        timezone: schedules.timezone,
        gaps: schedule_pushes.gaps,
      })
      .from(schedule_pushes)
      .innerJoin(schedules, eq(schedules.id, schedule_pushes.schedule_id))
      .where(
        and(
          sql`${schedule_pushes.gaps} <> '[]'`,
          exists(
            c.db
              .select({ id: alert_groups.id })
              .from(group_schedules)
              .innerJoin(alert_groups, eq(alert_groups.id, group_schedules.group_id))
              .where(
                and(
                  eq(group_schedules.schedule_id, schedules.id),
                  eq(group_schedules.turn, "now"),
                  notExists(
                    c.db
                      .select({ user_id: people.user_id })
                      .from(peopleBy(alert_groups.id))
                      .where(and(eq(people.group_id, alert_groups.id), eq(people.via, "member"))),
                  ),
                  isInUse,
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(schedules.title), asc(schedules.id))
      .limit(most),
  );
  return uncovered.map(({ gaps, ...schedule }) => {
    const [first] = gaps.toSorted((a, b) => a.from - b.from);
    return { ...schedule, times: first!.times };
  });
}
