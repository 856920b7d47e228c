/** Statements about the outbox, drills and silences. */
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  min,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { Batch, Instant } from "../../core/model/model.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

/** Names a batch of notifications. */
type BatchParams = Pick<Batch, "batch_kind" | "batch_key">;

export function pushQueries(kit: Kit, db: Database, t: Tables) {
  const { notifications } = t;
  /** As in the partial index. */
  const held = sql`${notifications.state} = 'held'`;
  return {
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
    /** Deletes the people that the drills of a group asked, in one statement: a group can have many drills. */
    deleteDrillPeople: taking((p: Placeholders<{ alert_group_id: string }>) =>
      db.delete(t.drill_people).where(
        inArray(
          t.drill_people.drill_id,
          db
            .select({ id: t.drills.id })
            .from(t.drills)
            .where(eq(t.drills.alert_group_id, p("alert_group_id"))),
        ),
      ),
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
    /** How many attempts of a push may have arrived. */
    perhapsDelivered: taking((p: Placeholders<{ id: string }>) =>
      db
        .select({ count: count() })
        .from(t.notification_attempts)
        .where(
          and(
            eq(t.notification_attempts.notification_id, p("id")),
            eq(t.notification_attempts.outcome, "perhaps_delivered"),
          ),
        ),
    ),
    /** Makes the waiting pushes of a batch due, except those that keep their time. */
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
    /** The next pushes on hold of an organization, after the one with the id `after`. */
    heldAfter: taking((p: Placeholders<{ org_id: string; after: string; limit: number }>) =>
      db
        .select({
          id: notifications.id,
          incident_id: notifications.incident_id,
          transition: notifications.transition,
        })
        .from(notifications)
        .where(and(eq(notifications.org_id, p("org_id")), held, gt(notifications.id, p("after"))))
        .orderBy(asc(notifications.id))
        .limit(p("limit")),
    ),
    /** Makes the pushes on hold of a list due. */
    makeDue: taking((p: Placeholders<{ now: Instant; ids: string }>) =>
      db
        .update(notifications)
        .set({ due_at: sql`${p("now")}` })
        .where(and(kit.isIn(notifications.id, p("ids")), held)),
    ),
    nextPush: taking((p: Placeholders<{ now: Instant }>) =>
      db
        .select({ at: min(notifications.due_at) })
        .from(notifications)
        .where(and(isNotNull(notifications.due_at), gt(notifications.due_at, p("now")))),
    ),
    /**
     * Makes the pushes of an incident to a person's other devices due. A push whose server asked for the wait, or
     * may have accepted it, keeps its time.
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
