/**
 * Calculates the contact hours of a group or a person.
 *
 * On each of the contact days a window `[from, to)` opens, in local time; one whose end is not after its
 * start spans midnight and belongs to the day on which it starts. It opens at the first instant at which
 * the clocks show `from` or later, and closes when they will not show less than `to` again: so a time that
 * summer time skips begins right after the gap, and one that is shown twice lasts through both. A window
 * that lies entirely in the gap does not take place. Pure, and fast enough for every notification.
 *
 * Total: rules that cannot be stored (no days, no hours) are read as widely as possible, and an unknown zone
 * as UTC, because a page that is on hold forever is the worst result.
 */
import type { AlertGroup, Instant } from "../model/model.ts";
import type { Interval } from "./interval.ts";
import { weekdayOf } from "../text/days.ts";
import { dayLength, zoneOf, type Zone } from "./zone.ts";

/** The fields that decide the contact hours. */
export type ContactRules = Pick<
  AlertGroup,
  "timezone" | "contact_hours_all_day" | "contact_hours_from" | "contact_hours_to" | "contact_days"
>;

/** Whether the contact hours are open, and the instant at which that changes; null: never. */
export interface Stretch {
  isOpen: boolean;
  until: Instant | null;
}

/** True within the contact hours. */
export const isOpen = (rules: ContactRules, at: Instant): boolean => openHours(rules)(at).isOpen;

/** The next instant within the contact hours: `at` itself if it is. */
export function nextOpening(rules: ContactRules, at: Instant): Instant {
  const { isOpen, until } = openHours(rules)(at);
  return isOpen ? at : until!;
}

/**
 * The end of the contact hours that are open at `at`; windows that touch each other are one. `at` itself when they are closed, null when they never close.
 */
export function closesAt(rules: ContactRules, at: Instant): Instant | null {
  const { isOpen, until } = openHours(rules)(at);
  return isOpen ? until : at;
}

/** The contact hours at any instant. The rules are read once, and each window is calculated once. */
export function openHours(rules: ContactRules): (at: Instant) => Stretch {
  const plan = read(rules);
  if (plan.always) return () => ({ isOpen: true, until: null });
  const windows = new Map<number, Interval | null>();
  const windowOn = (day: number): Interval | null => {
    let window = windows.get(day);
    if (window === undefined) windows.set(day, (window = windowOf(plan, day)));
    return window;
  };
  /** A window that is open at `at`; one of them, when two overlap because the clocks went back. */
  const windowAt = (at: Instant): Interval | null => {
    const today = plan.zone.day(at);
    // The day after: its window has begun when the clocks went back over midnight.
    for (const day of [today, today - 1, today + 1]) {
      const window = windowOn(day);
      if (window && window.from <= at && at < window.until) return window;
    }
    return null;
  };
  return (at) => {
    let until = at;
    for (let open = windowAt(at); open; open = windowAt(until)) until = open.until;
    if (until > at) return { isOpen: true, until };
    // Ends: a summer time may take a window away, but not those of every week.
    for (let day = plan.zone.day(at) - 1; ; day++) {
      const window = windowOn(day);
      if (window && window.from >= at) return { isOpen: false, until: window.from };
    }
  };
}

/** The windows that open within a span, cut off at its ends, in order of their days. */
export function windowsIn(rules: ContactRules, { from, until }: Interval): Interval[] {
  const plan = read(rules);
  if (plan.always) return [{ from, until }];
  const windows: Interval[] = [];
  const last = plan.zone.day(until) + 1;
  for (let day = plan.zone.day(from) - 1; day <= last; day++) {
    const window = windowOf(plan, day);
    if (window && window.from < until && from < window.until)
      windows.push({ from: Math.max(window.from, from), until: Math.min(window.until, until) });
  }
  return windows;
}

/** The rules as they are calculated with. */
interface Plan {
  zone: Zone;
  always: boolean;
  /** 0 = Sunday. */
  days: readonly number[];
  /** Since local midnight of the day on which a window starts, ms. */
  from: number;
  to: number;
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

function read(rules: ContactRules): Plan {
  const some = everyDay.filter((day) => rules.contact_days.includes(day));
  const days = some.length > 0 ? some : everyDay;
  const zone = zoneOf(rules.timezone);
  const from = sinceMidnight(rules.contact_hours_from);
  const to = sinceMidnight(rules.contact_hours_to);
  if (rules.contact_hours_all_day || from === null || to === null || from === to)
    return { zone, always: days.length === everyDay.length, days, from: 0, to: dayLength };
  return { zone, always: false, days, from, to: to > from ? to : to + dayLength };
}

/** `HH:MM:SS` as milliseconds. */
const sinceMidnight = (text: string | null): number | null =>
  text === null ? null : Date.parse(`1970-01-01T${text}Z`);

/** The window that starts on a local day, counted from 1970-01-01; null: none does. */
function windowOf({ zone, days, from, to }: Plan, day: number): Interval | null {
  if (!days.includes(weekdayOf(day))) return null;
  const midnight = day * dayLength;
  const window = {
    from: zone.reached(midnight + from),
    until: zone.passed(midnight + to),
  };
  return window.from < window.until ? window : null;
}
