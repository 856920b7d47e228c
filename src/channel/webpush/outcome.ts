/** Turns an answer of a push service into the outcome of a push (RFC 8030). Pure. */
import type { PushOutcome } from "../../core/paging/push.ts";
import { cleanText, cutText } from "../../core/text/text.ts";
import { again, isPassing, refused, retryAfter, type Answer } from "../answer.ts";

const refusals: Record<number, string> = {
  400: "the subscription is not valid: add this browser again",
  401: "the key of the subscription is refused: add this browser again",
  403: "the key of the subscription is refused: add this browser again",
  404: "the browser has ended its subscription: add it again",
  410: "the browser has ended its subscription: add it again",
  413: "the message is too large: this is a fault of monitord and not of the browser",
};

export function webPushOutcome({ status, headers, body }: Answer): PushOutcome {
  if (status >= 200 && status < 300)
    return {
      kind: "delivered",
      http_status: status,
      provider_id: locationOf(headers.first("location")),
    };
  const words = cutText(cleanText(body.toString("utf8")), 200);
  const detail = (text: string) => [`HTTP ${status}`, text].filter(Boolean).join(": ");
  if (status < 500 && !isPassing(status))
    return refused(
      status,
      detail(status >= 300 && status < 400 ? "the address redirects" : (refusals[status] ?? words)),
    );
  return {
    ...again(status, detail(words), status >= 500 && status !== 503),
    retry_after_ms: retryAfter(headers),
  };
}

/** The message at the push service. */
const locationOf = (location: string | null) => location && cutText(location, 500);
