/**
 * Mails the report of a month, one at a time and beside everything else: pages never wait for it. Most of the time it sleeps
 * until the next one is due.
 */
import type { ClaimedReport } from "../../app/people/claim-monthly-report.ts";
import type { Store } from "../../app/store.ts";
import { again } from "../../channel/answer.ts";
import type { Senders } from "../../channel/senders.ts";
import type { Letter } from "../../core/access/letter.ts";
import type { PushOutcome } from "../../core/paging/push.ts";
import { reachable } from "../../core/status/site.ts";
import { thrownText } from "../../core/text/thrown.ts";
import type { Log } from "../log.ts";
import { letterOutcome } from "./letter-outcomes.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

/** Between two looks for people whose choice is new, ms. */
const pause = 10 * 60_000;
/** New choices of one look. */
const newcomers = 100;

/** The report of one organization and month, which many people get on the first; `to` addresses it. */
interface Letters {
  key: string;
  to: (email: string, user_id: string) => Letter;
}

type Context = LoopContext & {
  store: Store;
  log: Pick<Log, "info" | "warn">;
  historyKept: number;
  /** The root address of the dashboard. */
  siteUrl: string;
};

/** null: no channel that is configured sends mails. */
export function startMonthlyReports(context: Context & { senders: Senders }): Loop | null {
  const { store, clock, log, senders, onError } = context;
  const post = Object.values(senders).find((sender) => sender.post)?.post;
  if (!post) return null;
  const next = timerOf(clock, pause);
  let letters: Letters | null = null;

  async function send(claimed: ClaimedReport): Promise<void> {
    const { row, email } = claimed;
    const { user_id, month, attempts } = row;
    const attempt = async () => {
      letters = await lettersFor(context, claimed, letters);
      return post!(letters.to(email, user_id));
    };
    const sent = await attempt().catch((thrown: unknown): PushOutcome => {
      onError(thrown);
      return again(null, `monitord could not make it: ${thrownText(thrown)}`, false);
    });
    const outcome = letterOutcome(sent);
    const { retry_at } = await store.run("settle_monthly_report", {
      user_id,
      month,
      attempts,
      outcome,
      now: clock.now(),
    });
    const about = { user_id, month };
    if (sent.kind === "delivered") log.info(about, `mailed the report of ${month}`);
    else if (sent.kind === "perhaps_delivered")
      log.warn(about, `mailed the report of ${month}, perhaps: ${sent.detail}`);
    else
      log.warn(
        about,
        `could not mail the report of ${month}: ${sent.detail}; ${retry_at === null ? "given up" : "tried again later"}`,
      );
  }

  return startLoop(async () => {
    const { claimed, next_at } = await store.run("claim_monthly_report", {
      limit: newcomers,
      now: clock.now(),
    });
    if (claimed) {
      await send(claimed);
      return "again";
    }
    letters = null;
    next.set(pause);
    return Math.min(next_at ?? Infinity, next.at());
  }, context);
}

async function lettersFor(
  { store, clock, historyKept, siteUrl }: Context,
  { row: { month }, org_id, zone }: ClaimedReport,
  last: Letters | null,
): Promise<Letters> {
  const key = JSON.stringify([org_id, month, zone]);
  if (last?.key === key) return last;
  const { mailedReport } = await import("../../http/answer/uptime/mailed.ts");
  const site = reachable(siteUrl);
  const to = await mailedReport({ store, clock, historyKept }, { org_id, month, zone, site });
  return { key, to };
}
