/** Statements about due subjects, their claims, and nodes. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, min, sql, type SQL } from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { checkedFields, type Checked } from "../../core/health/checked.ts";
import type { Instant, Pace } from "../../core/model/model.ts";

export function subjectQueries(kit: Kit, db: Database, t: Tables) {
  const { subjects } = t;
  /** The dependencies of monitors, those of one in the order in which they are named. */
  const parents = (ofWhich: SQL) =>
    db
      .select({
        monitor_id: t.dependencies.monitor_id,
        id: t.health_check_monitors.id,
        title: t.health_check_monitors.title,
        status: subjects.status,
        paused_at: subjects.paused_at,
        checked_at: subjects.checked_at,
        release_at: subjects.release_at,
      })
      .from(t.dependencies)
      .innerJoin(subjects, eq(subjects.id, t.dependencies.parent_id))
      .innerJoin(t.health_check_monitors, eq(t.health_check_monitors.id, subjects.id))
      .where(ofWhich)
      .orderBy(asc(t.health_check_monitors.title), asc(subjects.id));
  return {
    /** Some subjects, by their ids as JSON. */
    subjectsAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(subjects)
        .where(kit.isIn(subjects.id, p("ids"))),
    ),
    /** The results of the last check of some subjects. */
    resultsAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(t.check_results)
        .where(kit.isIn(t.check_results.subject_id, p("ids"))),
    ),
    /** The fields that their checks follow, of some monitors, by their ids as JSON. */
    checkedAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select(
          Object.fromEntries(
            checkedFields.map((name) => [name, t.health_check_monitors[name]]),
          ) as { [K in keyof Checked]: (typeof t.health_check_monitors)[K] },
        )
        .from(t.health_check_monitors)
        .where(kit.isIn(t.health_check_monitors.id, p("ids"))),
    ),
    /**
     * Records unchanged checks (`core/health/unchanged-check`), of a list of rows (`app/subject/record-unchanged`): those
     * whose monitors meet the condition, and are held by no other transaction.
     */
    recordUnchanged: taking((p: Placeholders<{ rows: string }>) => {
      const whole = (i: number) =>
        sql<number>`cast(given.value ->> ${sql.raw(String(i))} as bigint)`;
      const text = (i: number) => sql<string>`given.value ->> ${sql.raw(String(i))}`;
      return db
        .update(subjects)
        .set({
          lease_token: null,
          fetch_attempts: 0,
          due_at: whole(3),
          wake_at: whole(4),
          checked_at: whole(5),
          last_received_at: whole(5),
          finished_at: whole(6),
          checks_total: whole(7),
          checks_passing: whole(8),
          measured: sql`${text(9)}`,
          pace: sql<Pace>`${whole(10)}`,
        })
        .from(sql`${kit.elements(p("rows"))} as given`)
        .where(
          and(
            sql`${subjects.id} = ${text(0)}`,
            kit.isFree(db, subjects.id, subjects, p("rows")),
            sql`${subjects.lease_token} = ${text(1)}`,
            sql`${subjects.results_hash} = ${text(2)}`,
            eq(subjects.status, "up"),
            isNull(subjects.status_reason),
            isNull(subjects.reason_code),
            isNull(subjects.unconfirmed),
            isNull(subjects.flapping_since),
            isNull(subjects.suppression),
            isNull(subjects.asked_at),
            sql`(${subjects.wake_at} <= ${whole(4)} or ${subjects.wake_at} is null and ${whole(4)} is null)`,
          ),
        )
        .returning({ id: subjects.id });
    }),
    dueWakes: taking((p: Placeholders<{ now: Instant; limit: number }>) =>
      kit.lock(
        db
          .select({ id: subjects.id })
          .from(subjects)
          .where(lte(subjects.wake_at, p("now")))
          .orderBy(asc(subjects.wake_at))
          .limit(p("limit")),
        subjects,
        "skip locked",
      ),
    ),
    /** The current dependencies of a monitor; a verb that changes them later calls `releaseLater`. */
    parentsOf: taking((p: Placeholders<{ monitor_id: string }>) =>
      kit.batched(parents(eq(t.dependencies.monitor_id, p("monitor_id"))), () => ({
        kind: "find",
        key: "monitor_id",
        statement: parents(kit.isIn(t.dependencies.monitor_id, sql.placeholder("list"))),
      })),
    ),
    /** Monitors that depend on one, and those of them that are held until the transaction ends. */
    childrenOf: taking((p: Placeholders<{ parent_id: string }>) =>
      db
        .select({ id: t.dependencies.monitor_id })
        .from(t.dependencies)
        .where(eq(t.dependencies.parent_id, p("parent_id")))
        .orderBy(asc(t.dependencies.monitor_id)),
    ),
    holdAll: taking((p: Placeholders<{ ids: string }>) =>
      kit.lock(
        db
          .select()
          .from(subjects)
          .where(kit.isIn(subjects.id, p("ids")))
          // In one order, so that two transactions that lock the same rows never wait for each other.
          .orderBy(asc(subjects.id)),
      ),
    ),
    /**
     * Makes checks of monitors due now, and records that a dependent waits. A monitor that is being
     * checked or retried answers soon enough; a locked one is skipped.
     */
    ask: taking((p: Placeholders<{ now: Instant; ids: string }>) =>
      db
        .update(subjects)
        .set({
          asked_at: sql`coalesce(${subjects.asked_at}, cast(${p("now")} as bigint))`,
          due_at: sql`case when ${subjects.lease_token} is null and ${subjects.fetch_attempts} = 0 and ${subjects.due_at} > cast(${p("now")} as bigint) then cast(${p("now")} as bigint) else ${subjects.due_at} end`,
        })
        .where(
          inArray(
            subjects.id,
            kit.lock(
              db
                .select({ id: subjects.id })
                .from(subjects)
                .where(kit.isIn(subjects.id, p("ids"))),
              subjects,
              "skip locked",
            ),
          ),
        ),
    ),
    /** Schedules the re-evaluation of its dependents; no effect without any. */
    recheckDependentsLater: taking((p: Placeholders<{ now: Instant; id: string }>) =>
      db
        .update(subjects)
        .set({ release_at: sql`cast(${p("now")} as bigint)`, asked_at: null })
        .where(
          and(
            eq(subjects.id, p("id")),
            sql`exists (select 1 from ${t.dependencies} where ${t.dependencies.parent_id} = ${subjects.id})`,
          ),
        ),
    ),
    dueRechecks: taking((p: Placeholders<{ limit: number }>) =>
      db
        .select({ id: subjects.id })
        .from(subjects)
        .where(isNotNull(subjects.release_at))
        .orderBy(asc(subjects.release_at))
        .limit(p("limit")),
    ),
    /** Repeats checks: running ones began before. */
    checkAgain: taking((p: Placeholders<{ at: Instant; ids: string }>) =>
      db
        .update(subjects)
        .set({ due_at: sql`${p("at")}`, lease_token: null, fetch_attempts: 0 })
        .where(kit.isIn(subjects.id, p("ids"))),
    ),
    wakeAgain: taking((p: Placeholders<{ at: Instant; ids: string }>) =>
      db
        .update(subjects)
        .set({ wake_at: sql`${p("at")}` })
        .where(kit.isIn(subjects.id, p("ids"))),
    ),
    nextWake: db.select({ at: min(subjects.wake_at) }).from(subjects),
    /** Checks that were under way or due when the daemon stopped are due now. */
    beginAgain: taking((p: Placeholders<{ now: Instant }>) =>
      db
        .update(subjects)
        .set({ lease_token: null, due_at: sql`${p("now")}` })
        .where(
          sql`${subjects.due_at} is not null and (${subjects.lease_token} is not null or ${subjects.due_at} < ${p("now")})`,
        ),
    ),
    setResults: taking((p: Placeholders<{ subject_id: string; results: unknown }>) =>
      db
        .insert(t.check_results)
        .values({
          subject_id: p("subject_id"),
          results: p("results"),
        })
        .onConflictDoUpdate({
          target: t.check_results.subject_id,
          set: { results: sql`excluded.results` },
        }),
    ),
  };
}
