/** Times of shifts in words. Pure. */
import { dayLength, dayMinute, zoneOf } from "../hours/zone.ts";
import type { Interval } from "../hours/interval.ts";
import type { Instant } from "../model/model.ts";
import { dateText } from "../text/days.ts";
import { formatDuration } from "../text/duration.ts";
import { hour, minute } from "../text/units.ts";

/** `Mon 14 Dec 09:00`, of an instant in the months around: without its year. */
export const dayAndTime = (timezone: string, at: Instant): string => dayMinute(timezone, at, at);

/** ` until Mon 14 Dec 09:00`; null: none. */
export const untilText = (timezone: string, until: Instant | null): string =>
  until === null ? "" : ` until ${dayAndTime(timezone, until)}`;

/** `21–28 Dec`, `28 Dec–4 Jan`, or `Fri 18 Dec 15:00–18:00` of less than a day; `open`: it goes on after its end. */
export function spanText(timezone: string, { from, until }: Interval, open: boolean): string {
  const zone = zoneOf(timezone);
  const date = (at: Instant) => dateText(zone.day(at), yearOf(timezone, at));
  if (open) return `from ${date(from)} on`;
  const [first, last] = [date(from), date(until)];
  const time = (at: Instant) => new Date(zone.local(at)).toISOString().slice(11, 16);
  // A day on which the clocks change has 23 hours.
  if (until - from < dayLength - hour)
    return first === last
      ? `${dayAndTime(timezone, from)}–${time(until)}`
      : `${dayAndTime(timezone, from)}–${dayAndTime(timezone, until)}`;
  const [begins, ends] = [first.split(" "), last.split(" ")];
  return begins[1] === ends[1] ? `${begins[0]}–${last}` : `${first}–${last}`;
}

const yearOf = (timezone: string, at: Instant) =>
  new Date(zoneOf(timezone).local(at)).getUTCFullYear();

/** `60 min`, `24 h`, `7 days`: the time until a shift, rounded up. */
export function timeAhead(ms: number): string {
  const whole = Math.ceil(ms / minute) * minute;
  return whole <= 2 * hour ? `${whole / minute} min` : formatDuration(whole);
}

/** `Times in Europe/Berlin.` */
export const timesIn = (timezone: string): string => `Times in ${timezone}.`;
