/** Reads for public status pages: which groups have one, and the published updates. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { AlertGroup, Incident, Instant, TimelineEntry } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { among, type Reader } from "../queries/reader.ts";

/** A group with a public status page. */
export type StatusPage = Pick<
  AlertGroup,
  | "id"
  | "org_id"
  | "title"
  | "status_page"
  | "status_page_slug"
  | "status_page_title"
  | "status_page_description"
>;

export interface PublishedIncident {
  incident: Incident;
  /** The public updates and their removals, oldest first. */
  timeline: Pick<TimelineEntry, "at" | "kind" | "text">[];
}

export function statusPageReads({ db, t }: Context, read: Reader) {
  const { alert_groups, incidents, timeline } = t;

  return {
    /** The status pages of all organizations. */
    status_pages: read((): Procedure<StatusPage[]> =>
      rows(
        db
          .select({
            id: alert_groups.id,
            org_id: alert_groups.org_id,
            title: alert_groups.title,
            status_page: alert_groups.status_page,
            status_page_slug: alert_groups.status_page_slug,
            status_page_title: alert_groups.status_page_title,
            status_page_description: alert_groups.status_page_description,
          })
          .from(alert_groups)
          .where(sql`${alert_groups.status_page}`),
      ),
    ),

    /** Published incidents of a group that are unresolved or were resolved after `since`, newest first. */
    published_incidents: read(function* (query: {
      alert_group_id: string;
      since: Instant;
      limit: number;
    }): Procedure<PublishedIncident[]> {
      const { alert_group_id, since, limit } = query;
      const updates = yield* rows(
        db
          .select()
          .from(incidents)
          .where(
            and(
              eq(incidents.alert_group_id, alert_group_id),
              isNotNull(incidents.published_at),
              or(isNull(incidents.resolved_at), gt(incidents.resolved_at, since)),
            ),
          )
          .orderBy(desc(incidents.opened_at), desc(incidents.id))
          .limit(limit),
      );
      const entries = yield* rows(
        db
          .select()
          .from(timeline)
          .where(
            and(
              among(
                timeline.incident_id,
                updates.map(({ id }) => id),
              ),
              inArray(timeline.kind, ["published", "unpublished"]),
            ),
          )
          .orderBy(asc(timeline.at), asc(timeline.id)),
      );
      const of = Map.groupBy(entries, ({ incident_id }) => incident_id);
      return updates.map((incident) => ({
        incident,
        timeline: of.get(incident.id) ?? [],
      }));
    }),
  };
}
