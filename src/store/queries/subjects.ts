/** What is due, who claims it, and who is there to claim. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  or,
  sql,
} from "drizzle-orm";
import type { Kit } from "../kit.ts";
import type { Database } from "../kit.sqlite.ts";
import type { Tables } from "../tables.ts";

const p = sql.placeholder;

export function subjectQueries(kit: Kit, db: Database, t: Tables) {
  const { subjects } = t;
  return {
    /** Due checks, longest overdue first; those that another node is just claiming are left to it. */
    dueChecks: kit.lock(
      db
        .select({ monitor: t.health_check_monitors })
        .from(subjects)
        .innerJoin(
          t.health_check_monitors,
          eq(t.health_check_monitors.id, subjects.id),
        )
        .where(lte(subjects.due_at, p("now")))
        .orderBy(asc(subjects.due_at))
        .limit(p("limit")),
      subjects,
      "skip locked",
    ),
    /** Claims checks for their timeout and some slack, if they still are due. */
    claimChecks: db
      .update(subjects)
      .set({
        lease_token: sql`${p("lease_token")}`,
        due_at: sql`cast(${p("now")} as bigint) + cast(${p("slack")} as bigint) + 1000 * (select ${t.health_check_monitors.timeout_seconds} from ${t.health_check_monitors} where ${t.health_check_monitors.id} = ${subjects.id})`,
      })
      .where(and(kit.isIn(subjects.id, "ids"), lte(subjects.due_at, p("now"))))
      .returning({ id: subjects.id }),
    nextCheck: db.select({ at: min(subjects.due_at) }).from(subjects),
    dueWakes: kit.lock(
      db
        .select({ id: subjects.id })
        .from(subjects)
        .where(lte(subjects.wake_at, p("now")))
        .orderBy(asc(subjects.wake_at))
        .limit(p("limit")),
      subjects,
      "skip locked",
    ),
    nextWake: db.select({ at: min(subjects.wake_at) }).from(subjects),
    /** Checks that were under way or due when the daemon stopped are due now. */
    beginAgain: db
      .update(subjects)
      .set({ lease_token: null, due_at: sql`${p("now")}` })
      .where(
        sql`${subjects.due_at} is not null and (${subjects.lease_token} is not null or ${subjects.due_at} < ${p("now")})`,
      ),
    /** Checks that a node had claimed are due now. */
    releaseNode: db
      .update(subjects)
      .set({ lease_token: null, due_at: sql`${p("now")}` })
      .where(
        sql`${subjects.lease_token} is not null and substr(${subjects.lease_token}, 1, 36) = ${p("node")}`,
      ),
    /** Which nodes hold how many claims, and since when the oldest is overdue. */
    claimsByNode: db
      .select({
        node: sql<string>`substr(${subjects.lease_token}, 1, 36)`,
        claims: count(),
        until: min(subjects.due_at),
      })
      .from(subjects)
      .where(isNotNull(subjects.lease_token))
      .groupBy(sql`1`),
    beat: db
      .insert(t.nodes)
      .values({
        id: p("id") as never,
        name: p("name") as never,
        version: p("version") as never,
        started_at: p("started_at") as never,
        seen_at: p("seen_at") as never,
      })
      .onConflictDoUpdate({
        target: t.nodes.id,
        set: { seen_at: sql`excluded.seen_at` },
      }),
    silentNodes: kit.lock(
      db
        .select()
        .from(t.nodes)
        .where(lte(t.nodes.seen_at, p("before"))),
      t.nodes,
      "skip locked",
    ),
    /** When any node last said that it is there, and when the last one left. */
    lastSeen: db.select({ at: max(t.nodes.seen_at) }).from(t.nodes),
    lastLeft: db.select({ at: max(t.last_alive.seen_at) }).from(t.last_alive),
    left: db
      .insert(t.last_alive)
      .values({ id: 1, seen_at: p("now") as never })
      .onConflictDoUpdate({
        target: t.last_alive.id,
        set: { seen_at: sql`excluded.seen_at` },
      }),
    /** The blind period whose first look is not over. */
    settling: db
      .select()
      .from(t.blind_periods)
      .where(gt(t.blind_periods.settling_until, p("now")))
      .orderBy(desc(t.blind_periods.to))
      .limit(1),
    /** A monitor that nobody has looked at since. */
    unlookedAt: db
      .select({ id: subjects.id })
      .from(subjects)
      .where(
        and(
          eq(subjects.kind, "health_check_monitor"),
          isNull(subjects.paused_at),
          isNotNull(subjects.due_at),
          or(isNull(subjects.checked_at), lt(subjects.checked_at, p("since"))),
          // Was due then, is being looked at, or is tried once more.
          or(
            lte(subjects.due_at, p("since")),
            isNotNull(subjects.lease_token),
            gt(subjects.fetch_attempts, 0),
          ),
        ),
      )
      .limit(1),
    groupsOfMonitors: db
      .selectDistinct({
        org_id: t.health_check_monitors.org_id,
        group_id: t.health_check_monitors.alert_group_id,
      })
      .from(t.health_check_monitors)
      .where(kit.isIn(t.health_check_monitors.id, "ids")),
    /** What could not be looked at, or was found down because of that, is due. */
    lookAtMissed: db
      .update(subjects)
      .set({ due_at: sql`${p("now")}` })
      .where(
        and(
          eq(subjects.kind, "health_check_monitor"),
          isNotNull(subjects.due_at),
          isNull(subjects.lease_token),
          or(
            eq(subjects.status_reason, p("reason")),
            and(
              eq(subjects.status, "down"),
              gte(subjects.status_since, p("from")),
            ),
          ),
        ),
      ),
    setResults: db
      .insert(t.check_results)
      .values({
        subject_id: p("subject_id") as never,
        results: p("results") as never,
      })
      .onConflictDoUpdate({
        target: t.check_results.subject_id,
        set: { results: sql`excluded.results` },
      }),
  };
}
