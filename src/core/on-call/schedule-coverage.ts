/**
 * Judges a schedule over 53 weeks: its gaps, times without a next person, and people on call for too many days in a row.
 * Pure.
 */
import type { Interval } from "../hours/interval.ts";
import { zoneOf } from "../hours/zone.ts";
import type { Instant } from "../model/model.ts";
import { dateText } from "../text/days.ts";
import { plural } from "../text/plural.ts";
import { day, hour } from "../text/units.ts";
import { coverageOf, judgedUntil, knownAround, type Coverage } from "./coverage.ts";
import { gapLines } from "./coverage-text.ts";
import { dutiesIn } from "./duties.ts";
import { lineOf, type Schedules } from "./on-call.ts";
import { shiftsOf, type Shift } from "./shifts.ts";

const mostDays = 14;
/** How far back a duty under way may have begun. */
const lookBack = 8 * 7 * day;
/** People in one sentence. */
const mostNamed = 3;

/** A person on call on each of more than 14 days in a row. */
export interface LongDuty extends Interval {
  user_id: string;
}

export interface ScheduleCoverage {
  /** The times without a person on call. */
  gaps: Coverage;
  /** The times in which a person is on call, and none is next. */
  withoutNext: Coverage;
  long: readonly LongDuty[];
}

export function coverageOfSchedule(all: Schedules, id: string, at: Instant): ScheduleCoverage {
  const { from, until } = knownAround(at);
  const shifts = shiftsOf(all, id, at - lookBack, until);
  return {
    gaps: coverageOf(
      shifts.filter(({ on_call }) => on_call !== null),
      at,
    ),
    withoutNext: coverageOf(withNext(all, id, { from, until }), at),
    long: longDuties(shifts).filter((one) => one.until > at && one.from < judgedUntil(at)),
  };
}

/** The times with a next person, and those without anyone on call. */
function withNext(all: Schedules, id: string, { from, until }: Interval): Interval[] {
  const line = lineOf(all, id);
  const times: Interval[] = [];
  for (let at = from; at < until;) {
    const { people, until: change } = line.answerAt(at);
    const next = change ?? until;
    if (people.length === 0 || line.nextAt(at) !== null) times.push({ from: at, until: next });
    at = next;
  }
  return times;
}

function longDuties(shifts: readonly Shift[]): LongDuty[] {
  const people = Map.groupBy(shifts, ({ on_call }) => on_call?.user_id);
  return [...people].flatMap(([user_id, own]) =>
    user_id === undefined
      ? []
      : dutiesIn(own)
          // Two weeks have an hour more when the clocks go back.
          .filter(({ from, until }) => until - from > mostDays * day + hour)
          .map((duty) => ({ user_id, ...duty })),
  );
}

/** A schedule as groups use it. */
export interface ScheduleUse {
  timezone: string;
  /** A group pages its people on call, and no others. */
  alone: boolean;
  /** A group pages its next person. */
  next: boolean;
  nameOf: (user_id: string) => string;
}

/** The faults of a schedule, each as the end of a sentence about it. */
export function scheduleWarnings(
  { gaps, withoutNext, long }: ScheduleCoverage,
  { timezone, alone, next, nameOf }: ScheduleUse,
): string[] {
  const people = [...Map.groupBy(long, ({ user_id }) => user_id)];
  const alike = Map.groupBy(people, ([, duties]) => dutiesText(duties, gaps.at, timezone));
  return [
    ...(alone ? gapLines(gaps, timezone) : []).map((line) => `has nobody on call ${line}`),
    ...(next ? gapLines(withoutNext, timezone) : []).map(
      (line) => `has nobody who is next ${line}`,
    ),
    ...[...alike].map(
      ([text, of]) => `has ${namesText(of.map(([id]) => nameOf(id)))} on call ${text}`,
    ),
  ];
}

const namesText = (names: readonly string[]): string => {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

/** `for 21 days in a row from 30 Nov, and 3 more times`. */
function dutiesText(
  [first, ...others]: readonly LongDuty[],
  at: Instant,
  timezone: string,
): string {
  const { from, until } = first!;
  const zone = zoneOf(timezone);
  const year = new Date(zone.local(at)).getUTCFullYear();
  const length =
    until < knownAround(at).until
      ? `for ${Math.ceil((until - from - hour) / day)} days in a row`
      : "without a break";
  const begins = from > at ? ` from ${dateText(zone.day(from), year)}` : "";
  const more = others.length > 0 ? `, and ${plural(others.length, "more time")}` : "";
  return `${length}${begins}${more}`;
}
