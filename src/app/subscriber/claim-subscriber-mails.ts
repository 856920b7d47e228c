/**
 * Claims the next mails to subscribers of status pages, before they are sent: of several nodes one has each. To be behind the
 * notices of a page is a state, so the mails of a node that dies are not lost: its claims run out, and the mails are sent under the same
 * Message-ID. None is claimed while a mail to a person waits.
 */
import { email } from "../../channel/email/channel.ts";
import { claimed as claiming, noAttempts } from "../../core/access/letter-attempts.ts";
import type { Instant, PageNotice, PlannedNotice, Subscriber } from "../../core/model/model.ts";
import { incidentNews, type IncidentNews } from "../../core/status/notices.ts";
import { slugOf } from "../../core/status/status-page.ts";
import { noticeLife } from "../../core/status/subscription.ts";
import { first, rows, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** The matter of a mail; confirm: it asks to confirm the subscription. */
export type SubscriberMatter =
  | { kind: "confirm" }
  | { kind: "news"; number: number; news: IncidentNews }
  | { kind: "planned"; number: number; planned: PlannedNotice };

/** A mail to be sent. */
export interface ClaimedMail {
  subscriber: Pick<Subscriber, "id" | "email" | "asked_at" | "attempts">;
  page: { id: string; title: string; timezone: string; slug: string };
  /** Signs its links. */
  secret: string;
  matter: SubscriberMatter;
}

/** `more`: some are left. */
export function* claim_subscriber_mails(
  c: Context,
  { limit, now }: { limit: number; now: Instant },
): Procedure<{ mails: ClaimedMail[]; more: boolean }> {
  const asks = yield* rows(c.q.confirmationsDue, { now, limit });
  const due =
    asks.length === limit
      ? asks
      : [...asks, ...(yield* rows(c.q.noticesDue, { now, limit: limit - asks.length }))];
  if (due.length === 0 || (yield* first(c.q.mailWaits, { lane: email.homeLane!, now })))
    return { mails: [], more: false };
  const mails: ClaimedMail[] = [];
  for (const { id } of due) {
    const held = yield* c.of.subscribers.hold({ id });
    if (!held || (held.retry_at !== null && held.retry_at > now)) continue;
    const page = yield* first(c.q.mailedPage, { id: held.page_id });
    const organization = yield* c.of.organizations.first({ id: held.org_id });
    const matter = page && organization ? yield* matterOf(c, held, now) : null;
    if (!page || !organization || matter === null) continue;
    const attempts = claiming(held, now);
    yield* c.of.subscribers.update({ id }, attempts);
    mails.push({
      subscriber: { id, email: held.email, asked_at: held.asked_at, attempts: attempts.attempts },
      page: { id: page.id, title: page.title, timezone: page.timezone, slug: slugOf(page)! },
      secret: organization.action_secret,
      matter,
    });
  }
  return { mails, more: due.length === limit };
}

/** The mail that is due to a subscriber; null: none any more, which is written. */
function* matterOf(c: Context, held: Subscriber, now: Instant): Procedure<SubscriberMatter | null> {
  const { id, page_id } = held;
  if (held.confirmed_at === null) return held.ask_due ? { kind: "confirm" } : null;
  const since = now - noticeLife;
  for (let { seen } = held; ;) {
    const notice = yield* first(c.q.nextNotice, { page_id, seen, since });
    if (!notice) {
      const counter = yield* c.of.notice_counters.first({ page_id });
      yield* c.of.subscribers.update({ id }, { ...noAttempts, seen: counter?.last ?? seen });
      return null;
    }
    const matter = yield* currentMatter(c, notice, now);
    if (matter !== null) {
      // Another one than the last that was tried.
      if (seen > held.seen) yield* c.of.subscribers.update({ id }, { seen });
      return matter;
    }
    seen = notice.number;
  }
}

/** The present text of a notice; null: none that is public. */
function* currentMatter(
  c: Context,
  { page_id, number, matter }: PageNotice,
  now: Instant,
): Procedure<SubscriberMatter | null> {
  if ("from" in matter)
    return matter.from > now ? { kind: "planned", number, planned: matter } : null;
  const incident = yield* c.of.incidents.first({ id: matter.incident_id });
  if (!incident) return null;
  const timeline = yield* rows(c.q.publicEntries, { incident_id: incident.id });
  const news = incidentNews(matter, incident, timeline, { page_id, now });
  return news && { kind: "news", number, news };
}
