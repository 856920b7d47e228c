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
import { dayLength, zoneOf, type Zone } from "./zone.ts";

/** The fields that decide the contact hours. */
export type ContactRules = Pick<
  AlertGroup,
  "timezone" | "contact_hours_all_day" | "contact_hours_from" | "contact_hours_to" | "contact_days"
>;

/** True within the contact hours. */
export function isOpen(rules: ContactRules, at: Instant): boolean {
  const plan = read(rules);
  return plan.always || windowAt(plan, at) !== null;
}

/** The next instant within the contact hours: `at` itself if it is. */
export function nextOpening(rules: ContactRules, at: Instant): Instant {
  const plan = read(rules);
  if (plan.always || windowAt(plan, at)) return at;
  // Ends: a summer time may take a window away, but not those of every week.
  for (let day = plan.zone.day(at) - 1; ; day++) {
    const window = windowOf(plan, day);
    if (window && window.from >= at) return window.from;
  }
}

/**
 * The end of the contact hours that are open at `at`; windows that touch each other are one. `at` itself when they are closed, null when they never close.
 */
export function closesAt(rules: ContactRules, at: Instant): Instant | null {
  const plan = read(rules);
  if (plan.always) return null;
  let until = at;
  for (;;) {
    const window = windowAt(plan, until);
    if (!window) return until;
    until = window.until;
  }
}

/** The rules as they are calculated with. */
interface Plan {
  zone: Zone;
  always: boolean;
  /** By weekday, 0 = Sunday. */
  days: boolean[];
  /** Since local midnight of the day on which a window starts, ms. */
  from: number;
  to: number;
}

interface Window {
  from: Instant;
  until: Instant;
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

function read(rules: ContactRules): Plan {
  const some = everyDay.map((day) => rules.contact_days.includes(day));
  const days = some.includes(true) ? some : everyDay.map(() => true);
  const zone = zoneOf(rules.timezone);
  const from = sinceMidnight(rules.contact_hours_from);
  const to = sinceMidnight(rules.contact_hours_to);
  if (rules.contact_hours_all_day || from === null || to === null || from === to) {
    const always = !days.includes(false);
    return { zone, always, days, from: 0, to: dayLength };
  }
  const end = to > from ? to : to + dayLength;
  return { zone, always: false, days, from, to: end };
}

/** `HH:MM:SS` as milliseconds. */
function sinceMidnight(text: string | null): number | null {
  if (text === null) return null;
  const [hours, minutes, seconds] = text.split(":").map(Number) as [number, number, number];
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** A window that is open at `at`; one of them, when two overlap because the clocks went back. */
function windowAt(plan: Plan, at: Instant): Window | null {
  const today = plan.zone.day(at);
  // The day after: its window has begun when the clocks went back over midnight.
  for (const day of [today, today - 1, today + 1]) {
    const window = windowOf(plan, day);
    if (window && window.from <= at && at < window.until) return window;
  }
  return null;
}

/** The window that starts on a local day, counted from 1970-01-01; null: none does. */
function windowOf({ zone, days, from, to }: Plan, day: number): Window | null {
  // 1970-01-01 was a Thursday.
  if (!days[(((day + 4) % 7) + 7) % 7]) return null;
  const midnight = day * dayLength;
  const window = {
    from: zone.reached(midnight + from),
    until: zone.passed(midnight + to),
  };
  return window.from < window.until ? window : null;
}
