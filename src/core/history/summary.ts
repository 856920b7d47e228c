/**
 * Joins measures of a time into one. Counts and the longest times are exact; response times keep an accuracy
 * (`response-times`). Pure.
 */
import type { Instant } from "../model/model.ts";
import type { Check, Summary } from "./entries.ts";
import { floorTo } from "./level.ts";
import { countTimes, joinTimes } from "./response-times.ts";
import { minute } from "../text/units.ts";

/** Error reports of a minute. */
export interface ErrorCount {
  /** Begin of the minute. */
  at: Instant;
  count: number;
}

/** Counts of instants by the minute that each is in. */
export function countByMinute(counts: readonly ErrorCount[]): ErrorCount[] {
  const minutes = new Map<Instant, number>();
  for (const { at, count } of counts) {
    const begin = floorTo(at, minute);
    minutes.set(begin, (minutes.get(begin) ?? 0) + count);
  }
  return [...minutes].map(([at, count]) => ({ at, count }));
}

/** The measures of a time. */
export interface Measured {
  checks: readonly Check[];
  /** Summaries of the parts of the time without `checks` and `errors`. */
  summaries: readonly Summary[];
  errors: readonly ErrorCount[];
}

/** All measures of the time that begins at `at`, as one. */
export function summarize(at: Instant, { checks, summaries, errors }: Measured): Summary {
  return {
    at,
    checks: checks.length + sum(summaries.map((one) => one.checks)),
    failed: checks.filter(({ failed }) => failed).length + sum(summaries.map((one) => one.failed)),
    max_ms: greatest([...summaries.map(({ max_ms }) => max_ms), ...checks.map(({ ms }) => ms)]),
    status_code: statusOf([
      ...summaries.map((one) => ({ ...one, failed: one.failed > 0 })),
      ...checks,
    ]),
    lag_ms: greatest([...summaries, ...checks].map(({ lag_ms }) => lag_ms)),
    errors: sum(summaries.map((one) => one.errors)) + sum(errors.map(({ count }) => count)),
    times: joinTimes([...summaries.map(({ times }) => times), countTimes(answered(checks))]),
  };
}

/** The response times of the checks that have one, ms. */
export const answered = (checks: readonly Check[]): number[] =>
  checks.map(({ ms }) => ms).filter((ms) => ms !== null);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const greatest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (value !== null && value > (most ?? -1) ? value : most), null);

/** The status of the last that failed and has one, else the last. */
function statusOf(all: readonly { failed: boolean; status_code: number | null }[]): number | null {
  const known = all.filter(({ status_code }) => status_code !== null);
  return (known.findLast(({ failed }) => failed) ?? known.at(-1))?.status_code ?? null;
}
