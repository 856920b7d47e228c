/**
 * Gaps of coverage in words. Gaps that recur at the same local time are one line, such as
 * `every day 19:00–20:00 UTC from 28 Mar 2027`. Pure.
 */
import type { Interval } from "../hours/interval.ts";
import { dayLength, zoneOf } from "../hours/zone.ts";
import type { Instant } from "../model/model.ts";
import { dateText, daysText, weekdayOf, weekdays } from "../text/days.ts";
import { plural } from "../text/plural.ts";
import { gapsAfter, judgedUntil, knownAround, type Coverage } from "./coverage.ts";

/** A line for each kind of gap, by the beginning of its first gap; at most `most`, and the number of the others. */
export function gapsText(coverage: Coverage, timezone: string, most = 4): string {
  const lines = gapLines(coverage, timezone);
  const shown = lines.slice(0, most).join("; ");
  return lines.length > most ? `${shown}; and ${lines.length - most} more` : shown;
}

export function gapLines(coverage: Coverage, timezone: string): string[] {
  const { at, gaps } = coverage;
  const local = localOf(timezone, at);
  const known = knownAround(at);
  const isCut = (gap: Interval) => gap.from === known.from || gap.until === known.until;
  const kinds = kindsOf(
    gaps.filter((gap) => !isCut(gap)),
    local,
  );
  const end = local.moment(judgedUntil(at)).day;
  return [
    ...gapsAfter(coverage)
      .filter(isCut)
      .map((gap) => ({ from: gap.from, text: cutText(gap, known, local) })),
    ...kinds.flatMap((kind) => kindLines(kind, at, end, local)),
  ]
    .toSorted((a, b) => a.from - b.from)
    .map(({ text }) => text);
}

/** One gap: `Sat 18:00–08:00 UTC`; with the date instead of the weekday when it is six days from `now` or more. */
export function gapText({ from, until }: Interval, timezone: string, now: Instant): string {
  const { moment, date, zone } = localOf(timezone, now);
  const [begins, ends] = [moment(from), moment(until)];
  const name = (day: number) =>
    Math.abs(day - moment(now).day) < 6 ? weekdays[weekdayOf(day)]! : date(day);
  return isLong(begins, ends)
    ? `${name(begins.day)} ${begins.time} to ${name(ends.day)} ${ends.time}${zone}`
    : `${name(begins.day)} ${begins.time}–${ends.time}${zone}`;
}

/** A local time. */
interface Moment {
  /** Counted from 1970-01-01. */
  day: number;
  time: string;
}

interface Local {
  moment: (at: Instant) => Moment;
  /** `25 Dec`; with the year when it is not the present one. */
  date: (day: number) => string;
  /** ` UTC` or ` (Europe/Berlin)`. */
  zone: string;
}

function localOf(timezone: string, now: Instant): Local {
  const zone = zoneOf(timezone);
  const year = new Date(zone.local(now)).getUTCFullYear();
  return {
    moment(at) {
      const local = zone.local(at);
      return {
        day: Math.floor(local / dayLength),
        time: new Date(local).toISOString().slice(11, 16),
      };
    },
    date: (day) => dateText(day, year),
    zone: timezone === "UTC" ? " UTC" : ` (${timezone})`,
  };
}

/** Longer than a day, so that two times alone would mislead. */
const isLong = (from: Moment, until: Moment): boolean =>
  until.day - from.day > 1 || (until.day > from.day && until.time > from.time);

/** Gaps at the same local time, by the day on which they begin. */
interface Kind {
  /** `19:00–20:00`, or `Fri 18:00 to Mon 08:00`; null: whole days. */
  times: string | null;
  isLong: boolean;
  gaps: Map<number, Interval>;
}

