/** What procedures work with: the tables, the kept statements, and new ids. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  sql,
} from "drizzle-orm";
import { v7 } from "uuid";
import type { Nudge } from "../app/ports.ts";
import type { Instant } from "../core/model.ts";
import type { Kit } from "./kit.ts";
import type { Database } from "./kit.sqlite.ts";
import { statementsOf } from "./statements.ts";
import type { Tables } from "./tables.ts";

export type Context = ReturnType<typeof contextOf>;

/** Makes UUIDv7 ids that sort by time, and in the order they were made within a millisecond. */
function makeIds(): (now: Instant) => string {
  let sequence = 0;
  return (now) => {
    sequence = (sequence + 1) >>> 0;
    return v7({ msecs: now, seq: sequence });
  };
}

export function contextOf(kit: Kit, db: Database, t: Tables) {
  const of = Object.fromEntries(
    Object.entries(t).map(([name, table]) => [
      name,
      statementsOf(kit, db, table),
    ]),
  ) as { [N in keyof Tables]: ReturnType<typeof statementsOf<Tables[N]>> };
  const nudges = new Set<Nudge>();
  return {
    db,
    t,
    of,
    q: queries(kit, db, t),
    newId: makeIds(),
    /** What the running transaction made worth looking at; taken after the commit. */
    nudge: (nudge: Nudge) => void nudges.add(nudge),
    takeNudges: (): Nudge[] => {
      const taken = [...nudges];
      nudges.clear();
      return taken;
    },
  };
}

const p = sql.placeholder;

/** The statements that are more than a row by its key. */
function queries(kit: Kit, db: Database, t: Tables) {
  const { subjects, arrivals, notifications, incidents, members } = t;
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
  const owed = and(
    isNotNull(notifications.due_at),
    lte(notifications.due_at, p("now")),
  );

  return {
    organizations: db
      .select({ id: t.organizations.id, name: t.organizations.name })
      .from(t.organizations)
      .orderBy(asc(t.organizations.inserted_at), asc(t.organizations.id)),
    unresolvedIncident: db
      .select()
      .from(incidents)
      .where(
        and(
          eq(incidents.source_id, p("source_id")),
          eq(incidents.key, p("key")),
          isNull(incidents.resolved_at),
        ),
      ),

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

    recipients: db
      .select({
        device: t.devices,
        user: {
          id: t.users.id,
          name: t.users.name,
          email: t.users.email,
        },
      })
      .from(members)
      .innerJoin(t.users, eq(t.users.id, members.user_id))
      .innerJoin(t.devices, eq(t.devices.user_id, members.user_id))
      .where(eq(members.group_id, p("group_id")))
      .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
    /** Held: what of them is on its way decides what a recovery does. */
    openings: kit.lock(
      db
        .select({ opening: notifications, device: t.devices })
        .from(notifications)
        .leftJoin(t.devices, eq(t.devices.id, notifications.device_id))
        .where(
          and(
            eq(notifications.incident_id, p("incident_id")),
            eq(notifications.transition, "opened"),
          ),
        )
        .orderBy(asc(notifications.inserted_at), asc(notifications.id)),
      notifications,
    ),
    dueLanes: db
      .selectDistinct({ lane: notifications.lane })
      .from(notifications)
      .where(owed),
    dueInLane: kit.lock(
      db
        .select()
        .from(notifications)
        .where(and(eq(notifications.lane, p("lane")), owed))
        .orderBy(asc(notifications.due_at))
        .limit(p("limit")),
      notifications,
      "skip locked",
    ),
    nextPush: db
      .select({ at: min(notifications.due_at) })
      .from(notifications)
      .where(
        and(
          isNotNull(notifications.due_at),
          gt(notifications.due_at, p("now")),
        ),
      ),
    /** The other devices of a person that an incident's pushes wait for. */
    hurryOthers: db
      .update(notifications)
      .set({ due_at: sql`${p("now")}` })
      .where(
        and(
          eq(notifications.incident_id, p("incident_id")),
          eq(notifications.user_id, p("user_id")),
          eq(notifications.state, "queued"),
          gt(notifications.due_at, p("now")),
        ),
      ),

    nextIncidentNumber: db
      .update(t.counters)
      .set({
        last_incident_number: sql`${t.counters.last_incident_number} + 1`,
      })
      .where(eq(t.counters.org_id, p("org_id")))
      .returning({ number: t.counters.last_incident_number }),
    bumpRevision: db
      .update(t.organizations)
      .set({ revision: sql`${t.organizations.revision} + 1` })
      .where(eq(t.organizations.id, p("id")))
      .returning({ revision: t.organizations.revision }),

    /** The newest refused deliveries of one URL beyond those that are kept. */
    inboundBeyond: db
      .select({ id: t.inbound_events.id })
      .from(t.inbound_events)
      .where(eq(t.inbound_events.target_id, p("target_id")))
      .orderBy(desc(t.inbound_events.received_at), desc(t.inbound_events.id))
      .limit(100)
      .offset(p("kept")),
    unresolvedOf: db
      .select({ id: incidents.id })
      .from(incidents)
      .where(
        and(
          inArray(incidents.status, ["open", "acknowledged"]),
          eq(incidents.source_id, p("source_id")),
        ),
      ),
  };
}
