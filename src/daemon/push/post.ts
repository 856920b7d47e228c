/** Sends mails to people at once, while they wait in a browser: with a deadline, and without another try. */
import type { Clock } from "../../app/ports.ts";
import type { Senders } from "../../channel/senders.ts";
import type { Post } from "../../core/access/letter.ts";

/** The longest wait for the mail server, ms. A proxy in front of monitord often ends a request after 30 s. */
const patience = 15_000;

/** null: no channel that is configured sends mails. */
export function postBy(senders: Senders, clock: Pick<Clock, "sleep">): Post | null {
  const post = Object.values(senders).find((sender) => sender.post)?.post;
  if (!post) return null;
  return async (letter) => {
    const answered = new AbortController();
    const outcome = await Promise.race([
      post(letter),
      clock.sleep(patience, answered.signal).then(() => null),
    ]).finally(() => answered.abort());
    if (outcome === null)
      return `the mail server has not answered within ${patience / 1000} s; the mail may still arrive`;
    return outcome.kind === "delivered" ? null : outcome.detail;
  };
}
