/** Statements about pages of an incident that were queued before an edit. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export function unsentQueries(kit: Kit, db: Database, { notifications }: Tables) {
  return {
    /** Makes the pushes on hold of an incident due for re-evaluation. */
    reevaluateHeldOf: taking((p: Placeholders<{ now: Instant; incident_id: string }>) =>
      db
        .update(notifications)
        .set({ due_at: sql`${p("now")}` })
        .where(
          and(eq(notifications.incident_id, p("incident_id")), eq(notifications.state, "held")),
        ),
    ),
    /** Gives the unsent pages of an incident another priority. */
    raiseUnsent: taking((p: Placeholders<{ incident_id: string; priority: number }>) =>
      db
        .update(notifications)
        .set({ priority: sql`${p("priority")}` })
        .where(
          and(
            eq(notifications.incident_id, p("incident_id")),
            eq(notifications.transition, "opened"),
            inArray(notifications.state, ["queued", "held"]),
          ),
        ),
    ),
    /** Cancels the unsent handovers of an incident to the devices of a list. */
    dropHandovers: taking((p: Placeholders<{ incident_id: string; ids: string }>) =>
      db
        .update(notifications)
        .set({ state: "dropped", due_at: null, last_error: "the incident came back" })
        .where(
          and(
            eq(notifications.incident_id, p("incident_id")),
            eq(notifications.transition, "handed_over"),
            inArray(notifications.state, ["queued", "held", "waiting"]),
            kit.isIn(notifications.device_id, p("ids")),
          ),
        ),
    ),
  };
}
