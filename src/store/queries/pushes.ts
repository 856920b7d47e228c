/** Who is told, and the outbox. */
import { and, asc, eq, gt, isNotNull, lte, min, sql } from "drizzle-orm";
import type { Kit } from "../kit.ts";
import type { Database } from "../kit.sqlite.ts";
import type { Tables } from "../tables.ts";

const p = sql.placeholder;

export function pushQueries(kit: Kit, db: Database, t: Tables) {
  const { members, notifications } = t;
  const owed = and(
    isNotNull(notifications.due_at),
    lte(notifications.due_at, p("now")),
  );

  return {
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
    /** What is due in a lane, push by push, the longest due first. */
    dueUnits: db
      .select({
        device_id: notifications.device_id,
        transition: notifications.transition,
        batch: notifications.batch,
        id: sql<string>`min(${notifications.id})`,
      })
      .from(notifications)
      .where(and(eq(notifications.lane, p("lane")), owed))
      .groupBy(
        notifications.device_id,
        notifications.transition,
        notifications.batch,
        sql`case when ${notifications.batch} is null then ${notifications.id} end`,
      )
      .orderBy(sql`min(${notifications.due_at})`, sql`min(${notifications.id})`)
      .limit(p("limit")),
    /** A notification that goes alone, if it is still due and nobody else is claiming it. */
    dueAlone: kit.lock(
      db
        .select()
        .from(notifications)
        .where(and(eq(notifications.id, p("id")), owed)),
      notifications,
      "skip locked",
    ),
    /** Those that go together, in the order in which they were queued. */
    dueTogether: kit.lock(
      db
        .select()
        .from(notifications)
        .where(
          and(
            eq(notifications.lane, p("lane")),
            owed,
            eq(notifications.device_id, p("device_id")),
            eq(notifications.transition, p("transition")),
            eq(notifications.batch, p("batch")),
          ),
        )
        .orderBy(asc(notifications.id)),
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
  };
}
