/** Reads for public status pages: the pages, and the published incidents. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from "drizzle-orm";
import type { Incident, Instant, StatusPage, TimelineEntry } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { among, type Reader } from "../queries/reader.ts";

/** A public status page without its logo, which is read only where it is sent. */
export type PublicPage = Pick<
  StatusPage,
  | "id"
  | "org_id"
  | "title"
  | "slug"
  | "description"
  | "timezone"
  | "public"
  | "sections"
  | "inserted_at"
> & { has_logo: boolean };

export interface PublishedIncident {
  incident: Incident;
  /** The public updates and their removals, oldest first. */
  timeline: Pick<TimelineEntry, "at" | "kind" | "text" | "public_state">[];
}

export function statusPageReads({ db, t }: Context, read: Reader) {
  const { status_pages, incidents, timeline } = t;

  return {
    /** The status pages that are not switched off, of an organization or of all (null). */
    status_pages: read(function* (org_id: string | null): Procedure<PublicPage[]> {
      const { logo, ...columns } = getTableColumns(status_pages);
      const pages = yield* rows(
        db
          .select({
            ...columns,
            has_logo: sql<number>`case when ${logo} is null then 0 else 1 end`.mapWith(Number),
          })
          .from(status_pages)
          .where(
            and(
              sql`${status_pages.public} <> 'off'`,
              org_id === null ? undefined : eq(status_pages.org_id, org_id),
            ),
          ),
      );
      return pages.map((page) => ({ ...page, has_logo: page.has_logo === 1 }));
    }),

    /** The logo of a page, as a `data:` URL; null: it has none. */
    status_page_logo: read(function* (id: string): Procedure<string | null> {
      const [found] = yield* rows(
        db.select({ logo: status_pages.logo }).from(status_pages).where(eq(status_pages.id, id)),
      );
      return found?.logo ?? null;
    }),

    /** Published incidents on a page that are unresolved or were resolved after `since`, newest first. */
    published_incidents: read(function* (query: {
      org_id: string;
      page_id: string;
      since: Instant;
      limit: number;
    }): Procedure<PublishedIncident[]> {
      const { org_id, page_id, since, limit } = query;
      const updates = yield* rows(
        db
          .select()
          .from(incidents)
          .where(
            and(
              eq(incidents.org_id, org_id),
              isNotNull(incidents.published_at),
              sql`${incidents.published_on} like ${`%"${page_id}"%`}`,
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
