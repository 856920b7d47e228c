/** Statements about the audit log. */
import { and, asc, desc, eq, max } from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export const auditQueries = (kit: Kit, db: Database, { audit_events }: Tables) => ({
  /** From where a user signed in, the latest first. */
  signInsOf: taking((p: Placeholders<{ user_id: string }>) =>
    db
      .select({ agent: audit_events.agent, client_address: audit_events.client_address })
      .from(audit_events)
      .where(and(eq(audit_events.object_id, p("user_id")), eq(audit_events.action, "sign_in")))
      .orderBy(desc(audit_events.at))
      .limit(50),
  ),

  /** The last changes of objects, oldest first: one per object, several if they were made at once. */
  lastChanges: taking((p: Placeholders<{ ids: string }>) => {
    const last = db
      .select({ object_id: audit_events.object_id, at: max(audit_events.at).as("last_at") })
      .from(audit_events)
      .where(kit.isIn(audit_events.object_id, p("ids")))
      .groupBy(audit_events.object_id)
      .as("last");
    return db
      .select({
        object_id: audit_events.object_id,
        actor: audit_events.actor,
        at: audit_events.at,
      })
      .from(audit_events)
      .innerJoin(
        last,
        and(eq(last.object_id, audit_events.object_id), eq(last.at, audit_events.at)),
      )
      .orderBy(asc(audit_events.id));
  }),
});
