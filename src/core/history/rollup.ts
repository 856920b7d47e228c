/**
 * Rolling up: an hour is made of its checks, a day of its hours, after its end. A repeated run makes the same hours
 * and days again, so a crash loses and doubles none. Pure.
 */
import { instant, text, type Instant, type Row } from "../model/column.ts";
import { checksIn, rowOfSummary, summariesIn, type MeasuresRow, type Summary } from "./entries.ts";
import { floorTo, type Level } from "./level.ts";
import type { Range } from "./point.ts";
import { summarize, type ErrorCount } from "./summary.ts";
import { minute, hour, day } from "../text/units.ts";

/** Results of an hour can be written until this long after its end, ms. */
const late = 5 * minute;

/** The end of the last hour that can be rolled up. */
export const ripeUntil = (now: Instant): Instant => floorTo(now - late, hour);

/** How far all subjects are rolled up. */
export interface Progress extends Row<typeof progress> {}
// These stay: a run that finds itself ahead of the time begins at the time.
export const progress = {
  /** Every hour that ends by then is rolled up. */
  until: instant("stays"),
  /** The end of the run under way; null: none is. */
  run_until: instant("stays").orNull(),
  /** The last subject that the run has done; null: none yet. */
  run_subject: text().orNull(),
};

export const noProgress: Progress = { until: 0, run_until: null, run_subject: null };

/**
 * The progress with a run under way; null: every hour that has ended is rolled up. After the clock was set back, the
 * day before is rolled up again as well: since then its hours have got more checks.
 */
export function beginRun(
  { until, run_until, run_subject }: Progress,
  now: Instant,
): (Progress & { run_until: Instant }) | null {
  const ripe = ripeUntil(now);
  if (Math.max(until, run_until ?? until) > ripe)
    return { until: Math.min(until, ripe - day), run_until: ripe, run_subject: null };
  if (run_until !== null) return { until, run_until, run_subject };
  return until === ripe ? null : { until, run_until: ripe, run_subject: null };
}

/** The hours of these rows of checks and error reports, as rows to append. */
export function hoursOf(
  rows: readonly MeasuresRow[],
  errors: readonly ErrorCount[],
): MeasuresRow[] {
  const byHour = Map.groupBy(errors, ({ at }) => floorTo(at, hour));
  const checks = new Map(rows.map((row) => [row.at, checksIn(row)]));
  const hours = [...new Set([...checks.keys(), ...byHour.keys()])].sort((a, b) => a - b);
  return rowsOf(
    "hour",
    hours.map((at) =>
      summarize(at, { checks: checks.get(at) ?? [], errors: byHour.get(at) ?? [], summaries: [] }),
    ),
  );
}

/** The days of these rows of hours, as rows to append. */
export const daysOf = (rows: readonly MeasuresRow[]): MeasuresRow[] =>
  rowsOf(
    "day",
    rows.map((row) => summarize(row.at, { checks: [], errors: [], summaries: summariesIn(row) })),
  );

/** One row to append for each chunk of time. */
function rowsOf(level: "hour" | "day", summaries: readonly Summary[]): MeasuresRow[] {
  const rows = summaries.map((one) => rowOfSummary(level, one));
  return [...Map.groupBy(rows, ({ at }) => at)].map(([at, parts]) => ({
    level,
    at,
    entries: parts.map(({ entries }) => entries).join(""),
  }));
}

/** Which level to read for each part of a range, when all hours before `rolled` are rolled up. */
export function levelRanges(
  { from, to }: Range,
  step_ms: number,
  rolled: Instant,
): Record<Level, Range> {
  const hours = step_ms < hour ? from : clamp(rolled, from, to);
  const days = step_ms % day !== 0 ? from : clamp(floorTo(rolled, day), from, to);
  return {
    day: { from, to: days },
    hour: { from: days, to: hours },
    check: { from: hours, to },
  };
}

const clamp = (at: Instant, least: Instant, most: Instant) => Math.min(Math.max(at, least), most);
