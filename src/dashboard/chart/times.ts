/** Formats the instants of a chart for its reader: short, in one time zone. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { dayLength, nearMinute, zoneOf } from "../../core/hours/zone.ts";
import { dateText, weekdayOf, weekdays } from "../../core/text/days.ts";

/** The clock of the reader of a chart. */
export interface Reader {
  now: Instant;
  /** IANA name of the time zone. `UTC` is written beside times: it is seldom the reader's own. */
  zone: string;
}

/** `Berlin`, `New York`: as people call a time zone. */
export const placeOf = (zone: string): string => zone.split("/").at(-1)!.replaceAll("_", " ");

/** `your time, Berlin`, or `UTC`. */
export const zoneTitle = ({ zone }: Pick<Reader, "zone">): string =>
  zone === "UTC" ? "UTC" : `your time, ${placeOf(zone)}`;

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

/** `23:09` today, `Mon 15:00` within six days, else `Mon 30 Nov 15:00`. */
export const shortTime = (at: Instant, { zone, now }: Reader): string => nearMinute(zone, at, now);

/** The same, in UTC with the zone. */
export const nearTime = (at: Instant, reader: Reader): string =>
  shortTime(at, reader) + zoneSuffix(reader);

/** `Sat 21 Nov 2026, 23:09:04 (Europe/Berlin)`: for a title, which is read alone. */
export function wholeTime(at: Instant, { zone }: Reader): string {
  const there = zoneOf(zone);
  const day = there.day(at);
  const time = new Date(there.local(at)).toISOString().slice(11, 19);
  return `${weekdays[weekdayOf(day)]!} ${dateText(day, 0)}, ${time} ${zone === "UTC" ? zone : `(${zone})`}`;
}

/** `22:47–23:09 UTC`, `22:47–now UTC`; the day of the end only where it differs; an instant alone as `nearTime`. */
export function spanText(from: Instant, to: Instant, reader: Reader): string {
  const sameDay = zoneOf(reader.zone).day(from) === zoneOf(reader.zone).day(to);
  if (from === to) return nearTime(from, reader);
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
