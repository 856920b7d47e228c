/** Turns an answer of a push service into the outcome of a push (RFC 8030). Pure. */
import type { PushOutcome } from "../../core/paging/push.ts";
import { again, isPassing, refused, retryAfter, said, type Answer } from "../answer.ts";

/** The browser has no subscription any more. */
export const endedSubscription = "the browser has ended its subscription: add it again";

const refusals: Record<number, string> = {
  400: "the subscription is not valid: add this browser again",
  401: "the key of the subscription is refused: add this browser again",
  403: "the key of the subscription is refused: add this browser again",
  404: endedSubscription,
  410: endedSubscription,
  413: "the message is too large: this is a fault of monitord and not of the browser",
};

/** The outcome of the push. The subscription names the push service, so no text of its answer is kept. */
export function webPushOutcome({ status, headers }: Answer): PushOutcome {
  if (status >= 200 && status < 300)
    return { kind: "delivered", http_status: status, provider_id: null };
  const redirects = status >= 300 && status < 400;
  const detail = said(status, redirects ? "the address redirects" : (refusals[status] ?? ""));
  if (status < 500 && !isPassing(status)) return refused(status, detail);
  return {
    ...again(status, detail, status >= 500 && status !== 503),
    retry_after_ms: retryAfter(headers),
  };
}
