/** Statements about incidents, organizations and inbound events. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  sql,
  type Placeholder,
  type SQL,
} from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { DeliveryRing, Instant } from "../../core/model/model.ts";

interface InRing {
  target_id: string;
  ring: DeliveryRing;
  kept: number;
}

/** Incidents that are taken as over in one transaction. */
export const assumedAtOnce = 25;

/** The columns of a live event that are given. */
function eventColumns({ events }: Tables) {
  const { org_id, at, kind, object_id, about } = events;
  return { org_id, at, kind, object_id, about };
}

export function incidentQueries(kit: Kit, db: Database, t: Tables) {
  const { incidents } = t;
  /** The unresolved incidents of a source. */
  const unresolved = (p: Placeholders<{ source_id: string }>) =>
    and(eq(incidents.source_id, p("source_id")), isNull(incidents.resolved_at));
  const inRing = (p: Placeholders<InRing>) =>
    and(eq(t.inbound_events.target_id, p("target_id")), eq(t.inbound_events.ring, p("ring")));
  const deleteBeyond = (which: SQL | undefined, kept: Placeholder) =>
    db
      .delete(t.inbound_events)
      .where(
        inArray(
          t.inbound_events.id,
          db
            .select({ id: t.inbound_events.id })
            .from(t.inbound_events)
            .where(which)
            .orderBy(desc(t.inbound_events.received_at), desc(t.inbound_events.id))
            .limit(1000)
            .offset(kept),
        ),
      );
  return {
    organizations: db
      .select({ id: t.organizations.id, name: t.organizations.name })
      .from(t.organizations)
      .orderBy(asc(t.organizations.inserted_at), asc(t.organizations.id)),
    unresolvedIncident: taking((p: Placeholders<{ key: string; source_id: string }>) =>
      db
        .select()
        .from(incidents)
        .where(and(unresolved(p), eq(incidents.key, p("key")))),
    ),
    /** The last incident of a source with this key, resolved or not. */
    latestIncident: taking((p: Placeholders<{ key: string; source_id: string }>) =>
      db
        .select()
        .from(incidents)
        .where(and(eq(incidents.source_id, p("source_id")), eq(incidents.key, p("key"))))
        .orderBy(desc(incidents.opened_at), desc(incidents.number))
        .limit(1),
    ),
    /** The unresolved incidents of a source with one of the `keys`. */
    unresolvedByKeys: taking((p: Placeholders<{ keys: string; source_id: string }>) =>
      db
        .select()
        .from(incidents)
        .where(and(unresolved(p), kit.isIn(incidents.key, p("keys")))),
    ),
    /** The sources and keys of the unresolved incidents of some sources. */
    unresolvedOfAny: taking((p: Placeholders<{ source_ids: string }>) =>
      db
        .select({ source_id: incidents.source_id, key: incidents.key })
        .from(incidents)
        .where(and(kit.isIn(incidents.source_id, p("source_ids")), isNull(incidents.resolved_at))),
    ),
    /** The numbers of the unresolved incidents of a group, those of its monitors included. */
    unresolvedOfGroup: taking((p: Placeholders<{ alert_group_id: string }>) =>
      db
        .select({ number: incidents.number })
        .from(incidents)
        .where(
          and(eq(incidents.alert_group_id, p("alert_group_id")), isNull(incidents.resolved_at)),
        )
        .orderBy(asc(incidents.number)),
    ),
    /** The numbers of the unresolved incidents that groups opened for alerts of other tools. */
    unresolvedAlerts: taking((p: Placeholders<{ org_id: string }>) =>
      db
        .select({ group_id: incidents.source_id, number: incidents.number })
        .from(incidents)
        .where(
          and(
            eq(incidents.org_id, p("org_id")),
            eq(incidents.source, "alert_group"),
            isNull(incidents.resolved_at),
          ),
        )
        .orderBy(asc(incidents.number)),
    ),
    /** Those of a source that are taken as over by now. */
    assumedOver: taking((p: Placeholders<{ now: Instant; source_id: string }>) =>
      db
        .select()
        .from(incidents)
        .where(and(unresolved(p), lte(incidents.resolve_at, p("now"))))
        .limit(assumedAtOnce),
    ),
    /** Incidents for which paging goes on now, of all organizations. */
    duePaging: taking((p: Placeholders<{ now: Instant; limit: number }>) =>
      db
        .select({ source_id: incidents.source_id, key: incidents.key })
        .from(incidents)
        .where(lte(incidents.act_at, p("now")))
        .orderBy(asc(incidents.act_at))
        .limit(p("limit")),
    ),
    /** Ends the paging of an incident that cannot continue: its subject is deleted, or has no open incident. */
    clearPaging: taking((p: Placeholders<{ source_id: string; key: string; now: Instant }>) =>
      db
        .update(incidents)
        .set({ act_at: null })
        .where(
          and(
            eq(incidents.source_id, p("source_id")),
            eq(incidents.key, p("key")),
            lte(incidents.act_at, p("now")),
          ),
        ),
    ),
    /** The next unresolved incidents of a group, after the one with the id `after`. */
    unresolvedAfter: taking(
      (p: Placeholders<{ alert_group_ids: string; after: string; limit: number }>) =>
        db
          .select({ id: incidents.id })
          .from(incidents)
          .where(
            and(
              kit.isIn(incidents.alert_group_id, p("alert_group_ids")),
              isNull(incidents.resolved_at),
              gt(incidents.id, p("after")),
            ),
          )
          .orderBy(asc(incidents.id))
          .limit(p("limit")),
    ),
    /** Re-evaluates paging for the unresolved incidents of a list, at this instant at the latest. */
    pageBy: taking((p: Placeholders<{ ids: string; now: Instant }>) =>
      db
        .update(incidents)
        .set({
          act_at: sql`case when ${incidents.act_at} <= ${p("now")} then ${incidents.act_at} else ${p("now")} end`,
        })
        .where(and(kit.isIn(incidents.id, p("ids")), isNull(incidents.resolved_at))),
    ),
    nextPaging: db
      .select({ at: min(incidents.act_at) })
      .from(incidents)
      .where(isNotNull(incidents.act_at)),
    /** When the next one after those will be. */
    nextResolve: taking((p: Placeholders<{ now: Instant; source_id: string }>) =>
      db
        .select({ at: min(incidents.resolve_at) })
        .from(incidents)
        .where(and(unresolved(p), gt(incidents.resolve_at, p("now")))),
    ),
    /** Takes the next `n` numbers; answers the last of them. */
    takeIncidentNumbers: taking((p: Placeholders<{ n: number; org_id: string }>) =>
      db
        .update(t.counters)
        .set({
          last_incident_number: sql`${t.counters.last_incident_number} + cast(${p("n")} as bigint)`,
        })
        .where(eq(t.counters.org_id, p("org_id")))
        .returning({ last: t.counters.last_incident_number }),
    ),
    bumpRevision: taking((p: Placeholders<{ id: string }>) =>
      db
        .update(t.organizations)
        .set({ revision: sql`${t.organizations.revision} + 1` })
        .where(eq(t.organizations.id, p("id")))
        .returning({ revision: t.organizations.revision }),
    ),
    /** Their places in the order are the database's to say. */
    addEvents: {
      statement: kit.insertAll(db, t.events, Object.keys(eventColumns(t))),
      columns: eventColumns(t),
    },
    /** Deletes the deliveries of one ring of a URL but the newest that are kept. */
    deleteDeliveries: taking((p: Placeholders<InRing>) => deleteBeyond(inRing(p), p("kept"))),
    /** The same of those that are `larger`, in bytes. */
    deleteLargeDeliveries: taking((p: Placeholders<InRing & { larger: number }>) =>
      deleteBeyond(and(inRing(p), gt(t.inbound_events.size, p("larger"))), p("kept")),
    ),
  };
}