function kindsOf(gaps: readonly Interval[], { moment }: Local): Kind[] {
  const kinds = new Map<string | null, Kind>();
  const add = (times: string | null, long: boolean, day: number, gap: Interval) => {
    const kind = kinds.get(times) ?? { times, isLong: long, gaps: new Map() };
    kinds.set(times, kind);
    kind.gaps.set(day, gap);
  };
  for (const gap of gaps) {
    const [from, until] = [moment(gap.from), moment(gap.until)];
    const name = ({ day, time }: Moment) => `${weekdays[weekdayOf(day)]!} ${time}`;
    if (from.time === "00:00" && until.time === "00:00")
      for (let day = from.day; day < until.day; day++) add(null, false, day, gap);
    else if (isLong(from, until)) add(`${name(from)} to ${name(until)}`, true, from.day, gap);
    else add(`${from.time}–${until.time}`, false, from.day, gap);
  }
  return [...kinds.values()];
}

/** The lines of a kind: those that recur, and the days that are left. */
function kindLines(kind: Kind, at: Instant, end: number, local: Local) {
  const { gaps, times } = kind;
  const { date, zone } = local;
  const gapOf = (day: number) => gaps.get(day)!;
  const inZone = times === null ? ` (${zone.replaceAll(/[ ()]/g, "")})` : ` ${times}${zone}`;
  const lines: { from: Instant; text: string }[] = [];
  const single: number[] = [];
  for (const { days, ends } of runsOf([...gaps.keys()], end)) {
    const [first, last] = [days[0]!, days.at(-1)!];
    const inARow = days.length > 2 && last - first === days.length - 1;
    if (last - first < 7 && !inARow) single.push(...days);
    else if (gapOf(last).until > at) {
      const { from } = gapOf(first);
      const text = [
        kind.isLong ? "every" : everyText(inARow ? [] : days.map(weekdayOf)),
        inZone,
        from > at ? ` from ${date(first)}` : "",
        ends ? ` to ${date(last)}` : "",
      ].join("");
      lines.push({ from, text });
    }
  }
  const left = single.filter((day) => gapOf(day).until > at);
  if (left.length > 2)
    lines.push({
      from: gapOf(left[0]!).from,
      text: `${plural(left.length, times === null ? "day" : "time")}${inZone}, first on ${date(left[0]!)}, last on ${date(left.at(-1)!)}`,
    });
  else
    for (const day of left)
      lines.push({
        from: gapOf(day).from,
        text: `once: ${kind.isLong ? datesText(gapOf(day), local) : `${date(day)}${inZone}`}`,
      });
  return lines;
}

const datesText = ({ from, until }: Interval, { moment, date, zone }: Local): string => {
  const [begins, ends] = [moment(from), moment(until)];
  return `${date(begins.day)} ${begins.time} to ${date(ends.day)} ${ends.time}${zone}`;
};

/** `every day`, `every Sunday`, `every Sat and Sun`. */
function everyText(days: readonly number[]): string {
  const text = daysText(days);
  return text.startsWith("every") ? text : `every ${text.replace(/, (\w+)$/, " and $1")}`;
}

/** Days that are the same of each week, for as long as they are. */
interface Run {
  days: readonly number[];
  /** Before the end of the time that counts. */
  ends: boolean;
}

function runsOf(days: readonly number[], end: number): Run[] {
  const has = new Set(days);
  const runs: Run[] = [];
  for (let i = 0; i < days.length;) {
    const first = days[i]!;
    const week = days.slice(i, i + 7).filter((one) => one < first + 7);
    const pattern = new Set(week.map(weekdayOf));
    let next = first + 1;
    while (next <= end && has.has(next) === pattern.has(weekdayOf(next))) next++;
    const run = days.slice(i).filter((one) => one < next);
    runs.push({ days: run, ends: next < end });
    i += run.length;
  }
  return runs;
}

/** A gap that is cut off at an end of the known span. */
function cutText({ from, until }: Interval, known: Interval, { moment, date, zone }: Local) {
  const text = (at: Instant) => `${date(moment(at).day)} ${moment(at).time}${zone}`;
  if (from > known.from) return `from ${text(from)} on`;
  return until < known.until ? `until ${text(until)}` : "at any time";
}
