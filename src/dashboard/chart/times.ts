/** Formats the instants of a chart for its reader: short, in one time zone. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { dayLength, zoneOf } from "../../core/hours/zone.ts";
import { dateText } from "../../core/text/days.ts";

/** The clock of the reader of a chart. */
export interface Reader {
  now: Instant;
  /** IANA name of the time zone. `UTC` is written beside times: it is seldom the reader's own. */
  zone: string;
}

/** The zone beside a time, where it is not the reader's own. */
export const zoneSuffix = ({ zone }: Reader): string => (zone === "UTC" ? " UTC" : "");

/** `23:09`. */
export const timeOfDay = (at: Instant, { zone }: Reader): string =>
  new Date(zoneOf(zone).local(at)).toISOString().slice(11, 16);

/** `21 Nov`; with the year when it is another one than now. */
export function dayText(at: Instant, { now, zone }: Reader): string {
  const there = zoneOf(zone);
  return dateText(there.day(at), new Date(there.local(now)).getUTCFullYear());
}

/** `23:09` within a day of now, else `21 Nov 23:09`. */
export const shortTime = (at: Instant, reader: Reader): string =>
  Math.abs(reader.now - at) <= dayLength
    ? timeOfDay(at, reader)
    : `${dayText(at, reader)} ${timeOfDay(at, reader)}`;

/** `22:47–23:09 UTC`, `22:47–now UTC`; the day of the end only where it differs. */
export function spanText(from: Instant, to: Instant, reader: Reader): string {
  const sameDay = zoneOf(reader.zone).day(from) === zoneOf(reader.zone).day(to);
  const end = to >= reader.now ? "now" : sameDay ? timeOfDay(to, reader) : shortTime(to, reader);
  return `${shortTime(from, reader)}–${end}${zoneSuffix(reader)}`;
}

/** The first instants of the last `count` calendar days, oldest first; the last one is today. */
export function dayStarts(count: number, { now, zone }: Reader): Instant[] {
  const there = zoneOf(zone);
  const today = there.day(now);
  return Array.from({ length: count }, (_, i) =>
    there.reached((today - count + 1 + i) * dayLength),
  );
}

/**
 * Labels of a time axis, at equal distances; the last one is `now`, or the end of the range. A range of
 * more than two days is labeled with days, a shorter one with times.
 */
export function axisLabels(from: Instant, to: Instant, parts: number, reader: Reader): string[] {
  const days = to - from > 2 * dayLength;
  return Array.from({ length: parts + 1 }, (_, i) => {
    const at = from + ((to - from) * i) / parts;
    if (at >= reader.now || (i === parts && to >= reader.now)) return "now";
    const text = days ? dayText(at, reader) : timeOfDay(at, reader);
    return i === 0 && !days ? text + zoneSuffix(reader) : text;
  });
}
