/**
 * Decides which gaps of a schedule its people are to be notified of: in the week before, and when it begins. One that comes back
 * at the same time of the day or week is pushed once, until it is filled; so is a gap outside the hours of the schedule. Pure.
 */
import type { Interval } from "../hours/interval.ts";
import { dayLength, zoneOf } from "../hours/zone.ts";
import type { Instant, KnownGap } from "../model/model.ts";
import { earliest } from "../incident/pause.ts";
import { lineOf, type Schedules } from "../on-call/on-call.ts";
import { versionAt } from "../on-call/turns.ts";
import { weekdayOf, weekdays } from "../text/days.ts";
import { day } from "../text/units.ts";
import { closedIn } from "./own-shifts.ts";

const ahead = 7 * day;
/** The end of a gap is looked for over this time. */
const furthest = 8 * 7 * day;
/** Hours of a fortnight. */
const mostAnswers = 336;

/** A gap, and how often it comes within a week. */
export interface DueGap extends Interval {
  times: number;
}

export interface GapPushes {
  /** Gaps to be pushed, in their order. */
  due: DueGap[];
  known: KnownGap[];
  /** When one of them begins; null: none does. */
  next_at: Instant | null;
}

/** `since`: when the gap under way began; null: none is. */
export function gapPushes(
  all: Schedules,
  id: string,
  known: readonly KnownGap[],
  { timezone, since }: { timezone: string; since: Instant | null },
  now: Instant,
): GapPushes {
  const pushes: GapPushes = { due: [], known: [], next_at: null };
  const isClosed = closedIn(all, id);
  const kinds = Map.groupBy(comingGaps(all, id, since, now), (gap) => timesText(gap, timezone));
  for (const [times, gaps] of kinds) {
    const [gap] = gaps as [Interval];
    const before = known.find((one) => one.times === times);
    const hasBegun = gap.from <= now;
    const isAlone = gaps.length === 1 && !isClosed(gap.from);
    const isSame = before?.from === gap.from;
    if (!before || (isSame && hasBegun && !before.began))
      pushes.due.push({ ...gap, times: gaps.length });
    const began = hasBegun || !isAlone || (before !== undefined && (before.began || !isSame));
    if (!began) pushes.next_at = earliest(pushes.next_at, gap.from);
    pushes.known.push({ times, from: isSame || !before ? gap.from : before.from, began });
  }
  return pushes;
}

/** The gap under way, and those that begin within a week. The time before the first turn is none. */
function comingGaps(all: Schedules, id: string, since: Instant | null, now: Instant): Interval[] {
  const line = lineOf(all, id);
  const { versions } = all.byId.get(id)!;
  const gaps: Interval[] = [];
  let open: Interval | null = null;
  let at: Instant | null = now;
  for (let n = 0; at !== null && n < mostAnswers; n++) {
    if (at >= now + (open ? furthest : ahead)) break;
    const { people, until } = line.answerAt(at);
    if (people.length > 0 || versionAt(versions, at) === null) open = null;
    else {
      if (!open) gaps.push((open = { from: at === now ? (since ?? now) : at, until: at }));
      open.until = until ?? Infinity;
    }
    at = until;
  }
  return gaps;
}

/** `18:00–20:00`, or `Fri 18:00–Mon 08:00` of more than a day: the same for each gap of one kind. */
function timesText({ from, until }: Interval, timezone: string): string {
  const zone = zoneOf(timezone);
  const isLong = until - from > day;
  const text = (at: Instant) => {
    const local = zone.local(at);
    const time = new Date(local).toISOString().slice(11, 16);
    return `${isLong ? `${weekdays[weekdayOf(Math.floor(local / dayLength))]!} ` : ""}${time}`;
  };
  return `${text(from)}–${until - from > furthest ? "" : text(until)}`;
}
