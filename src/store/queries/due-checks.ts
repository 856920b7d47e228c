/** Statements about due health checks and their claims. */
import { and, asc, eq, inArray, isNotNull, lte, min, sql } from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Instant, Pace } from "../../core/model/model.ts";

export function dueCheckQueries(kit: Kit, db: Database, t: Tables) {
  const { subjects } = t;
  return {
    /**
     * Due checks of one pace behind a place, longest overdue first; those that another node is just claiming are left to
     * it.
     */
    dueChecks: taking(
      (
        p: Placeholders<{
          pace: Pace;
          now: Instant;
          after_at: Instant;
          after_id: string;
          limit: number;
        }>,
      ) =>
        kit.lock(
          db
            .select({
              id: subjects.id,
              url: t.health_check_monitors.url,
              version: t.health_check_monitors.version,
              due_at: subjects.due_at,
            })
            .from(subjects)
            .innerJoin(t.health_check_monitors, eq(t.health_check_monitors.id, subjects.id))
            .where(
              and(
                eq(subjects.pace, p("pace")),
                lte(subjects.due_at, p("now")),
                sql`(${subjects.due_at}, ${subjects.id}) > (${p("after_at")}, ${p("after_id")})`,
              ),
            )
            .orderBy(asc(subjects.due_at), asc(subjects.id))
            .limit(p("limit")),
          subjects,
          "skip locked",
        ),
    ),
    /** Returns claims, of a list of rows: a subject and its token. Their checks are due now. */
    returnChecks: taking((p: Placeholders<{ rows: string; now: Instant }>) =>
      db
        .update(subjects)
        .set({ due_at: sql`cast(${p("now")} as bigint)`, lease_token: null })
        .from(sql`${kit.elements(p("rows"))} as given`)
        .where(
          and(
            sql`${subjects.id} = given.value ->> 0`,
            sql`${subjects.lease_token} = given.value ->> 1`,
          ),
        ),
    ),
    /** Claims checks for their timeout and some slack, if they still are due. `until`: the end of the claim. */
    claimChecks: taking(
      (
        p: Placeholders<{
          lease_token: string;
          lease_node: string;
          now: Instant;
          slack: number;
          ids: string;
        }>,
      ) =>
        db
          .update(subjects)
          .set({
            lease_token: sql`${p("lease_token")}`,
            lease_node: sql`${p("lease_node")}`,
            due_at: sql`cast(${p("now")} as bigint) + cast(${p("slack")} as bigint) + 1000 * (select ${t.health_check_monitors.timeout_seconds} from ${t.health_check_monitors} where ${t.health_check_monitors.id} = ${subjects.id})`,
          })
          .where(and(kit.isIn(subjects.id, p("ids")), lte(subjects.due_at, p("now"))))
          .returning({ id: subjects.id, until: subjects.due_at }),
    ),
    /**
     * Makes checks due that lie further ahead than any decision puts them: the clock was ahead when they were
     * planned. `nextDue` goes one and a half intervals ahead at most, and a claim `claim`. Locked ones are being
     * checked.
     */
    recallChecks: taking((p: Placeholders<{ now: Instant; claim: number }>) =>
      db
        .update(subjects)
        .set({ due_at: sql`cast(${p("now")} as bigint)`, lease_token: null })
        .where(
          inArray(
            subjects.id,
            kit.lock(
              db
                .select({ id: subjects.id })
                .from(subjects)
                .innerJoin(t.health_check_monitors, eq(t.health_check_monitors.id, subjects.id))
                .where(
                  sql`${subjects.pace} in (0, 1, 2) and ${subjects.due_at} > cast(${p("now")} as bigint) + cast(${p("claim")} as bigint) and ${subjects.due_at} > cast(${p("now")} as bigint) + cast(${p("claim")} as bigint) + 1500 * ${t.health_check_monitors.interval_seconds}`,
                ),
              subjects,
              "skip locked",
            ),
          ),
        ),
    ),
    /** The next due check of a pace. */
    nextCheck: taking((p: Placeholders<{ pace: Pace }>) =>
      db
        .select({ at: min(subjects.due_at) })
        .from(subjects)
        .where(and(eq(subjects.pace, p("pace")), isNotNull(subjects.due_at))),
    ),
  };
}
