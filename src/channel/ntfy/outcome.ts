/** Turns an answer of an ntfy server into the outcome of a push: delivered, retry, or refused. Pure. */
import type { PushOutcome } from "../../core/paging/push.ts";
import {
  codeOf,
  isPassing,
  jsonOf,
  messageId,
  refused,
  retryAfter,
  said,
  unconfirmed,
  type Answer,
  type NoAnswer,
} from "../answer.ts";

/** ntfy refills its budget by one request every five seconds, and does not say so. */
const afterTooMany = 5_000;

/** A gateway that gave up waiting: the server behind it may have taken the message. */
const gateway = new Set([502, 504]);

const hints: Record<number, string> = {
  401: "the access token is missing or not known",
  403: "no write access to the topic",
  404: "no push server at this address",
  410: "gone",
  413: "the message is too large even when shortened",
};

/** By ntfy's own code, where it says more than the status. */
const codes: Record<string, string> = {
  40009: "the topic is not valid",
  40010: "the server allows no such topic",
  42901: "too many requests",
  42904: "the server has no room for another topic",
  42905: "the daily bandwidth is used up",
  42908: "the daily messages are used up",
};

/** Reads an ntfy server's answer about its health: null, or why it is unusable. */
export function healthProblem(answered: Answer | NoAnswer): string | null {
  if (answered.kind !== "answer") return answered.detail;
  const { status, body } = answered;
  const json = jsonOf(body);
  // Servers that do not know the question refuse it in ntfy's own way; a captive portal does not.
  if (status >= 400 && status < 500 && json.http === status) return null;
  if (status >= 300) return saidBy(status, json);
  return json.healthy === true ? null : `HTTP ${status}, but not from a healthy push server`;
}

/** The outcome of a push that an ntfy server `answered`. */
export function outcomeOf(answered: Answer): PushOutcome {
  const { status, headers } = answered;
  const json = jsonOf(answered.body);
  if (status >= 200 && status < 300) {
    const provider_id = messageId(json.id);
    return provider_id === null
      ? unconfirmed(answered, "a push server")
      : { kind: "delivered", http_status: status, provider_id };
  }
  if (status >= 300 && status < 400)
    return refused(
      status,
      said(status, "the server's address redirects; configure where it leads"),
    );
  const detail = saidBy(status, json);
  if (status >= 400 && status < 500 && !isPassing(status)) return refused(status, detail);

  const delay = retryAfter(headers);
  return {
    kind: "retry",
    http_status: status,
    detail,
    retry_after_ms: status === 429 ? Math.max(delay ?? 0, afterTooMany) : delay,
    perhaps_delivered: gateway.has(status),
  };
}

/** Describes ntfy's status and code in words of ours. */
function saidBy(status: number, json: Record<string, unknown>): string {
  const code = codeOf(json.code);
  return said(status, codes[code] ?? hints[status] ?? "", code);
}
