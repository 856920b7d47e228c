/** What procedures work with: the tables, the kept statements, and new ids. */
import {
  and,
  asc,
  desc,
  eq,
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
import { statementsOf, type Database } from "./statements.ts";
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

export function contextOf(db: Database, t: Tables) {
  const of = Object.fromEntries(
    Object.entries(t).map(([name, table]) => [name, statementsOf(db, table)]),
  ) as { [N in keyof Tables]: ReturnType<typeof statementsOf<Tables[N]>> };
  const nudges = new Set<Nudge>();
  return {
    db,
    t,
    of,
    q: queries(db, t),
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
function queries(db: Database, t: Tables) {
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

    /** Due checks with what they need, longest overdue first. */
    dueChecks: db
      .select({
        // Not the whole row: its results are the bulk of it, and nobody looks at them here.
        subject: {
          id: subjects.id,
          org_id: subjects.org_id,
          due_at: subjects.due_at,
        },
        monitor: t.health_check_monitors,
      })
      .from(subjects)
      .innerJoin(
        t.health_check_monitors,
        eq(t.health_check_monitors.id, subjects.id),
      )
      .where(lte(subjects.due_at, p("now")))
      .orderBy(asc(subjects.due_at))
      .limit(p("limit")),
    /** Repeats what it believed: of two that claim one check, one gets no row. */
    claimCheck: db
      .update(subjects)
      .set({
        lease_token: sql`${p("lease_token")}`,
        due_at: sql`${p("due_at")}`,
      })
      .where(
        and(
          eq(subjects.id, p("id")),
          eq(subjects.due_at, p("believed_due_at")),
        ),
      )
      .returning({ id: subjects.id }),
    nextCheck: db.select({ at: min(subjects.due_at) }).from(subjects),
    dueWakes: db
      .select({ id: subjects.id })
      .from(subjects)
      .where(lte(subjects.wake_at, p("now")))
      .orderBy(asc(subjects.wake_at))
      .limit(p("limit")),
    nextWake: db.select({ at: min(subjects.wake_at) }).from(subjects),
    /** Checks that were under way or due when the daemon stopped are due now. */
    beginAgain: db
      .update(subjects)
      .set({ lease_token: null, due_at: sql`${p("now")}` })
      .where(
        sql`${subjects.due_at} is not null and (${subjects.lease_token} is not null or ${subjects.due_at} < ${p("now")})`,
      ),

    addArrivals: db
      .insert(arrivals)
      .values({
        subject_id: p("subject_id") as never,
        at: p("at") as never,
        count: p("count") as never,
      })
      .onConflictDoUpdate({
        target: [arrivals.subject_id, arrivals.at],
        set: { count: sql`${arrivals.count} + excluded.count` },
      }),
    arrivalsBetween: db
      .select({
        count: sql<number>`coalesce(sum(${arrivals.count}), 0)`,
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
    openings: db
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
    dueLanes: db
      .selectDistinct({ lane: notifications.lane })
      .from(notifications)
      .where(owed),
    dueInLane: db
      .select()
      .from(notifications)
      .where(and(eq(notifications.lane, p("lane")), owed))
      .orderBy(asc(notifications.due_at))
      .limit(p("limit")),
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
      .update(t.organizations)
      .set({
        last_incident_number: sql`${t.organizations.last_incident_number} + 1`,
      })
      .where(eq(t.organizations.id, p("id")))
      .returning({ number: t.organizations.last_incident_number }),
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
