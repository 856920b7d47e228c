/** Incidents, organizations and what was refused. */
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../kit.sqlite.ts";
import type { Tables } from "../tables.ts";

const p = sql.placeholder;

export function incidentQueries(db: Database, t: Tables) {
  const { incidents } = t;
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
  };
}
