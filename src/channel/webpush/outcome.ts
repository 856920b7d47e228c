/** Turns an answer of a push service into the outcome of a push (RFC 8030). Pure. */
import type { Instant } from "../../core/model/model.ts";
import type { PushOutcome } from "../../core/paging/push.ts";
import {
  again,
  channelRefused,
  isPassing,
  refused,
  retryAfter,
  said,
  type Answer,
} from "../answer.ts";

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

/** Tokens are accepted from 12 hours before the time of the push service to 12 hours after it, ms. */
const mostSkew = 11 * 3600_000;

/**
 * The outcome of the push, sent at `now`. The subscription names the push service, so no text of its answer is kept.
 */
export function webPushOutcome({ status, headers }: Answer, now: Instant): PushOutcome {
  if (status >= 200 && status < 300)
    return { kind: "delivered", http_status: status, provider_id: null };
  const redirects = status >= 300 && status < 400;
  // The token had ended already, or ends too late: no browser is to blame.
  const skew = Math.abs(Date.parse(headers.first("date") ?? "") - now);
  if ((status === 401 || status === 403) && skew > mostSkew)
    return channelRefused(
      status,
      said(status, "the time of this machine is not that of the push service: set its clock"),
    );
  const detail = said(status, redirects ? "the address redirects" : (refusals[status] ?? ""));
  if (status < 500 && !isPassing(status)) return refused(status, detail);
  return {
    ...again(status, detail, status >= 500 && status !== 503),
    retry_after_ms: retryAfter(headers),
  };
}
