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
  };
}
