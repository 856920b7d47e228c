/** Makes the points of a chart from measures. Pure. */
import type { Instant } from "../model/model.ts";
import { floorTo } from "./level.ts";
import type { HistoryPoint, Range } from "./point.ts";
import { exactPercentileOf, percentileOf } from "./response-times.ts";
import { answered, summarize, type Measured } from "./summary.ts";

/** The measures of a history; `from` and `to` lie on steps. */
export interface HistoryInput extends Measured, Range {
  step_ms: number;
  /** Times without observation, in any order. */
  unobserved: readonly Range[];
}

/**
 * One point per step. Percentiles are exact where each check of the step is still stored, that is for
 * steps below an hour; else they are at most 2.5 % off. Everything else is exact.
 */
export function pointsOf(input: HistoryInput): HistoryPoint[] {
  const { from, to, step_ms } = input;
  const stepOf = ({ at }: { at: Instant }) => floorTo(at, step_ms);
  const checks = Map.groupBy(input.checks, stepOf);
  const summaries = Map.groupBy(input.summaries, stepOf);
  const errors = Map.groupBy(input.errors, stepOf);
  const unobserved = joined(input.unobserved);
  const points: HistoryPoint[] = [];
  for (let at = from; at < to; at += step_ms) {
    const measured = {
      checks: checks.get(at) ?? [],
      summaries: summaries.get(at) ?? [],
      errors: errors.get(at) ?? [],
    };
    const step = { from: at, to: at + step_ms };
    points.push(pointOf(at, measured, !unobserved.some((away) => covers(away, step))));
  }
  return points;
}

function pointOf(at: Instant, measured: Measured, observed: boolean): HistoryPoint {
  const { times, ...counts } = summarize(at, measured);
  const values = measured.summaries.length === 0 ? answered(measured.checks) : null;
  const percentile = (share: number) => {
    if (values) return exactPercentileOf(values, share);
    const ms = percentileOf(times, share);
    return ms === null ? null : Math.min(ms, counts.max_ms!);
  };
  return {
    ...counts,
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
    // Time with measures was observed, even if a recorded gap covers it.
    observed: observed || counts.checks > 0 || counts.errors > 0,
  };
}

const covers = (outer: Range, inner: Range) => outer.from <= inner.from && inner.to <= outer.to;

/** The same times, oldest first, none touching another. */
export function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
