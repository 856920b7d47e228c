/**
 * Turns the answer of a health endpoint into a reading: the application's own report, normalized.
 * Promises: a body of the right shape counts, whatever the HTTP status; everything else is a failure with
 * a reason that the owner can act on; a malformed sub-check is never read as healthy; the result is
 * bounded, however big the body was. Does not judge the reading: `judge` in `health.ts` does.
 */
import type { Reading } from "../command/command.ts";
import { formatDuration } from "../text/duration.ts";
import type { CheckResult, Instant } from "../model/model.ts";
import { isOwn } from "./own-check.ts";
import { readInstant } from "../text/read-instant.ts";
import { longerThan, cleanText, cutText } from "../text/text.ts";
import { isObject } from "../../resource/part.ts";

/** The result of a fetch. */
export type FetchResult =
  { kind: "answer"; http_status: number; body: string } | { kind: "failure"; reason: string };

/** Limits for one stored report. */
export const reportLimits = {
  results: 200,
  nameBytes: 255,
  textBytes: 16 * 1024,
  metaBytes: 4 * 1024,
} as const;

/** Clocks differ; beyond this, `finishedAt` lies in the future by mistake. */
const clockTolerance = 5 * 60_000;

/** Worst first. */
const severity: Record<CheckResult["status"], number> = {
  crashed: 0,
  failed: 1,
  warning: 2,
  ok: 3,
  skipped: 4,
};

/**
 * Reads the result of one fetch. `stepped`: how far the clock of this machine is ahead since it was stepped, ms. An
 * application on the same machine shares the step.
 */
export function readHealth(fetched: FetchResult, now: Instant, stepped = 0): Reading {
  if (fetched.kind === "failure") return { ok: false, reason: fetched.reason };
  const body = fetched.body.trim();
  const good = fetched.http_status >= 200 && fetched.http_status < 300;
  const failed = (why: string): Reading => ({
    ok: false,
    reason: good
      ? `Not a health report: ${why}`
      : `HTTP ${fetched.http_status} without a health report: ${why}`,
  });

  if (body === "") return failed("the body is empty");
  let report: unknown;
  try {
    report = JSON.parse(body);
  } catch {
    return failed("the body is not JSON");
  }
  if (!isObject(report)) return failed(`the body is ${kindOf(report)}, not an object`);
  const items = itemsOf(report.checkResults);
  if (typeof items === "string") return failed(`checkResults ${items}`);
  const finished = readFinishedAt(report.finishedAt, now, stepped);
  if (typeof finished === "string") return failed(`finishedAt ${finished}`);

  const remarks: string[] = [];
  const ahead = isAhead(finished, now);
  if (ahead)
    remarks.push(`finishedAt is ${formatDuration(finished - now)} in the future; treated as now`);
  return {
    ok: true,
    finished_at: ahead ? now : finished,
    ...readResults(items, remarks),
    remarks,
  };
}

/** The instant nearest to `now`, unless it lies in the future by mistake. */
function nearest(one: Instant, other: Instant, now: Instant): Instant {
  const distance = (at: Instant) => (isAhead(at, now) ? Infinity : Math.abs(at - now));
  return distance(other) < distance(one) ? other : one;
}

/** The instant, or the fault in it. `stepped`: as in `readHealth`. */
export function readFinishedAt(value: unknown, now: Instant, stepped: number): Instant | string {
  if (value === undefined || value === null || value === "") return "is missing";
  const instant = readInstant(value);
  return Number.isNaN(instant)
    ? `is unreadable: ${cutText(JSON.stringify(value), 100)}`
    : nearest(instant, instant - stepped, now);
}

/** Whether an instant lies in the future by mistake. */
export const isAhead = (at: Instant, now: Instant): boolean => at > now + clockTolerance;

/** The sub-checks as sent, with their keys if they came as an object; or the fault. */
function itemsOf(value: unknown): [string, unknown][] | string {
  if (value === undefined) return "is missing";
  if (value === null) return [];
  if (Array.isArray(value))
    return value.map((item, index): [string, unknown] => [`${index}`, item]);
  // PHP writes a list whose keys are not in order as an object.
  if (isObject(value)) return Object.entries(value);
  return `is ${kindOf(value)}, not a list`;
}

