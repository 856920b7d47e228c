/** Reads for public status pages: the pages, and the published incidents. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from "drizzle-orm";
import type {
  Incident,
  Instant,
  StatusPage,
  Subscriber,
  SubscriberCounts,
} from "../../core/model/model.ts";
import { slugOf } from "../../core/status/status-page.ts";
import { publicKinds, type PublicEntry } from "../../core/status/public-incident.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { among, pageOf, type PageQuery, type Reader } from "../queries/reader.ts";

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
  | "mail_updates"
  | "inserted_at"
> & { has_logo: boolean };

export type AnnouncingPage = Pick<StatusPage, "id" | "org_id" | "sections">;

export interface LinkedSubscriber {
  subscriber: Subscriber;
  secret: string;
  /** The title of the page; null: it is deleted. */
  title: string | null;
  /** The page in its address; null: it is deleted or off. */
  slug: string | null;
}

export interface PublishedIncident {
  incident: Incident;
  /** The public updates, their corrections and removals, oldest first. */
  timeline: PublicEntry[];
}

export function statusPageReads(c: Context, read: Reader) {
  const { db, t } = c;
  const { status_pages, subscribers, incidents, timeline } = t;

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

    /** The pages with subscribers, for announcements of planned maintenance. */
    announcing_pages: read(function* (): Procedure<AnnouncingPage[]> {
      const { id, org_id, sections } = status_pages;
      return yield* rows(
        db
          .select({ id, org_id, sections })
          .from(status_pages)
          .where(
            and(
              eq(status_pages.mail_updates, true),
              sql`${status_pages.public} <> 'off'`,
              exists(
                db
                  .select({ id: subscribers.id })
                  .from(subscribers)
                  .where(and(eq(subscribers.page_id, id), isNotNull(subscribers.confirmed_at))),
              ),
            ),
          ),
      );
    }),

    /** The subscribers of a page, confirmed or not. */
    subscribers: read((query: PageQuery & { page_id: string }): Procedure<Subscriber[]> =>
      pageOf(
        c,
        subscribers,
        subscribers.inserted_at,
        query,
        eq(subscribers.page_id, query.page_id),
      ),
    ),

    /** The number of subscribers of a page, and how many of them have not confirmed. */
    subscriber_counts: read(function* (page_id: string): Procedure<SubscriberCounts> {
      const [counts] = yield* rows(
        db
          .select({ all: count(), confirmed: count(subscribers.confirmed_at) })
          .from(subscribers)
          .where(eq(subscribers.page_id, page_id)),
      );
      const { all = 0, confirmed = 0 } = counts ?? {};
      return { confirmed, unconfirmed: all - confirmed };
    }),

    /** A subscriber for the links of its mails, with the secret that signs them; null: none, or no page any more. */
    subscriber: read(function* (id: string): Procedure<LinkedSubscriber | null> {
      const subscriber = yield* c.of.subscribers.first({ id });
      const organization =
        subscriber && (yield* c.of.organizations.first({ id: subscriber.org_id }));
      if (!subscriber || !organization) return null;
      const [page] = yield* rows(
        db
          .select({
            id: status_pages.id,
            title: status_pages.title,
            slug: status_pages.slug,
            public: status_pages.public,
          })
          .from(status_pages)
          .where(eq(status_pages.id, subscriber.page_id)),
      );
      return {
        subscriber,
        secret: organization.action_secret,
        title: page?.title ?? null,
        slug: page ? slugOf(page) : null,
      };
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
              inArray(timeline.kind, publicKinds),
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
