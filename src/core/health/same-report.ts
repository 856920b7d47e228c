/**
 * Recognizes a health report that says the same as the last one without reading it: its text is the same but for
 * `finishedAt`. Reading ten sub-checks takes ten times as long, and leaves their objects to the collector. Pure.
 */
import { hash } from "node:crypto";
import type { CheckResult, Instant } from "../model/model.ts";
import { isAhead, readFinishedAt } from "./health-reading.ts";
import type { Fetched } from "./prober.ts";

/** A hash of sub-checks: most reports repeat the last one, and then the rows are neither read nor written. */
export function hashOf(results: readonly CheckResult[]): string {
  return hash("sha1", JSON.stringify(results), "base64");
}

const place = /"finishedAt"\s*:\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?|"[^"\\\p{Cc}]*")/u;

/** A report's text: `finishedAt` as it stands there, JSON, and a hash of its place and of all the rest. */
export interface SplitReport {
  rest: string;
  finishedAt: string;
}

/** The report in its parts; null: it lacks `finishedAt`. */
export function splitReport(body: string): SplitReport | null {
  const match = place.exec(body);
  if (!match) return null;
  const [whole, finishedAt] = match;
  const { index } = match;
  const rest = `${index}:${body.slice(0, index)}${body.slice(index + whole.length)}`;
  return { rest: hash("sha1", rest, "base64"), finishedAt: finishedAt! };
}

/** When the report of an answer was finished, if the rest of it is that of the last one; null: it is another. */
export function sameReport(
  rest: string | null,
  fetched: Fetched,
  now: Instant,
  stepped: number,
): Instant | null {
  if (rest === null || fetched.kind !== "answer") return null;
  const split = splitReport(fetched.body);
  if (split?.rest !== rest) return null;
  const at = readFinishedAt(JSON.parse(split.finishedAt), now, stepped);
  return typeof at === "string" || isAhead(at, now) ? null : at;
}

/** Far from the instants of all reports, in each of their units. */
const marker = 8_640_000_000_000_001;

/** Characters of the longest report that is recognized: to find out whether it can be takes two more readings. */
const longest = 64 * 1024;

/**
 * Whether `splitReport` finds the `finishedAt` of the report, and not one that is nested in it. Then reports
 * with the same rest differ in nothing else. False for a long report, which is read each time.
 */
export function isSplittable(body: string): boolean {
  if (body.length > longest) return false;
  const marked = body.replace(place, () => `"finishedAt":${marker}`);
  return finishedAtOf(body) !== marker && finishedAtOf(marked) === marker;
}

function finishedAtOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { finishedAt?: unknown } | null)?.finishedAt;
  } catch {
    return undefined;
  }
}
