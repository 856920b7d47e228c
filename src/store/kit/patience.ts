/**
 * Bounds how long senders wait for an answer. A report or delivery that would wait too long is refused at
 * once. One that was accepted and is not on disk in time is answered too, although it may still be written:
 * a disk can hang in fsync for minutes. Pure: the time comes in, of a clock that is never set
 * back.
 */
import { isInbound, urgencyOf, type Request } from "./request.ts";
import { unavailable, type StoreUnavailable } from "./unavailable.ts";

/** ms */
const bounds = {
  /** Senders do not queue behind a transaction that runs for longer than this. */
  transaction: 2_000,
  /** Nor behind a report or delivery of the same source that has waited for longer than this. */
  report: 2_000,
  delivery: 8_000,
  /** How long a sender waits for its answer: common senders hang up after 10 s. */
  answer: 9_000,
};

/** How often to look for senders that have waited for too long, ms. */
export const patienceCheckInterval = 1_000;

/**
 * Why a request is refused at once; null: it is not. `running`: when the transaction before it began;
 * `first`: when the request of its source that waits longest came.
 */
export function refusedAtOnce(
  request: Request,
  running: number | null,
  first: number | null,
  now: number,
): StoreUnavailable | null {
  if (!isInbound(request)) return null;
  if (running !== null && now - running > bounds.transaction)
    return refusal(
      "The database is slow: a write before this one has been running for more than 2 s.",
    );
  const bound = urgencyOf(request) === "other" ? bounds.delivery : bounds.report;
  return first !== null && now - first > bound
    ? refusal(`Earlier requests to this URL have been waiting for more than ${bound / 1000} s.`)
    : null;
}

/** Whether the sender of a request that came at `since` has waited for too long. */
export function isLate({ request, since }: { request: Request; since: number }, now: number) {
  return isInbound(request) && now - since >= bounds.answer;
}

/** The answer to such a sender. */
export const lateAnswer = () =>
  refusal(
    "It is not on disk after 9 s, and may still be counted: repeat it with an Idempotency-Key.",
  );

const refusal = (sentence: string) => unavailable(sentence, sentence);
