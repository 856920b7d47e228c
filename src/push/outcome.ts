/**
 * From what a push server answered, or did not, to what to do: delivered, try again, or give up on the
 * device. Pure.
 *
 * In doubt a push is tried again: ringing twice is better than not at all. Only answers that say that
 * nothing will ever change give a device up, because that tells its owner that it is broken.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { PushOutcome } from "../app/ports.ts";
import { cleanText, cutText } from "../core/text/text.ts";
import type { Answered } from "../probe/exchange.ts";
import { AddressRefused } from "../probe/guarded-agent.ts";
import { reasonOf } from "../probe/reason.ts";

/** ntfy refills its budget by one request every five seconds, and does not say so. */
const afterTooMany = 5_000;

/** Statuses of the 4xx that may be gone next time: timeout, too early, too many. */
const passing = new Set([408, 425, 429]);
/** A gateway that gave up waiting: the server behind it may have taken the message. */
const gateway = new Set([502, 504]);

const hints: Record<number, string> = {
  401: "the access token is missing or not known",
  403: "no write access to the topic",
  404: "no push server at this address",
  410: "gone",
  413: "the message is too large even when shortened",
};

/** A complete answer. */
export type Answer = Answered & { kind: "answer" };

/** What `answered`, by an ntfy server, means for the push. */
export function outcomeOf(answered: Answered): PushOutcome {
  return answered.kind === "answer" ? ofAnswer(answered) : failureOf(answered);
}

/** What it means that there was no complete answer, whoever was asked. */
export function failureOf(
  answered: Exclude<Answered, Answer>,
): PushOutcome & { kind: "retry" | "refused" } {
  switch (answered.kind) {
    case "late":
      return again(null, `timed out while ${answered.during}`, answered.sent);
    case "too-large":
      return again(answered.status, "the answer is too long", true);
    case "error": {
      const detail = reasonOf(answered.error);
      return answered.error instanceof AddressRefused || detail.startsWith("request cannot be sent")
        ? { kind: "refused", http_status: null, detail }
        : again(null, detail, answered.sent);
    }
  }
}

/** What an ntfy server's answer to a look at its health says: null, or why it cannot be counted on. */
export function healthProblem(answered: Answered): string | null {
  if (answered.kind !== "answer") return failureOf(answered).detail;
  const { status, body } = answered;
  const json = jsonOf(body);
  // Servers that do not know the question refuse it in ntfy's own way; a captive portal does not.
  if (status >= 400 && status < 500 && json.http === status) return null;
  if (status >= 300) return said(status, json);
  return json.healthy === true ? null : `HTTP ${status}, but not from a healthy push server`;
}

/** True for a status of the 4xx that may be gone next time. */
export function isPassing(status: number): boolean {
  return passing.has(status);
}

function ofAnswer(answered: Answer): PushOutcome {
  const { status, headers } = answered;
  const json = jsonOf(answered.body);
  if (status >= 200 && status < 300)
    return typeof json.id === "string" && json.id !== ""
      ? { kind: "delivered", http_status: status, provider_id: json.id }
      : // A captive portal answers 200 to everything.
        again(status, `HTTP ${status}, but not from a push server`, true);
  if (status >= 300 && status < 400)
    return {
      kind: "refused",
      http_status: status,
      detail: `HTTP ${status}: the server's address redirects; configure where it leads`,
    };
  const detail = said(status, json);
  if (status >= 400 && status < 500 && !passing.has(status))
    return { kind: "refused", http_status: status, detail };

  const asked = retryAfter(headers);
  return {
    kind: "retry",
    http_status: status,
    detail,
    retry_after_ms: status === 429 ? Math.max(asked ?? 0, afterTooMany) : asked,
    perhaps_delivered: gateway.has(status),
  };
}

/** Tried again when the sender thinks best. */
export function again(
  http_status: number | null,
  detail: string,
  perhaps_delivered: boolean,
): PushOutcome & { kind: "retry" } {
  return {
    kind: "retry",
    http_status,
    detail,
    retry_after_ms: null,
    perhaps_delivered,
  };
}

/** `Retry-After` in ms; null when absent, unreadable or in the past. */
export function retryAfter(headers: IncomingHttpHeaders): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, 1e9);
  // A date is told by the server's own clock, not by ours.
  const wait = Date.parse(text) - Date.parse(headers.date ?? "");
  return wait > 0 ? wait : null;
}

/** `HTTP 429: limit reached: too many requests (42901)`. */
function said(status: number, json: Record<string, unknown>): string {
  const error =
    typeof json.error === "string" && json.error !== ""
      ? cutText(cleanText(json.error), 200)
      : undefined;
  const words = error ?? hints[status];
  const code = typeof json.code === "number" ? ` (${json.code})` : "";
  return `HTTP ${status}${words === undefined ? "" : `: ${words}`}${code}`;
}

/** The JSON object in a body. Proxies in front answer in HTML: what is none says nothing. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
