/** Statements about recipients and the outbox. */
import { and, asc, eq, gt, gte, isNotNull, isNull, lte, min, ne, or, sql } from "drizzle-orm";
import type { Batch } from "../../core/model/model.ts";
import type { Kit } from "../kit/kit.ts";
import type { Database } from "../sqlite/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Instant } from "../../core/model/model.ts";

/** Names a batch of notifications. */
type BatchParams = Pick<Batch, "batch_kind" | "batch_key">;

export function pushQueries(kit: Kit, db: Database, t: Tables) {
  const { members, notifications } = t;
  const owed = (p: Placeholders<{ now: Instant }>) =>
    and(isNotNull(notifications.due_at), lte(notifications.due_at, p("now")));

  /** Of a list: due, or queued for a summary or the message about a gap. */
  const unclaimed = (p: Placeholders<{ ids: string; now: Instant }>) =>
    and(
      kit.isIn(notifications.id, p("ids")),
      isNotNull(notifications.due_at),
      or(lte(notifications.due_at, p("now")), eq(notifications.state, "queued")),
    );
  /** The summary of the push's own device. */
  const inStorm = { batch_kind: "storm" as const, batch_key: sql`${notifications.device_id}` };
  const leasing = (more: Partial<typeof inStorm>) =>
    taking((p: Placeholders<{ ids: string; now: Instant; until: Instant; expires_at: Instant }>) =>
      db
        .update(notifications)
        .set({
          ...more,
          state: "leased",
          attempts: sql`${notifications.attempts} + 1`,
          due_at: sql`${p("until")}`,
          perhaps_delivered: sql`${notifications.perhaps_delivered} or ${notifications.state} = 'leased'`,
          // The lifetime of a push on hold begins when the hold ends.
          expires_at: sql`case when ${notifications.state} = 'held' then cast(${p("expires_at")} as bigint) else ${notifications.expires_at} end`,
        })
        .where(unclaimed(p))
        .returning({ id: notifications.id, attempts: notifications.attempts }),
    );

  return {
    recipients: taking((p: Placeholders<{ group_id: string }>) =>
      db
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
    ),
    membersOf: taking((p: Placeholders<{ group_id: string }>) =>
      db
        .select({
          member: members,
          user: { id: t.users.id, name: t.users.name, email: t.users.email },
        })
        .from(members)
        .innerJoin(t.users, eq(t.users.id, members.user_id))
        .where(eq(members.group_id, p("group_id")))
        .orderBy(asc(members.inserted_at), asc(members.user_id)),
    ),
    drillsUnderWay: taking((p: Placeholders<{ alert_group_id: string }>) =>
      db
        .select()
        .from(t.drills)
        .where(and(eq(t.drills.alert_group_id, p("alert_group_id")), isNull(t.drills.ended_at)))
        .orderBy(asc(t.drills.at), asc(t.drills.id)),
    ),
    drillPeople: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(t.drill_people)
        .where(kit.isIn(t.drill_people.drill_id, p("ids")))
        .orderBy(asc(t.drill_people.user_id)),
    ),
    /** A person answers every drill that is under way. */
    answerDrills: taking((p: Placeholders<{ now: Instant; device_id: string; user_id: string }>) =>
      db
        .update(t.drill_people)
        .set({
          answered_at: sql`${p("now")}`,
          device_id: sql`${p("device_id")}`,
        })
        .where(
          and(
            eq(t.drill_people.user_id, p("user_id")),
            isNull(t.drill_people.answered_at),
            sql`exists (select 1 from ${t.drills} where ${t.drills.id} = ${t.drill_people.drill_id} and ${t.drills.ended_at} is null)`,
          ),
        ),
    ),
    /** The names of a person's other devices that an incident's opening has reached. */
    reachedOthers: taking(
      (p: Placeholders<{ incident_id: string | null; user_id: string; device_id: string }>) =>
        db
          .selectDistinct({ id: t.devices.id, name: t.devices.name })
          .from(notifications)
          .innerJoin(t.devices, eq(t.devices.id, notifications.device_id))
          .where(
            and(
              eq(notifications.incident_id, p("incident_id")),
              eq(notifications.user_id, p("user_id")),
              eq(notifications.transition, "opened"),
              eq(notifications.state, "delivered"),
              ne(notifications.device_id, p("device_id")),
            ),
          )
          .orderBy(t.devices.id),
    ),
    /** Locked: their state decides the state of a recovery. */
    pages: taking((p: Placeholders<{ incident_id: string }>) =>
      kit.lock(
        db
          .select({ page: notifications, device: t.devices })
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
    ),
    dueLanes: taking((p: Placeholders<{ now: Instant }>) =>
      db.selectDistinct({ lane: notifications.lane }).from(notifications).where(owed(p)),
    ),
    /** Devices that something is due to in a lane, the longest due first. */
    dueDevices: taking((p: Placeholders<{ lane: string; limit: number; now: Instant }>) =>
      db
        .select({ device_id: notifications.device_id })
        .from(notifications)
        .where(and(eq(notifications.lane, p("lane")), owed(p)))
        .groupBy(notifications.device_id)
        .orderBy(sql`min(${notifications.due_at})`, notifications.device_id)
        .limit(p("limit")),
    ),
    /**
     * The next due pushes of a device in order of time, and those that wait for its next summary or for the
     * message about a gap, after the one with the id `after_id`; without rows that others are claiming.
     */
    dueOfDevice: taking(
      (
        p: Placeholders<{
          lane: string;
          device_id: string;
          now: Instant;
          after_at: Instant;
          after_id: string;
          limit: number;
        }>,
      ) =>
        kit.lock(
          db
            .select()
            .from(notifications)
            .where(
              and(
                eq(notifications.lane, p("lane")),
                isNotNull(notifications.due_at),
                eq(notifications.device_id, p("device_id")),
                sql`(${notifications.inserted_at}, ${notifications.id}) > (${p("after_at")}, ${p("after_id")})`,
                or(
                  lte(notifications.due_at, p("now")),
                  and(
                    eq(notifications.batch_kind, "storm"),
                    eq(notifications.state, "queued"),
                    eq(notifications.attempts, 0),
                  ),
                  and(eq(notifications.batch_kind, "blind"), eq(notifications.state, "queued")),
                ),
              ),
            )
            .orderBy(asc(notifications.inserted_at), asc(notifications.id))
            .limit(p("limit")),
          notifications,
          "skip locked",
        ),
    ),
    /** Claims the pushes of a list that nobody has claimed or dropped since they were read. */
    leaseAll: leasing({}),
    /** The same, and moves them into the summary of their device. */
    leaseInStorm: leasing(inStorm),
    /** Queues the pushes of a list until `due_at`, for the summary of their device. */
    deferAll: taking((p: Placeholders<{ ids: string; now: Instant; due_at: Instant }>) =>
      db
        .update(notifications)
        .set({
          ...inStorm,
          due_at: sql`${p("due_at")}`,
          state: "queued",
        })
        .where(unclaimed(p)),
    ),
    /** The pushes of a batch that a device received. */
    sentOfBatch: taking((p: Placeholders<{ device_id: string; since: Instant } & BatchParams>) =>
      db
        .select()
        .from(notifications)
        .where(
          and(
            eq(notifications.device_id, p("device_id")),
            gte(notifications.inserted_at, p("since")),
            eq(notifications.batch_kind, p("batch_kind")),
            eq(notifications.batch_key, p("batch_key")),
            eq(notifications.state, "delivered"),
          ),
        )
        .orderBy(asc(notifications.inserted_at), asc(notifications.id)),
    ),
    /** Makes the waiting pushes of a batch due, except those whose push server asked for the wait. */
    hurryBatch: taking((p: Placeholders<{ now: Instant } & BatchParams>) =>
      db
        .update(notifications)
        .set({ due_at: sql`${p("now")}` })
        .where(
          and(
            isNotNull(notifications.due_at),
            eq(notifications.batch_kind, p("batch_kind")),
            eq(notifications.batch_key, p("batch_key")),
            eq(notifications.state, "queued"),
            eq(notifications.wait_asked, false),
          ),
        ),
    ),
    /**
     * The latest pushes of a device, and the contents of the summary that it shows: the next ones after the
     * one with the id `after_id`, in order of time.
     */
    sentToDevice: taking(
      (
        p: Placeholders<{
          device_id: string;
          lately: Instant;
          after_at: Instant;
          after_id: string;
          limit: number;
        }>,
      ) =>
        db
          .select({
            id: notifications.id,
            incident_id: notifications.incident_id,
            transition: notifications.transition,
            batch_kind: notifications.batch_kind,
            batch_key: notifications.batch_key,
            due_at: notifications.due_at,
            delivered_at: notifications.delivered_at,
            inserted_at: notifications.inserted_at,
            priority: notifications.priority,
            title: notifications.title,
          })
          .from(notifications)
          .where(
            and(
              eq(notifications.device_id, p("device_id")),
              sql`(${notifications.inserted_at}, ${notifications.id}) > (${p("after_at")}, ${p("after_id")})`,
              or(
                gt(notifications.delivered_at, p("lately")),
                eq(notifications.state, "leased"),
                and(eq(notifications.batch_kind, "storm"), eq(notifications.state, "delivered")),
              ),
            ),
          )
          .orderBy(asc(notifications.inserted_at), asc(notifications.id))
          .limit(p("limit")),
    ),
    /** Openings that devices show by themselves, of the incidents of a list. */
    shownAlone: taking((p: Placeholders<{ incident_ids: string; device_id: string }>) =>
      db
        .select({ incident_id: notifications.incident_id })
        .from(notifications)
        .where(
          and(
            kit.isIn(notifications.incident_id, p("incident_ids")),
            eq(notifications.device_id, p("device_id")),
            eq(notifications.transition, "opened"),
            eq(notifications.state, "delivered"),
            or(isNull(notifications.batch_kind), ne(notifications.batch_kind, "storm")),
          ),
        ),
    ),
    silencesOf: taking((p: Placeholders<{ org_id: string; now: Instant }>) =>
      db
        .select()
        .from(t.silences)
        .where(
          and(
            eq(t.silences.org_id, p("org_id")),
            or(isNull(t.silences.until), gt(t.silences.until, p("now"))),
          ),
        ),
    ),
    /** Makes held pushes due for re-evaluation. */
    reevaluateHeld: taking((p: Placeholders<{ now: Instant; org_id: string }>) =>
      db
        .update(notifications)
        .set({ due_at: sql`${p("now")}` })
        .where(and(eq(notifications.org_id, p("org_id")), eq(notifications.state, "held"))),
    ),
    nextPush: taking((p: Placeholders<{ now: Instant }>) =>
      db
        .select({ at: min(notifications.due_at) })
        .from(notifications)
        .where(and(isNotNull(notifications.due_at), gt(notifications.due_at, p("now")))),
    ),
    /**
     * Makes the pushes of an incident to a person's other devices due. A device whose push server asked for
     * the wait keeps its time.
     */
    hurryOthers: taking(
      (
        p: Placeholders<{
          now: Instant;
          incident_id: string | null;
          user_id: string;
          device_id: string;
        }>,
      ) =>
        db
          .update(notifications)
          .set({ due_at: sql`${p("now")}` })
          .where(
            and(
              eq(notifications.incident_id, p("incident_id")),
              eq(notifications.user_id, p("user_id")),
              ne(notifications.device_id, p("device_id")),
              eq(notifications.state, "queued"),
              eq(notifications.wait_asked, false),
              gt(notifications.due_at, p("now")),
            ),
          ),
    ),
  };
}
