/** Statements about nodes, their claims, and times without a running node. */
import {
  and,
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
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Instant } from "../../core/model/model.ts";

export function nodeQueries(kit: Kit, db: Database, t: Tables) {
  const { subjects } = t;
  return {
    /** Ends the claims of a node: its checks are due now. */
    expireLeases: taking((p: Placeholders<{ now: Instant; node: string }>) =>
      db
        .update(subjects)
        .set({ lease_token: null, due_at: sql`${p("now")}` })
        .where(and(isNotNull(subjects.lease_token), eq(subjects.lease_node, p("node")))),
    ),
    /** The number of claims per node, and the age of the most overdue. */
    claimsByNode: db
      .select({
        node: sql<string>`${subjects.lease_node}`,
        claims: count(),
        until: min(subjects.due_at),
      })
      .from(subjects)
      .where(isNotNull(subjects.lease_token))
      .groupBy(subjects.lease_node),
    beat: taking(
      (
        p: Placeholders<{
          id: string;
          name: string;
          version: string;
          started_at: Instant;
          seen_at: Instant;
        }>,
      ) =>
        db
          .insert(t.nodes)
          .values({
            id: p("id"),
            name: p("name"),
            version: p("version"),
            started_at: p("started_at"),
            seen_at: p("seen_at"),
          })
          .onConflictDoUpdate({
            target: t.nodes.id,
            set: { seen_at: sql`excluded.seen_at` },
          }),
    ),
    silentNodes: taking((p: Placeholders<{ before: Instant }>) =>
      kit.lock(
        db
          .select()
          .from(t.nodes)
          .where(lte(t.nodes.seen_at, p("before"))),
        t.nodes,
        "skip locked",
      ),
    ),
    /** When any node last said that it is there, and when the last one left. */
    lastSeen: db.select({ at: max(t.nodes.seen_at) }).from(t.nodes),
    lastLeft: db.select({ at: max(t.last_alive.seen_at) }).from(t.last_alive),
    left: taking((p: Placeholders<{ now: Instant }>) =>
      db
        .insert(t.last_alive)
        .values({ id: 1, seen_at: p("now") })
        .onConflictDoUpdate({
          target: t.last_alive.id,
          set: { seen_at: sql`excluded.seen_at` },
        }),
    ),
    /** The monitoring gap whose first checks are not finished. */
    settling: taking((p: Placeholders<{ now: Instant }>) =>
      db
        .select()
        .from(t.blind_periods)
        .where(gt(t.blind_periods.settling_until, p("now")))
        .orderBy(desc(t.blind_periods.to))
        .limit(1),
    ),
    /** A monitor that was due and has not been checked since. */
    uncheckedMonitor: taking((p: Placeholders<{ since: Instant }>) =>
      db
        .select({ id: subjects.id })
        .from(subjects)
        .where(
          and(
            eq(subjects.kind, "health_check_monitor"),
            isNull(subjects.paused_at),
            isNotNull(subjects.due_at),
            or(isNull(subjects.checked_at), lt(subjects.checked_at, p("since"))),
            // It was due then, its check is under way, or its fetch is retried.
            or(
              lte(subjects.due_at, p("since")),
              isNotNull(subjects.lease_token),
              gt(subjects.fetch_attempts, 0),
            ),
          ),
        )
        .limit(1),
    ),
    groupsOfMonitors: taking((p: Placeholders<{ ids: string }>) =>
      db
        .selectDistinct({
          org_id: t.health_check_monitors.org_id,
          group_id: t.health_check_monitors.alert_group_id,
        })
        .from(t.health_check_monitors)
        .where(kit.isIn(t.health_check_monitors.id, p("ids"))),
    ),
    /** Makes monitors due that could not be checked, or were found down because of that. */
    checkMissed: taking((p: Placeholders<{ now: Instant; from: Instant }>) =>
      db
        .update(subjects)
        .set({ due_at: sql`${p("now")}` })
        .where(
          and(
            eq(subjects.kind, "health_check_monitor"),
            isNotNull(subjects.due_at),
            isNull(subjects.lease_token),
            or(
              eq(subjects.reason_code, "offline"),
              and(eq(subjects.status, "down"), gte(subjects.status_since, p("from"))),
            ),
          ),
        ),
    ),
  };
}
