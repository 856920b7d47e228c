/** Reads of incidents: lists, one with its timeline, and the facts that explain its notifications. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  or,
  sql,
} from "drizzle-orm";
import type { Evidence } from "../../core/explain/explain.ts";
import type { ReachEvidence } from "../../core/explain/reach.ts";
import { receiptsOf, type Receipt } from "../../core/explain/receipt.ts";
import type { Guidance } from "../../core/incident/guidance.ts";
import type {
  Incident,
  IncidentStatus,
  Instant,
  Notification,
  TimelineEntry,
} from "../../core/model/model.ts";
import { kindsWith } from "../../resource/resources.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { loadGuidance } from "../records/guidance.ts";
import { reachEvidenceOf } from "./reach.ts";
import { evidenceOf, notificationsOf, receiptEvidenceOf } from "./evidence.ts";
import {
  afterPosition,
  containsText,
  countOf,
  inOrder,
  pageOf,
  when,
  type Page,
  type PageQuery,
  type Reader,
} from "../queries/reader.ts";

/** A page of incidents; absent filters match all. */
export interface IncidentQuery extends PageQuery {
  /** Incidents in one of these. */
  statuses?: readonly IncidentStatus[] | undefined;
  alert_group_id?: string | undefined;
  source_id?: string | undefined;
  /** Those whose monitor, or alert group, is declared by this project. */
  project?: string | undefined;
  /** Opened at or after. */
  since?: Instant | undefined;
  /** By number, for people. */
  number?: number | undefined;
  /** Part of the title, in any case. */
  search?: string | undefined;
  priority_level?: number | undefined;
  acknowledged_by?: string | undefined;
}

export interface IncidentDetails {
  incident: Incident;
  guidance: Guidance;
  timeline: TimelineEntry[];
  notifications: Notification[];
  receipts: Receipt[];
}

/** A page of the timelines of incidents; absent filters match all. */
export interface IncidentEventQuery
  extends PageQuery, Pick<IncidentQuery, "alert_group_id" | "source_id" | "project"> {
  incident_id?: string | undefined;
  /** Happened at or after. */
  since?: Instant | undefined;
}

/** An entry of a timeline, with the number of its incident. */
export interface IncidentEntry extends TimelineEntry {
  number: number;
}

/** Unresolved incidents: the first of them, and the number of all. */
export interface OpenIncidents {
  incidents: Incident[];
  open: number;
  acknowledged: number;
}

