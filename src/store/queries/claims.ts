/** Statements that claim pushes of the outbox. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Instant } from "../../core/model/model.ts";

export function claimQueries(kit: Kit, db: Database, t: Tables) {
  const { notifications } = t;
  const owed = (p: Placeholders<{ now: Instant }>) =>
    and(isNotNull(notifications.due_at), lte(notifications.due_at, p("now")));

  /** Notifications of a list: due, or queued for a summary or the message about a gap; without rows that others are claiming. */
  const unclaimed = (p: Placeholders<{ ids: string; now: Instant }>) =>
    inArray(
      notifications.id,
      kit.lock(
        db
          .select({ id: notifications.id })
          .from(notifications)
          .where(
            and(
              kit.isIn(notifications.id, p("ids")),
              isNotNull(notifications.due_at),
              or(lte(notifications.due_at, p("now")), eq(notifications.state, "queued")),
            ),
          ),
        notifications,
        "skip locked",
      ),
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
          attempted_at: sql`coalesce(${notifications.attempted_at}, cast(${p("now")} as bigint))`,
          due_at: sql`${p("until")}`,
          perhaps_delivered: sql`${notifications.perhaps_delivered} or ${notifications.state} = 'leased'`,
          // The lifetime of a push on hold begins when the hold ends.
          expires_at: sql`case when ${notifications.state} = 'held' then cast(${p("expires_at")} as bigint) else ${notifications.expires_at} end`,
        })
        .where(unclaimed(p))
        .returning({
          id: notifications.id,
          attempts: notifications.attempts,
          priority: notifications.priority,
        }),
    );

  return {
    dueLanes: taking((p: Placeholders<{ now: Instant }>) =>
      db.selectDistinct({ lane: notifications.lane }).from(notifications).where(owed(p)),
    ),
    /** Devices that something is due to in a lane: those with a page first, and then the longest due. */
    dueDevices: taking((p: Placeholders<{ lane: string; limit: number; now: Instant }>) =>
      db
        .select({ device_id: notifications.device_id })
        .from(notifications)
        .where(and(eq(notifications.lane, p("lane")), owed(p)))
        .groupBy(notifications.device_id)
        .orderBy(
          sql`min(case ${notifications.transition} when 'opened' then 0 else 1 end)`,
          sql`min(${notifications.due_at})`,
          notifications.device_id,
        )
        .limit(p("limit")),
    ),
    /**
     * The next due pushes of a device in order of time, and those that wait for its next summary or for the
     * message about a gap, after the one with the id `after_id`; without rows that others are claiming, and
     * without those since `since` of the groups in `waiting`.
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
          waiting: string;
          since: Instant;
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
                or(
                  lte(notifications.inserted_at, p("since")),
                  isNull(notifications.alert_group_id),
                  not(kit.isIn(notifications.alert_group_id, p("waiting"))),
                ),
              ),
            )
            .orderBy(asc(notifications.inserted_at), asc(notifications.id))
            .limit(p("limit")),
          notifications,
          "skip locked",
        ),
    ),
    /** Groups with a large delivery that is being decided since an instant. */
    groupsUnderDelivery: taking((p: Placeholders<{ since: Instant }>) =>
      db
        .selectDistinct({ id: t.unfinished_deliveries.subject_id })
        .from(t.unfinished_deliveries)
        .where(gt(t.unfinished_deliveries.at, p("since"))),
    ),
    /** Claims the pushes of a list that are still unclaimed and to be sent. */
    leaseAll: leasing({}),
    /** The same, and moves them into the summary of their device. */
    leaseInStorm: leasing(inStorm),
    /** Pushes that were under way when the only process of the database ended: their claims have run out now. */
    endClaims: taking((p: Placeholders<{ now: Instant }>) =>
      db
        .update(notifications)
        .set({ due_at: sql`${p("now")}` })
        .where(and(eq(notifications.state, "leased"), gt(notifications.due_at, p("now")))),
    ),
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
  };
}
