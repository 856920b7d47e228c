/**
 * Calculates local time in the world's time zones from `Intl` alone. A call of `Intl` takes microseconds,
 * and contact hours are needed for every notification. So each zone caches, for every span of four days used,
 * the offset before and after the one change that the span can hold; the rest is a lookup in a map. No zone
 * has changed its clock twice within a span since 1970. A zone unknown to the runtime is treated as UTC: it was
 * valid when it was stored, and a page an hour early is better than none.
 */
import type { Instant } from "../model/model.ts";
import { dateText, weekdayOf, weekdays } from "../text/days.ts";
import { hour } from "../text/units.ts";

/**
 * The time on a wall clock, as the instant at which a UTC clock shows the same. Days and hours are
 * counted as if every day had 24 hours.
 */
export type LocalTime = number;

export interface Zone {
  /** The local time at `at`. */
  local(at: Instant): LocalTime;
  /** The calendar day there at `at`, counted from 1970-01-01. */
  day(at: Instant): number;
  /** The first instant at which the clocks show `time` or later: the end of the gap if it is skipped. */
  reached(time: LocalTime): Instant;
  /** The first instant after which no clock shows less than `time` again: its second pass if it repeats. */
  passed(time: LocalTime): Instant;
}

export const dayLength = 24 * hour;
/** No zone is further than this ahead of or behind UTC. */
const ahead = 15 * hour;
const behind = 13 * hour;
const spanLength = 4 * dayLength;
/** Spans cached per zone: four years. Older entries are calculated again. */
const keptSpans = 366;
/** Names kept: enough for every time zone. */
const keptZones = 1000;

const zones = new Map<string, Zone>();

/** The zone of an IANA name. Cached, so that a second call is free. */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    if (zones.size >= keptZones) zones.clear();
    zones.set(name, (zone = makeZone(offsetsOf(name))));
  }
  return zone;
}

/** `2026-11-21 08:00 Europe/Berlin`, for people. */
export function localMinute(name: string, at: Instant): string {
  return `${localSecond(name, at).slice(0, 16)} ${name}`;
}

/** `2026-11-21 03:00:59`, for where the zone is named already. */
export const localSecond = (name: string, at: Instant): string =>
  new Date(zoneOf(name).local(at)).toISOString().slice(0, 19).replace("T", " ");

/** `Mon 08:00 (Europe/Berlin)`; with the date instead of the weekday when it is six days from `now` or more. */
export function weekMinute(name: string, at: Instant, now: Instant): string {
  const local = new Date(zoneOf(name).local(at));
  const text = local.toISOString();
  const near = Math.abs(at - now) < 6 * dayLength;
  const day = near ? weekdays[local.getUTCDay()]! : text.slice(0, 10);
  return `${day} ${text.slice(11, 16)} ${name === "UTC" ? name : `(${name})`}`;
}

/** `Mon 7 Dec 09:00` by the clocks of a zone; with the year when it is not that of `now`. */
export function dayMinute(name: string, at: Instant, now: Instant): string {
  const zone = zoneOf(name);
  const day = zone.day(at);
  const year = new Date(zone.local(now)).getUTCFullYear();
  const time = new Date(zone.local(at)).toISOString().slice(11, 16);
  return `${weekdays[weekdayOf(day)]!} ${dateText(day, year)} ${time}`;
}

/** `23:09` on the day of `now`, `Mon 15:00` within six days of it, else as `dayMinute`. */
export function nearMinute(name: string, at: Instant, now: Instant): string {
  const zone = zoneOf(name);
  const days = zone.day(at) - zone.day(now);
  const time = new Date(zone.local(at)).toISOString().slice(11, 16);
  if (days === 0) return time;
  return Math.abs(days) < 6
    ? `${weekdays[weekdayOf(zone.day(at))]!} ${time}`
    : dayMinute(name, at, now);
}

/** A span whose offset is `before` until `at`, and `after` from then on. */
interface Span {
  before: number;
  at: Instant;
  after: number;
}

function makeZone(offsetAt: (at: Instant) => number): Zone {
  const spans = new Map<number, Span>();
  const spanOf = (number: number): Span => {
    let span = spans.get(number);
    if (!span) {
      if (spans.size >= keptSpans) spans.clear();
      spans.set(number, (span = readSpan(number * spanLength, offsetAt)));
    }
    return span;
  };
  const offset = (at: Instant): number => {
    const span = spanOf(Math.floor(at / spanLength));
    return at < span.at ? span.before : span.after;
  };
  /** When the clocks change between `from` and `to`, which differ in their offset. */
  const change = (from: Instant, to: Instant): Instant => {
    let number = Math.floor(from / spanLength);
    const before = offset(from);
    while (number * spanLength < to && spanOf(number).after === before) number++;
    return spanOf(number).at;
  };
  /** Where `time` lies when the clocks do not change, and else by the clocks before and after that. */
  const find = (time: LocalTime) => {
    const before = offset(time - ahead);
    const after = offset(time + behind);
    return {
      early: time - before,
      late: time - after,
      change: before === after ? Infinity : change(time - ahead, time + behind),
    };
  };
  return {
    local: (at) => at + offset(at),
    day: (at) => Math.floor((at + offset(at)) / dayLength),
    reached(time) {
      const { early, late, change } = find(time);
      return early < change ? early : Math.max(late, change);
    },
    passed(time) {
      const { early, late, change } = find(time);
      // A time that repeats lies before the change by the old clocks, and after it by the new ones.
      return late > change ? late : Math.min(early, change);
    },
  };
}

function readSpan(start: Instant, offsetAt: (at: Instant) => number): Span {
  const before = offsetAt(start);
  let [same, changed] = [start, start + spanLength - 1];
  const after = offsetAt(changed);
  if (before === after) return { before, at: start, after };
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(middle) === before) same = middle;
    else changed = middle;
  }
  return { before, at: changed, after };
}

/** How far the clocks of a zone are ahead of UTC, ms; slow. */
function offsetsOf(name: string): (at: Instant) => number {
  const format = formatOf(name);
  return (at) => {
    const [month, day, year, hours, minutes, seconds] = format
      .format(at)
      .split(/\D+/)
      .map(Number) as [number, number, number, number, number, number];
    const second = Math.floor(at / 1000) * 1000;
    return Date.UTC(year, month - 1, day, hours, minutes, seconds) - second;
  };
}

function formatOf(name: string): Intl.DateTimeFormat {
  const options = {
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: name });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
}
