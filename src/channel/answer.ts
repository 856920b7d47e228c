/**
 * The result of a request to a push server, and the rules that all channels share in judging it. Pure.
 *
 * In doubt a push is retried: ringing twice is better than not at all. Only a permanent refusal marks a
 * device as broken.
 */
import type { PushOutcome } from "../core/paging/push.ts";
import { cleanText, cutText } from "../core/text/text.ts";
import type { AnswerHeaders } from "../probe/answer-headers.ts";
import { isObject } from "../resource/part.ts";

/** An answer, from its status line on. */
export interface Answer {
  kind: "answer";
  status: number;
  headers: AnswerHeaders;
  body: Buffer;
  /** The rest of it did not come, or cannot be read. */
  cut?: true;
}

/** The outcome of a push that got no answer. */
export type NoAnswer = PushOutcome & { kind: "perhaps_delivered" | "retry" | "refused" };

/** Statuses of the 4xx that may be gone next time: timeout, too early, too many. */
const passing = new Set([408, 425, 429]);

/** True for a status of the 4xx that may be gone next time. */
export function isPassing(status: number): boolean {
  return passing.has(status);
}

/** Sent whole, and not known to have arrived. It is tried again a few times, with long waits. */
export function perhaps(
  http_status: number | null,
  detail: string,
): PushOutcome & { kind: "perhaps_delivered" } {
  return { kind: "perhaps_delivered", http_status, detail };
}

/** Failed, as the answer says or because the push was never sent whole: tried again when the sender thinks best. */
export function again(
  http_status: number | null,
  detail: string,
  perhaps_delivered: boolean,
): PushOutcome & { kind: "retry" } {
  return { kind: "retry", http_status, detail, retry_after_ms: null, perhaps_delivered };
}

/**
 * The outcome of a push whose answer is a success, without the confirmation that `server` gives. A captive portal
 * answers 200 to everything; but an answer of which a part is missing can be the server's own.
 */
export function unconfirmed({ status, cut }: Answer, server: string): PushOutcome {
  return cut
    ? perhaps(status, `HTTP ${status}, but the rest of the answer is missing`)
    : again(status, `HTTP ${status}, but not from ${server}`, true);
}

/** A permanent refusal; `detail` names the remedy. */
export function refused(
  http_status: number | null,
  detail: string,
): PushOutcome & { kind: "refused" } {
  return { kind: "refused", http_status, detail };
}

/** The same of each push of the channel, until the operator corrects something. */
export const channelRefused = (http_status: number | null, detail: string): PushOutcome => ({
  ...refused(http_status, detail),
  of_channel: true,
});

/** The form of a code: a number of a few digits, or one word in letters and underscores of one case. */
const codeForm = /^(?:\d{1,6}|[A-Z_]{1,40}|[a-z_]{1,40})$/;

/** A code of a server's answer as text; "": it has none. */
export function codeOf(value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && codeForm.test(text) ? text : "";
}

/**
 * Describes an unsuccessful answer: its status, words of ours, and the code that the server gave.
 *
 * Decides for all channels which parts of an answer are kept and shown. A server's text can repeat a topic, an address
 * or a token, and readers would see it in errors of devices and in timelines. A person naming a server could read
 * the answers of machines in the private network through it.
 */
export function said(status: number, words: string, code: string = ""): string {
  return `HTTP ${status}${words === "" ? "" : `: ${words}`}${code === "" ? "" : ` (${code})`}`;
}

/** `Retry-After` in ms; null when absent, unreadable or in the past. */
export function retryAfter(headers: AnswerHeaders): number | null {
  const text = headers.first("retry-after")?.trim() ?? "";
  // Some servers send a fraction, which the standard does not have.
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), 1e9);
  // The date is the server's clock, not ours.
  const wait = Date.parse(text) - Date.parse(headers.first("date") ?? "");
  return wait > 0 ? wait : null;
}

/** The JSON object in a body; empty for any other body, such as the HTML of a proxy. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

/** The id that a server gave to a message; null: none. */
export function messageId(value: unknown): string | null {
  const text = typeof value === "string" ? cutText(cleanText(value), 255) : "";
  return text === "" ? null : text;
}