function readResults(
  items: [string, unknown][],
  remarks: string[],
): Pick<Reading & { ok: true }, "results" | "counts"> {
  const byName = new Map<string, CheckResult>();
  const twice = new Set<string>();
  /** Sub-checks without a status: they are not failures, and are not counted as passing. */
  const silent = new Set<CheckResult>();
  for (const [index, [key, item]] of items.entries()) {
    const result = readResult(key, index + 1, item, remarks);
    if (isObject(item) && (item.status ?? null) === null) silent.add(result);
    const other = byName.get(result.name);
    if (other) twice.add(result.name);
    if (!other || severity[result.status] < severity[other.status]) byName.set(result.name, result);
  }
  if (twice.size > 0) {
    const names = [...twice].slice(0, 3).join(", ");
    const more = twice.size > 3 ? ` and ${twice.size - 3} more` : "";
    remarks.push(`duplicate sub-checks, worst result used: ${names}${more}`);
  }

  const results = [...byName.values()];
  const withStatus = results.filter((result) => !silent.has(result));
  const counts = { total: results.length, passing: passing(withStatus) };
  if (results.length <= reportLimits.results)
    return withStatus.length === results.length ? { results } : { results, counts };
  remarks.push(
    `${results.length} sub-checks were reported, the worst ${reportLimits.results} are kept`,
  );
  return {
    results: results
      .toSorted((a, b) => severity[a.status] - severity[b.status])
      .slice(0, reportLimits.results),
    counts,
  };
}

/** How many of them are `ok`. */
export function passing(results: readonly CheckResult[]): number {
  return results.filter((result) => result.status === "ok").length;
}

function readResult(key: string, position: number, item: unknown, remarks: string[]): CheckResult {
  // The number of an item of a list is not a name.
  const keyName = /^\d+$/.test(key) ? null : keptName(key);
  // An entry that cannot be read might be the one that failed: it counts as crashed, never as absent.
  if (!isObject(item)) {
    remarks.push(`sub-check ${position} is ${kindOf(item)}, not an object`);
    return {
      name: notOurs(keyName ?? `#${position}`, remarks),
      label: null,
      status: "crashed",
      reported_status: null,
      notification_message: keptText(item),
      short_summary: null,
      meta: null,
    };
  }
  const label = keptName(item.label);
  const name = keptName(item.name) ?? keyName ?? label;
  if (name === null) remarks.push(`sub-check ${position} has no name`);
  return {
    name: notOurs(name ?? `#${position}`, remarks),
    label,
    ...statusOf(item.status),
    notification_message: keptText(item.notificationMessage) ?? keptText(item.message),
    short_summary: keptText(item.shortSummary),
    meta: metaOf(item.meta),
  };
}

/** The name of an application's sub-check, which is never that of one of ours. */
function notOurs(name: string, remarks: string[]): string {
  if (!isOwn(name)) return name;
  const renamed = cutText(`reported.${name}`, reportLimits.nameBytes);
  remarks.push(`${name} is a name of monitord's own sub-checks, shown as ${renamed}`);
  return renamed;
}

/** An absent status is fine, an unknown one is not: its sender means something by it. */
function statusOf(value: unknown): Pick<CheckResult, "status" | "reported_status"> {
  if (value === undefined || value === null) return { status: "ok", reported_status: null };
  // toLowerCase ignores the locale, so that a Turkish server behaves the same.
  const word = String(plain(value)).trim().toLowerCase();
  if (Object.hasOwn(severity, word))
    return { status: word as CheckResult["status"], reported_status: null };
  return {
    status: "crashed",
    reported_status: cutText(cleanText(String(plain(value))), reportLimits.nameBytes),
  };
}

function keptName(value: unknown): string | null {
  const text = keptText(value)?.trim();
  return text ? cutText(text, reportLimits.nameBytes) : null;
}

/** Any value as text, where a text was expected; null when it is empty. */
function keptText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = cleanText(String(plain(value)));
  return text.trim() === "" || text === "[]" || text === "{}"
    ? null
    : cutText(text, reportLimits.textBytes);
}

function plain(value: unknown): unknown {
  return typeof value === "object" ? (jsonOf(value) ?? "(unreadable)") : value;
}

function metaOf(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const text = jsonOf(value);
  if (text === null || longerThan(text, reportLimits.metaBytes))
    return `(left out: over ${reportLimits.metaBytes / 1024} KiB)`;
  return text.includes("\ufffd") ? JSON.parse(text) : value;
}

/** null: nested too deeply. */
function jsonOf(value: unknown): string | null {
  try {
    // JSON writes lone surrogates and U+0000 as escapes; both are replaced before anything keeps them.
    const text = JSON.stringify(value);
    if (!text.includes("\\u")) return text;
    return text.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, "$1\ufffd");
  } catch {
    return null;
  }
}

/** The kind of value found in place of an object. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
