/**
 * Mails the subscribers of status pages, a few at a time and on connections of their own, so that no page of a person waits for
 * them: while one does, none begins. Once in a minute it announces planned maintenance.
 */
import type { ClaimedMail } from "../../app/subscriber/claim-subscriber-mails.ts";
import type { Store } from "../../app/store.ts";
import type { Senders } from "../../channel/senders.ts";
import type { Letter } from "../../core/access/letter.ts";
import { plannedWork } from "../../core/status/planned-work.ts";
import { publicIds, standsFor, systemsOf } from "../../core/status/status-page.ts";
import {
  confirmationLetter,
  newsLetter,
  plannedLetter,
} from "../../core/status/subscriber-letters.ts";
import { linkToken, type LinkPurpose } from "../../core/status/subscription.ts";
import { minute } from "../../core/text/units.ts";
import type { AnnouncingPage } from "../../store/reads/status-pages.ts";
import type { Log } from "../log.ts";
import { letterOutcome, tookPart } from "./letter-outcomes.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

/** Mails that are sent at once: mail servers bound the connections of one client, and those of pages count as well. */
const atOnce = 4;
/** Between two looks for planned maintenance, and after a failure of the mail server, ms. */
const pauses = { planned: minute, failed: minute };
/** Silences and monitors that are read for the planned maintenance of a page. */
const limits = { silences: 1000, monitors: 1000 };

type Context = LoopContext & {
  store: Store;
  log: Pick<Log, "info" | "warn">;
  /** The root address of the dashboard. */
  siteUrl: string;
};

/** null: no channel that is configured sends mails. */
export function startSubscriberMails(context: Context & { senders: Senders }): Loop | null {
  const { store, clock, log, senders, siteUrl } = context;
  const post = Object.values(senders).find((sender) => sender.post)?.post;
  if (!post) return null;
  const mails = timerOf(clock, 0);
  const planned = timerOf(clock, pauses.planned);

  /** Whether the mail server took part: false when no other mail would leave either. */
  async function send(claimed: ClaimedMail): Promise<boolean> {
    const { subscriber, page, matter } = claimed;
    const sent = await post!(letterOf(claimed, siteUrl));
    await store.run("settle_subscriber_mail", {
      id: subscriber.id,
      number: "number" in matter ? matter.number : null,
      attempts: subscriber.attempts,
      outcome: letterOutcome(sent),
      now: clock.now(),
    });
    // Without the address: logs are kept elsewhere, and longer.
    const about = { status_page: page.id, subscriber: subscriber.id };
    if (sent.kind !== "delivered")
      log.warn(about, `could not mail a subscriber of ${page.title}: ${sent.detail}`);
    return tookPart(sent);
  }

  return startLoop(async () => {
    if (planned.isDue()) {
      planned.set(pauses.planned);
      for (const page of await store.read.announcing_pages()) await announce(context, page);
    }
    if (!mails.isDue()) return Math.min(mails.at(), planned.at());
    const claimed = await store.run("claim_subscriber_mails", { limit: atOnce, now: clock.now() });
    const through = await Promise.all(claimed.mails.map(send));
    if (through.includes(false)) mails.set(pauses.failed);
    return claimed.more && mails.isDue() ? "again" : planned.at();
  }, context);
}

function letterOf({ subscriber, page, secret, matter }: ClaimedMail, site: string): Letter {
  const link = (purpose: LinkPurpose) =>
    `${site}/subscriptions/${linkToken(secret, purpose, subscriber)}/${purpose}`;
  const mailed = { ...page, url: `${site}/status/${page.slug}` };
  if (matter.kind === "confirm") return confirmationLetter(mailed, subscriber, link("confirm"));
  const about = { number: matter.number, unsubscribe: link("unsubscribe") };
  return matter.kind === "news"
    ? newsLetter(mailed, subscriber, about, matter.news)
    : plannedLetter(mailed, subscriber, about, matter.planned);
}

/** Maintenance that comes back is on the page alone: a mail for each time would be too many. */
async function announce({ store, clock }: Context, page: AnnouncingPage): Promise<void> {
  const { id: page_id, org_id, sections } = page;
  const now = clock.now();
  const query = { org_id, current: true, limit: limits.silences, after: null };
  const silences = (await store.read.silences(query, now)).filter(
    // A slip can be ended before it is mailed.
    ({ cron, inserted_at }) => cron === null && inserted_at <= now - pauses.planned,
  );
  const { monitors: ids, groups: alert_group_ids } = publicIds(sections);
  const monitors =
    silences.length === 0
      ? []
      : await store.read.board_monitors({
          org_id,
          search: null,
          statuses: null,
          alert_group_ids: null,
          among: { ids, alert_group_ids },
          limit: limits.monitors,
          offset: 0,
        });
  const systems = systemsOf(sections).map((system) => ({
    name: system.name,
    behind: monitors.filter((one) => standsFor(system, [one.id, one.alert_group_id])),
  }));
  await store.run("announce_planned", {
    page_id,
    planned: plannedWork(silences, systems, now),
    now,
  });
}
