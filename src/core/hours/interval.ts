/** Intervals of time. Pure. */
import type { Instant } from "../model/model.ts";

export interface Interval {
  from: Instant;
  /** Not part of it. */
  until: Instant;
}

/** The parts of a span that no interval covers, in order. */
export function gapsIn(intervals: readonly Interval[], { from, until }: Interval): Interval[] {
  const gaps: Interval[] = [];
  let covered = from;
  for (const next of intervals.toSorted((a, b) => a.from - b.from)) {
    if (next.from >= until) break;
    if (next.from > covered) gaps.push({ from: covered, until: next.from });
    covered = Math.max(covered, next.until);
  }
  return covered < until ? [...gaps, { from: covered, until }] : gaps;
}

/** Says of instants that never go back whether one of the spans, which are in order, has them. `endOf`: its end, which is not part of it. */
export function within<T extends { from: Instant }>(
  spans: readonly T[],
  endOf: (span: T) => Instant,
): (at: Instant) => boolean {
  let next = 0;
  return (at) => {
    while (next < spans.length && endOf(spans[next]!) <= at) next++;
    return next < spans.length && spans[next]!.from <= at;
  };
}
