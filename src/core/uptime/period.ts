/** The period of a report: a month of a zone, calendar days, or instants. Pure. */
import { dayLength, zoneOf } from "../hours/zone.ts";
import type { Range } from "../history/point.ts";
import type { Instant } from "../model/model.ts";
import { dateText, longMonths, months } from "../text/days.ts";
import { day, hour } from "../text/units.ts";
import { dateOf } from "./days.ts";

/** The longest period of a report: a leap year, and the hour that clocks can add. */
const longestPeriod = 366 * day + hour;

export interface Period extends Range {
  /** An IANA name. */
  timezone: string;
  /** `2026-10`; null: not a calendar month. */
  month: string | null;
  /** It has not ended: `to` is the present. */
  under_way: boolean;
}

const monthPattern = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])$/;

/** The month `2026-10` by the clocks of a zone, as far as it has passed; null: not a month, or it has not begun. */
export function monthPeriod(month: string, timezone: string, now: Instant): Period | null {
  const match = monthPattern.exec(month);
  if (!match) return null;
  const [year, index] = [Number(match[1]), Number(match[2]) - 1];
  const zone = zoneOf(timezone);
  const from = zone.reached(Date.UTC(year, index));
  const end = zone.reached(Date.UTC(year, index + 1));
  if (from >= now) return null;
  return { from, to: Math.min(end, now), timezone, month, under_way: end > now };
}

/** The period between two instants, as far as it has passed; null: it is empty, or longer than `longestPeriod`. */
export function rangePeriod({ from, to }: Range, timezone: string, now: Instant): Period | null {
  const end = Math.min(to, now);
  if (end <= from || end - from > longestPeriod) return null;
  return { from, to: end, timezone, month: null, under_way: to > now };
}

/** The month of a zone that many months from that of `now`. */
export function monthFrom(now: Instant, timezone: string, months: number): string {
  const today = new Date(zoneOf(timezone).local(now));
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months))
    .toISOString()
    .slice(0, 7);
}

/** The month that many months from a month. */
export const monthAfter = (month: string, months: number): string =>
  monthFrom(Date.parse(`${month}-01T00:00:00Z`), "UTC", months);

/** `October 2026` */
export const monthTitle = (month: string): string =>
  `${longMonths[Number(month.slice(5)) - 1]!} ${month.slice(0, 4)}`;

/** `October 2026`; `12 Oct – 3 Nov 2026` of other days; with times where it does not begin and end at midnight. */
export function periodTitle({ from, to, timezone, month }: Period): string {
  if (month !== null) return monthTitle(month);
  const zone = zoneOf(timezone);
  const [begin, end] = [new Date(zone.local(from)), new Date(zone.local(to))];
  const year = end.getUTCFullYear();
  const isDay = (local: Date) => local.getTime() % dayLength === 0;
  if (isDay(begin) && isDay(end)) {
    const [first, last] = [zone.day(from), zone.day(to - 1)];
    const lastText = `${dateText(last, year)} ${new Date(last * dayLength).getUTCFullYear()}`;
    return first === last ? lastText : `${dateText(first, year)} – ${lastText}`;
  }
  const minute = (local: Date, of: number) =>
    `${dateText(Math.floor(local.getTime() / dayLength), of)} ${local.toISOString().slice(11, 16)}`;
  return `${minute(begin, year)} – ${minute(end, year)}, ${year}`;
}

/** The length in words, with why it is not that of its days: `745 h: clocks went back on 25 Oct`. */
export function lengthText({ from, to, timezone }: Period): string {
  const zone = zoneOf(timezone);
  const hours = (to - from) / hour;
  const length = `${Number.isInteger(hours) ? hours : Math.floor(hours * 10) / 10} h`;
  const changes = clockChanges(zone, from, to);
  return changes.length === 0 ? length : `${length}: ${changes.join(", ")}`;
}

/** The days on which clocks changed; at midnight, the day that began. */
function clockChanges(zone: ReturnType<typeof zoneOf>, from: Instant, to: Instant): string[] {
  const year = new Date(zone.local(to - 1)).getUTCFullYear();
  const ahead = (at: Instant) => zone.local(at) - at;
  const changes: string[] = [];
  const compare = (before: Instant, after: Instant) => {
    const shift = ahead(after) - ahead(before);
    const way = shift < 0 ? "back" : "forward";
    if (shift !== 0) changes.push(`clocks went ${way} on ${dateText(zone.day(after), year)}`);
  };
  for (let at = from; at < to;) {
    const next = zone.reached((zone.day(at) + 1) * dayLength);
    const last = Math.min(next, to) - 1;
    compare(at, last);
    if (next < to) compare(last, next);
    at = next;
  }
  return changes;
}

/** `25 Oct` of `2026-10-25`. */
export const shortDate = (date: string): string =>
  `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]!}`;

/** The first and the last day of a period. */
export const firstAndLast = ({ from, to, timezone }: Period): [string, string] => {
  const zone = zoneOf(timezone);
  return [dateOf(zone.day(from)), dateOf(zone.day(to - 1))];
};
