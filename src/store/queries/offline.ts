/** Statements about the outbox while this service has no network, and when it is back. */
import { and, eq, gte, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { homeLanes } from "../../channel/registry.ts";
import { urgent } from "../../core/gap/gap.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Instant } from "../../core/model/model.ts";

export function offlineQueries(kit: Kit, db: Database, t: Tables) {
  const { notifications } = t;
  /** Unsent pushes about the outage, or about monitors missed during it. */
  const unsentAboutMissed = (p: Placeholders<{ from: Instant }>) =>
    and(
      isNotNull(notifications.due_at),
      gte(notifications.inserted_at, p("from")),
      eq(notifications.state, "queued"),
      or(
        eq(notifications.transition, "offline"),
        inArray(
          notifications.incident_id,
          db
            .select({ id: t.incidents.id })
            .from(t.incidents)
            .where(
              and(
                eq(t.incidents.source, "health_check_monitor"),
                gte(t.incidents.opened_at, p("from")),
              ),
            ),
        ),
      ),
    );

  return {
    /** Devices that a page about this service's own network waits for. */
    offlinePages: db
      .select({ device_id: notifications.device_id })
      .from(notifications)
      .where(and(isNotNull(notifications.due_at), eq(notifications.transition, "offline"))),
    /** Postpones pushes for the configured servers during a network outage, except urgent pages. */
    postpone: taking((p: Placeholders<{ until: Instant; from: Instant }>) =>
      db
        .update(notifications)
        .set({ due_at: sql`${p("until")}` })
        .where(
          and(
            unsentAboutMissed(p),
            inArray(notifications.lane, homeLanes),
            or(eq(notifications.transition, "offline"), lt(notifications.priority, urgent)),
          ),
        ),
    ),
    dropOfflinePages: db
      .update(notifications)
      .set({
        state: "dropped",
        due_at: null,
        last_error: "the network was back before it was sent",
      })
      .where(
        and(
          isNotNull(notifications.due_at),
          eq(notifications.transition, "offline"),
          eq(notifications.state, "queued"),
        ),
      ),
    /** Pushes that could not be sent without a network, about that or about missed monitors. */
    unsentSince: taking((p: Placeholders<{ from: Instant }>) =>
      kit.lock(
        db.select().from(notifications).where(unsentAboutMissed(p)),
        notifications,
        "skip locked",
      ),
    ),
  };
}