export function incidentReads(c: Context, read: Reader) {
  const { t, db } = c;
  const { incidents, timeline } = t;

  /** Asks for the resources of the project once: not for each incident, which takes a minute for many. */
  const declaredBy = (org_id: string, project: string) =>
    or(
      ...kindsWith("subject").map((kind) =>
        inArray(
          incidents.source_id,
          db
            .select({ id: t[kind].id })
            .from(t[kind])
            .where(and(eq(t[kind].org_id, org_id), eq(t[kind].project, project))),
        ),
      ),
    )!;

  const matching = (query: Omit<IncidentQuery, keyof Page>) =>
    and(
      when(query.statuses, (v) => inArray(incidents.status, [...v])),
      when(query.alert_group_id, (v) => eq(incidents.alert_group_id, v)),
      when(query.source_id, (v) => eq(incidents.source_id, v)),
      when(query.project, (v) => declaredBy(query.org_id, v)),
      when(query.since, (v) => gte(incidents.opened_at, v)),
      when(query.number, (v) => eq(incidents.number, v)),
      when(query.search, (v) => containsText(sql`${incidents.title}`, v)),
      when(query.priority_level, (v) => eq(incidents.priority_level, v)),
      when(query.acknowledged_by, (v) => eq(incidents.acknowledged_by, v)),
    );

  const unresolvedBy = (column: typeof incidents.alert_group_id | typeof incidents.source_id) =>
    read(function* (org_id: string): Procedure<Map<string, number>> {
      const selected = yield* rows(
        db
          .select({ id: column, count: count() })
          .from(incidents)
          .where(and(eq(incidents.org_id, org_id), isNull(incidents.resolved_at)))
          .groupBy(column),
      );
      return new Map(selected.map((row) => [row.id, row.count]));
    });

  return {
    incidents: read((query: IncidentQuery): Procedure<Incident[]> =>
      pageOf(c, incidents, incidents.opened_at, query, matching(query)),
    ),

    /** How many incidents match, on all pages. */
    incident_count: read((query: Omit<IncidentQuery, keyof Page>): Procedure<number> =>
      countOf(c, incidents, and(eq(incidents.org_id, query.org_id), matching(query))),
    ),

    /** The unresolved incidents of a group with these keys, by their keys. */
    open_incidents_by_key: read(function* (
      source_id: string,
      keys: readonly string[],
    ): Procedure<Map<string, Incident>> {
      const unresolved = yield* rows(c.q.unresolvedByKeys, {
        source_id,
        keys: JSON.stringify(keys),
      });
      return new Map(unresolved.map((incident) => [incident.key, incident]));
    }),

    /** Entries of the timelines of all incidents of an organization; absent filters match all. */
    incident_events: read(
      ({
        org_id,
        limit,
        after,
        order,
        incident_id,
        since,
        ...about
      }: IncidentEventQuery): Procedure<IncidentEntry[]> => {
        const entries = db
          .select({ ...getTableColumns(timeline), number: incidents.number })
          .from(timeline)
          .$dynamic();
        // SQLite keeps the order of a cross join, and so reads entries in their order up to the limit. Without it, each page
        // would read all incidents. Few incidents are read first.
        const isFew = incident_id !== undefined || about.source_id !== undefined;
        const joined = isFew
          ? entries.innerJoin(incidents, eq(incidents.id, timeline.incident_id))
          : entries.crossJoin(incidents);
        return rows(
          joined
            .where(
              and(
                eq(incidents.id, timeline.incident_id),
                eq(incidents.org_id, org_id),
                when(incident_id, (v) => eq(timeline.incident_id, v)),
                when(since, (v) => gte(timeline.at, v)),
                afterPosition(timeline.at, timeline.id, { after, order }),
                matching({ org_id, ...about }),
              ),
            )
            .orderBy(...inOrder(timeline.at, timeline.id, { order }))
            .limit(limit),
        );
      },
    ),

    /** null: no such incident. */
    incident: read(function* (org_id: string, id: string): Procedure<IncidentDetails | null> {
      const incident = yield* c.of.incidents.first({ id, org_id });
      if (!incident) return null;
      const entries = yield* rows(
        db
          .select()
          .from(timeline)
          .where(eq(timeline.incident_id, id))
          .orderBy(asc(timeline.at), asc(timeline.id)),
      );
      const notifications = yield* notificationsOf(c, id);
      const telling = yield* receiptEvidenceOf(c, incident, notifications);
      return {
        incident,
        guidance: yield* loadGuidance(c, incident),
        timeline: entries,
        notifications,
        receipts: receiptsOf(telling),
      };
    }),

    /** The facts that explain who was notified of an incident; null: no such incident. */
    evidence: read(function* (
      org_id: string,
      incident_id: string,
      now: Instant,
    ): Procedure<Evidence | null> {
      const incident = yield* c.of.incidents.first({ id: incident_id, org_id });
      return incident ? yield* evidenceOf(c, incident, now) : null;
    }),

    /** The facts that decide which people are reached, of incidents of one organization, in their order. */
    reach: read(
      (org_id: string, of: readonly Incident[], now: Instant): Procedure<ReachEvidence[]> =>
        reachEvidenceOf(c, org_id, of, now),
    ),

    /** When incidents opened since `since`; at most the newest `limit`. */
    opened_since: read(function* (
      org_id: string,
      since: Instant,
      limit: number,
    ): Procedure<Instant[]> {
      const selected = yield* rows(
        db
          .select({ at: incidents.opened_at })
          .from(incidents)
          .where(and(eq(incidents.org_id, org_id), gte(incidents.opened_at, since)))
          .orderBy(desc(incidents.opened_at))
          .limit(limit),
      );
      return selected.map(({ at }) => at);
    }),

    /** The number of unacknowledged incidents. */
    unacknowledged: read((org_id: string): Procedure<number> => {
      const { status, resolved_at } = incidents;
      const open = and(eq(incidents.org_id, org_id), isNull(resolved_at), eq(status, "open"));
      return countOf(c, incidents, open);
    }),

    /** The number of unresolved incidents of each group, or of each monitor, that has some. */
    unresolved_by_group: unresolvedBy(incidents.alert_group_id),
    unresolved_by_source: unresolvedBy(incidents.source_id),

    /** Unresolved, the unacknowledged first, then the newest first. */
    open_incidents: read(function* (org_id: string, limit: number): Procedure<OpenIncidents> {
      const unresolved = and(eq(incidents.org_id, org_id), isNull(incidents.resolved_at));
      const counts = yield* rows(
        db
          .select({ status: incidents.status, count: count() })
          .from(incidents)
          .where(unresolved)
          .groupBy(incidents.status),
      );
      const countOf = (status: string) => counts.find((row) => row.status === status)?.count ?? 0;
      const entries = yield* rows(
        db
          .select()
          .from(incidents)
          .where(unresolved)
          .orderBy(
            sql`case when ${incidents.status} = 'open' then 0 else 1 end`,
            desc(incidents.opened_at),
            desc(incidents.id),
          )
          .limit(limit),
      );
      return { incidents: entries, open: countOf("open"), acknowledged: countOf("acknowledged") };
    }),
  };
}
