/** Statements about subscribers of status pages: the mails that they were asked to confirm by, and those that are due. */
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from "drizzle-orm";
import type { Instant } from "../../../core/model/model.ts";
import { publicKinds } from "../../../core/status/public-incident.ts";
import type { Database, Kit } from "../../kit/kit.ts";
import type { Tables } from "../../kit/tables.ts";
import { taking, type Placeholders } from "../../kit/taking.ts";

export function subscriberQueries(kit: Kit, db: Database, t: Tables) {
  const { subscribers, notice_counters: counters, page_notices: notices, status_pages: pages } = t;
  const unconfirmed = isNull(subscribers.confirmed_at);
  /** Pages that send mails. */
  const mailing = and(eq(pages.mail_updates, true), sql`${pages.public} <> 'off'`);
  type Due = Placeholders<{ now: Instant; limit: number }>;
  const mayTry = (p: Due) => or(isNull(subscribers.retry_at), lte(subscribers.retry_at, p("now")));
  const ofMailing = eq(pages.id, subscribers.page_id);
  return {
    /** Confirmation mails of a mailbox, of all pages. */
    mailboxAsks: taking((p: Placeholders<{ mailbox_hash: string; since: Instant }>) =>
      db
        .select({ n: sql<number>`coalesce(sum(${subscribers.asks}), 0)`.mapWith(Number) })
        .from(subscribers)
        .where(
          and(
            eq(subscribers.mailbox_hash, p("mailbox_hash")),
            unconfirmed,
            gt(subscribers.asked_at, p("since")),
          ),
        ),
    ),
    pageAsks: taking((p: Placeholders<{ page_id: string; since: Instant }>) =>
      db
        .select({ n: count() })
        .from(subscribers)
        .where(
          and(
            eq(subscribers.page_id, p("page_id")),
            unconfirmed,
            gt(subscribers.asked_at, p("since")),
          ),
        ),
    ),
    pageSubscribers: taking((p: Placeholders<{ page_id: string }>) =>
      db
        .select({ n: count() })
        .from(subscribers)
        .where(eq(subscribers.page_id, p("page_id"))),
    ),
    confirmationsDue: taking((p: Due) =>
      db
        .select({ id: subscribers.id })
        .from(subscribers)
        .innerJoin(pages, ofMailing)
        .where(and(mailing, unconfirmed, eq(subscribers.ask_due, true), mayTry(p)))
        .orderBy(asc(subscribers.asked_at), asc(subscribers.id))
        .limit(p("limit")),
    ),
    /** Those that have not seen the last notice of their page, the longest wait first. */
    noticesDue: taking((p: Due) =>
      db
        .select({ id: subscribers.id })
        .from(pages)
        .innerJoin(counters, eq(counters.page_id, pages.id))
        .innerJoin(subscribers, ofMailing)
        .where(
          and(
            mailing,
            lt(subscribers.seen, counters.last),
            isNotNull(subscribers.confirmed_at),
            mayTry(p),
          ),
        )
        .orderBy(asc(subscribers.seen), asc(subscribers.id))
        .limit(p("limit")),
    ),
    /** A mail to a person waits for a slot. */
    mailWaits: taking((p: Placeholders<{ lane: string; now: Instant }>) =>
      db
        .select({ id: t.notifications.id })
        .from(t.notifications)
        .where(
          and(
            eq(t.notifications.lane, p("lane")),
            eq(t.notifications.state, "queued"),
            lte(t.notifications.due_at, p("now")),
          ),
        )
        .limit(1),
    ),
    /** The next notice after a number that is not too old. */
    nextNotice: taking((p: Placeholders<{ page_id: string; seen: number; since: Instant }>) =>
      db
        .select()
        .from(notices)
        .where(
          and(
            eq(notices.page_id, p("page_id")),
            gt(notices.number, p("seen")),
            gt(notices.at, p("since")),
          ),
        )
        .orderBy(asc(notices.number))
        .limit(1),
    ),
    /** The notices of a page about planned maintenance, oldest first. */
    plannedNotices: taking((p: Placeholders<{ page_id: string }>) =>
      db
        .select()
        .from(notices)
        .where(and(eq(notices.page_id, p("page_id")), isNull(notices.incident_id)))
        .orderBy(asc(notices.number)),
    ),
    /** The public updates of an incident, their corrections and removals, oldest first. */
    publicEntries: taking((p: Placeholders<{ incident_id: string }>) =>
      db
        .select()
        .from(t.timeline)
        .where(
          and(eq(t.timeline.incident_id, p("incident_id")), inArray(t.timeline.kind, publicKinds)),
        )
        .orderBy(asc(t.timeline.at), asc(t.timeline.id)),
    ),
    /** The ids of these pages that send mails. */
    mailingAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({ id: pages.id })
        .from(pages)
        .where(and(mailing, kit.isIn(pages.id, p("ids"))))
        .orderBy(asc(pages.id)),
    ),
    /** A page as its mails need it, without its logo and its systems. */
    mailedPage: taking((p: Placeholders<{ id: string }>) => {
      const { id, org_id, title, timezone, slug, public: publicity } = getTableColumns(pages);
      return db
        .select({ id, org_id, title, timezone, slug, public: publicity })
        .from(pages)
        .where(and(mailing, eq(pages.id, p("id"))));
    }),
  };
}
