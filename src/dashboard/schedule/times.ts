/** Times of shifts as people say them: a weekday and a time, with the date where the day is not near. Pure. */
import { dayLength, zoneOf } from "../../core/hours/zone.ts";
import type { Interval } from "../../core/hours/interval.ts";
import type { Instant } from "../../core/model/model.ts";
import { weekdayOf, weekdays } from "../../core/text/days.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { hour } from "../../core/text/units.ts";
import { dayText, timeOfDay, type Reader } from "../chart/times.ts";

/** `Mon`. */
const weekdayText = (at: Instant, { zone }: Reader): string =>
  weekdays[weekdayOf(zoneOf(zone).day(at))]!;

/** `Mon 23 Nov`. */
export const dayName = (at: Instant, reader: Reader): string =>
  `${weekdayText(at, reader)} ${dayText(at, reader)}`;

/** `Mon 23 Nov 15:00`. */
export const dayAndTime = (at: Instant, reader: Reader): string =>
  `${dayName(at, reader)} ${timeOfDay(at, reader)}`;

/** `Mon 23 Nov 15:00 – Mon 30 Nov 15:00`; the day of the end only where it is another one. */
export function spanOf({ from, until }: Interval, reader: Reader): string {
  const there = zoneOf(reader.zone);
  return there.day(from) === there.day(until)
    ? `${dayAndTime(from, reader)}–${timeOfDay(until, reader)}`
    : `${dayAndTime(from, reader)} – ${dayAndTime(until, reader)}`;
}

/** `168 h`, `12 h 30 min`: hours, as people compare shifts, however many days these are. */
export function lengthText({ from, until }: Interval): string {
  const length = until - from;
  const hours = Math.floor(length / hour);
  return hours < 48 || length % hour > 0
    ? hours < 48
      ? formatDuration(length)
      : `${hours} h ${Math.round((length % hour) / 60_000)} min`
    : `${hours} h`;
}

/** The value of a browser's date and time field: `2026-11-23T15:00`. */
export const fieldTime = (at: Instant, { zone }: Pick<Reader, "zone">): string =>
  new Date(zoneOf(zone).local(at)).toISOString().slice(0, 16);

/** The first instant of a day, counted from 1970-01-01. */
export const midnightOf = (day: number, { zone }: Pick<Reader, "zone">): Instant =>
  zoneOf(zone).reached(day * dayLength);
