/**
 * The handoffs of a schedule: the moments of its cron expression in its zone, as croner has them. croner takes a tenth of
 * a millisecond for each, so the usual expressions are calculated here, but for days on which the clocks change; and the
 * moments of a year are cached. Pure.
 */
import type { Instant } from "../model/model.ts";
import { dayLength, zoneOf } from "../hours/zone.ts";
import { cronFault, nextRun } from "../silence/maintenance.ts";
import { hour, minute } from "../text/units.ts";
import { cronFields } from "./cron-fields.ts";

/** When turns may end: every moment of a cron expression, in local time. */
export interface Handoffs {
  cron: string;
  timezone: string;
}

/** The least time between two moments of a shape that only croner knows, which it takes long to list; summer time shortens a day. */
const rarely = 20 * hour;

/** The fault in a cron expression of handoffs, as the end of a sentence; null: none. */
export function handoffFault(cron: string, timezone: string): string | null {
  const wrong = cronFault(cron, timezone);
  if (wrong !== null) return wrong;
  const fields = cronFields(cron);
  if (fields) {
    const { minutes } = fields;
    const isNear = minutes.some((at, i) => {
      const next = minutes[i + 1] ?? minutes[0]! + dayLength / minute;
      return next - at < hour / minute;
    });
    return isNear ? "must name times that are at least an hour apart" : null;
  }
  // One with two times a day has both on every one of its days.
  const first = byCroner({ cron, timezone }, Date.UTC(2000, 0, 1), Infinity)
    .take(3)
    .toArray();
  return first.some((at, i) => i > 0 && at - first[i - 1]! < rarely)
    ? "must name times that are at least an hour apart, several a day as plain numbers and lists"
    : null;
}

/** Years that are cached: a decade of fifty schedules. */
const maxYears = 500;

let cachedYears = 0;

/** The moments of years (UTC), in order, by zone and expression. */
const expressions = new Map<string, Map<number, readonly Instant[]>>();

const startOf = (year: number): Instant => Date.UTC(year, 0, 1);

/** The moments of any year. */
function yearsOf(handoffs: Handoffs): (year: number) => readonly Instant[] {
  const key = `${handoffs.timezone} ${handoffs.cron}`;
  let years = expressions.get(key);
  if (!years) expressions.set(key, (years = new Map()));
  return (year) => years.get(year) ?? addYear(years, handoffs, year);
}

function addYear(
  years: Map<number, readonly Instant[]>,
  handoffs: Handoffs,
  year: number,
): readonly Instant[] {
  const moments = [...momentsBetween(handoffs, startOf(year), startOf(year + 1))];
  if (cachedYears >= maxYears) {
    expressions.clear();
    cachedYears = 0;
  }
  cachedYears += 1;
  years.set(year, moments);
  return moments;
}

/** The moments from `from` on and before `to`, in order. */
function* momentsBetween(handoffs: Handoffs, from: Instant, to: Instant): Generator<Instant> {
  const fields = cronFields(handoffs.cron);
  if (fields === null) return yield* byCroner(handoffs, from, to);
  const zone = zoneOf(handoffs.timezone);
  for (let day = zone.day(from); ; day++) {
    const midnight = day * dayLength;
    const [begin, end] = [zone.reached(midnight), zone.reached(midnight + dayLength)];
    if (begin >= to) return;
    const date = new Date(midnight);
    if (!fields.isOn(date.getUTCMonth(), date.getUTCDate(), date.getUTCDay())) continue;
    if (end - begin !== dayLength)
      yield* byCroner(handoffs, Math.max(begin, from), Math.min(end, to));
    else
      for (const time of fields.minutes) {
        const at = begin + time * minute;
        if (at >= from && at < to) yield at;
      }
  }
}

function* byCroner(handoffs: Handoffs, from: Instant, to: Instant): Generator<Instant> {
  let at = nextRun(handoffs, from - 1);
  for (; at !== null && at < to; at = nextRun(handoffs, at)) yield at;
}

/** The `n`th handoff after `at`, from 1; null: none within eight years, and so none ever. */
export function handoffAfter(handoffs: Handoffs, at: Instant, n = 1): Instant | null {
  const momentsOf = yearsOf(handoffs);
  let left = n;
  const first = new Date(at).getUTCFullYear();
  // Between two leap days are eight years at most.
  for (let year = first; year <= first + 8 * n; year++) {
    const moments = momentsOf(year);
    const from = year === first ? countUpTo(moments, at) : 0;
    if (from + left <= moments.length) return moments[from + left - 1]!;
    left -= moments.length - from;
  }
  return null;
}

/** The `n`th handoff before `at`, from 1, within the last ten years; null: none. */
export function handoffBefore(handoffs: Handoffs, at: Instant, n: number): Instant | null {
  const momentsOf = yearsOf(handoffs);
  let left = n;
  const last = new Date(at).getUTCFullYear();
  for (let year = last; year >= last - 10; year--) {
    const moments = momentsOf(year);
    const count = year === last ? countUpTo(moments, at - 1) : moments.length;
    if (left <= count) return moments[count - left]!;
    left -= count;
  }
  return null;
}

/** How many handoffs are after `from` and not after `to`. */
export function handoffsBetween(handoffs: Handoffs, from: Instant, to: Instant): number {
  const momentsOf = yearsOf(handoffs);
  let count = 0;
  const [first, last] = [from, to].map((at) => new Date(at).getUTCFullYear()) as [number, number];
  for (let year = first; year <= last; year++) {
    const moments = momentsOf(year);
    count +=
      (year === last ? countUpTo(moments, to) : moments.length) -
      (year === first ? countUpTo(moments, from) : 0);
  }
  return count;
}

/** How many of the moments, which are in order, are not after `at`. */
function countUpTo(moments: readonly Instant[], at: Instant): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (moments[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
