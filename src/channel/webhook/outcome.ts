/** Turns an answer of the server behind a webhook into the outcome of a push. Pure. */
import type { PushOutcome } from "../../core/paging/push.ts";
import { again, isPassing, refused, retryAfter, said, type Answer } from "../answer.ts";

/** The remedy, by status. */
const hints: Record<number, string> = {
  400: "the server does not understand what it is sent: is the format the right one?",
  401: "the server asks for credentials: is the URL complete?",
  403: "the server does not allow it: is the URL complete?",
  404: "unknown webhook; it may have been deleted",
  405: "nothing can be posted there",
  410: "the webhook is gone",
  413: "the server finds it too long",
};

/** The outcome of the push. Any 2xx is a delivery: chats answer "ok", "1", or an empty body. */
export function webhookOutcome({ status, headers }: Answer): PushOutcome {
  if (status >= 200 && status < 300)
    return { kind: "delivered", http_status: status, provider_id: null };
  if (status >= 300 && status < 400)
    return refused(status, said(status, "the URL redirects; give the one where it leads"));
  const detail = said(status, hints[status] ?? "");
  if (status < 500 && !isPassing(status)) return refused(status, detail);
  return {
    // A gateway that gave up waiting: the server behind it may have taken it.
    ...again(status, detail, status === 502 || status === 504),
    retry_after_ms: retryAfter(headers),
  };
}
