/** Proposes how to check a URL that answers something else than a health report. Pure. */
import type { Expectation } from "../../resource/health-check-monitor.ts";
import type { HealthCheckMonitor } from "../model/model.ts";
import type { Reading } from "../command/command.ts";
import { isReport } from "./expectations.ts";
import type { Fetched } from "./prober.ts";

export interface Proposal {
  /** The value for `expect`. */
  expect: Expectation;
  /** Continues "The URL …": `answers 200 with HTML`. */
  because: string;
}

/** The proposal; null: the answer is as expected, or there was none. */
export function proposalFor(
  monitor: Pick<HealthCheckMonitor, "url" | "expect">,
  fetched: Fetched,
  reading: Reading,
): Proposal | null {
  if (!isReport(monitor) || reading.ok) return null;
  if (fetched.kind === "answer")
    return {
      expect: "http",
      because: `answers ${fetched.http_status} ${withWhat(fetched.body, fetched.seen.content_type)}`,
    };
  // A page that is too long for a report.
  return fetched.kind === "failure" &&
    fetched.during === "answer" &&
    fetched.late !== true &&
    fetched.seen.content_type === "text/html"
    ? { expect: "http", because: "answers with HTML" }
    : null;
}

function withWhat(body: string, content_type: string | null): string {
  const text = body.trim();
  if (text === "") return "without a body";
  if (content_type === "text/html" || /^<(?:!doctype html|html)\b/i.test(text)) return "with HTML";
  if (isJson(text)) return "with JSON that is not a health report";
  return content_type === null || content_type === "text/plain"
    ? "with text"
    : `with ${content_type}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
