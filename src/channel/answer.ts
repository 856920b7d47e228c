/**
 * What came of a request to a push server, and what channels have in common in judging it. Pure.
 *
 * In doubt a push is tried again: ringing twice is better than not at all. Only answers that say that
 * nothing will ever change give a device up, because that tells its owner that it is broken.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { PushOutcome } from "../core/paging/push.ts";

/** A complete answer. */
export interface Answer {
  kind: "answer";
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** There was no complete answer, and this is what it means for the push. */
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

/** Given up; `detail` says what has to be corrected. */
export function refused(
  http_status: number | null,
  detail: string,
): PushOutcome & { kind: "refused" } {
  return { kind: "refused", http_status, detail };
}

/** `Retry-After` in ms; null when absent, unreadable or in the past. */
export function retryAfter(headers: IncomingHttpHeaders): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, 1e9);
  // The date is the server's clock, not ours.
  const wait = Date.parse(text) - Date.parse(headers.date ?? "");
  return wait > 0 ? wait : null;
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
