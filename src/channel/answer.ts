/**
 * The result of a request to a push server, and the rules that all channels share in judging it. Pure.
 *
 * In doubt a push is retried: ringing twice is better than not at all. Only a permanent refusal marks a
 * device as broken.
 */
import type { PushOutcome } from "../core/paging/push.ts";
import type { AnswerHeaders } from "../probe/answer-headers.ts";

/** A complete answer. */
export interface Answer {
  kind: "answer";
  status: number;
  headers: AnswerHeaders;
  body: Buffer;
}

/** There was no complete answer; the outcome of the push. */
export type NoAnswer = PushOutcome & { kind: "retry" | "refused" };

/** Statuses of the 4xx that may be gone next time: timeout, too early, too many. */
const passing = new Set([408, 425, 429]);

/** True for a status of the 4xx that may be gone next time. */
export function isPassing(status: number): boolean {
  return passing.has(status);
}

/** Tried again when the sender thinks best. */
export function again(
  http_status: number | null,
  detail: string,
  perhaps_delivered: boolean,
): PushOutcome & { kind: "retry" } {
  return { kind: "retry", http_status, detail, retry_after_ms: null, perhaps_delivered };
}

/** A permanent refusal; `detail` names the remedy. */
export function refused(
  http_status: number | null,
  detail: string,
): PushOutcome & { kind: "refused" } {
  return { kind: "refused", http_status, detail };
}

/** `Retry-After` in ms; null when absent, unreadable or in the past. */
export function retryAfter(headers: AnswerHeaders): number | null {
  const text = headers.first("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, 1e9);
  // The date is the server's clock, not ours.
  const wait = Date.parse(text) - Date.parse(headers.first("date") ?? "");
  return wait > 0 ? wait : null;
}

/** The JSON object in a body; empty for any other body, such as the HTML of a proxy. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
