/**
 * Calculates maintenance windows: a window opens at each time of a cron expression, in local time, and
 * stays open for a number of real minutes. At summer time this follows cron: a skipped time of day begins
 * right after the gap, a repeated one begins with the first; hourly or more frequent windows simply go
 * on. croner calculates; it never gets a timer. Pure. An unreadable rule counts as no maintenance,
 * because that sends the page.
 */
import { plural } from "../text/plural.ts";
import { Cron } from "croner";
import type { Instant } from "../model/model.ts";

export interface MaintenanceRule {
  /** Minute, hour, day, month, weekday; or a name such as `@weekly`. */
  cron: string;
  duration_minutes: number;
  /** An IANA name. */
  timezone: string;
}

export interface MaintenanceWindow {
  from: Instant;
  /** Not part of it. */
  until: Instant;
}

/**
 * The window that is open at `at`; null: none is. When windows overlap, it is the last to begin, and so
 * the last to end.
 */
export function activeWindow(rule: MaintenanceRule, at: Instant): MaintenanceWindow | null {
  const began = lastRun(rule, at);
  const window = began === null ? null : windowFrom(rule, began);
  return window && at < window.until ? window : null;
}

/** The first window that begins after `at`; null: none ever will. */
export function nextWindow(rule: MaintenanceRule, at: Instant): MaintenanceWindow | null {
  const from = nextRun(rule, at);
  return from === null ? null : windowFrom(rule, from);
}

/** The first instant after `at` that a cron expression names; null: none ever will. */
export function nextRun(
  rule: Pick<MaintenanceRule, "cron" | "timezone">,
  at: Instant,
): Instant | null {
  const schedule = scheduleOf(rule);
  if (schedule === null) return null;
  const { cron, known } = schedule;
  if (known.from <= at && at < known.to) return known.to;
  return cron.nextRun(new Date(at))?.getTime() ?? null;
}

/** The last instant at or before `at` that a cron expression names; null: none. */
export function lastRun(
  rule: Pick<MaintenanceRule, "cron" | "timezone">,
  at: Instant,
): Instant | null {
  const schedule = scheduleOf(rule);
  if (schedule === null) return null;
  const { known } = schedule;
  // Each page of a storm asks about one instant: to calculate takes a hundred times as long as to look.
  if (known.from <= at && at < known.to) return known.from;
  // Runs before this instant are asked for: the one at `at` itself counts too.
  const [last] = schedule.cron.previousRuns(1, new Date(at + 1));
  if (last === undefined) return null;
  const from = last.getTime();
  schedule.known = { from, to: nextRun(rule, at) ?? at };
  return from;
}

function windowFrom({ duration_minutes }: MaintenanceRule, from: Instant): MaintenanceWindow {
  return { from, until: from + duration_minutes * 60_000 };
}

const maxLength = 128;
/** 400 years: after that every calendar begins again. */
const calendar = [Date.UTC(2000, 0, 1), Date.UTC(2400, 0, 1)] as const;

/** The fault in a cron expression, as the end of a sentence; null: none. */
export function cronFault(text: string, timezone: string): string | null {
  if (text.length > maxLength) return `must not be longer than ${maxLength} characters`;
  // croner puts in the time at which it reads it, and that is another one after every restart.
  if (text.includes("?")) return 'must not contain "?": use "*"';
  const schedule = read(text, timezone);
  if (typeof schedule === "string")
    return `must be a cron expression of five fields (minute hour day month weekday), such as "0 2 * * SUN": ${schedule}`;
  try {
    const next = schedule.nextRun(new Date(calendar[0]));
    return next && next.getTime() < calendar[1]
      ? null
      : "must name a day that exists: this one never comes";
  } catch {
    return `cannot be read in the unknown time zone "${timezone}"`;
  }
}

/** `known`: a run, and the one after it. */
interface Schedule {
  cron: Cron;
  known: { from: Instant; to: Instant };
}

const schedules = new Map<string, Schedule | null>();
const keptSchedules = 1000;

/** The schedule of a rule, kept for the next question; null: it cannot be read. */
function scheduleOf({
  cron,
  timezone,
}: Pick<MaintenanceRule, "cron" | "timezone">): Schedule | null {
  const key = `${timezone} ${cron}`;
  let schedule = schedules.get(key);
  if (schedule === undefined) {
    if (schedules.size >= keptSchedules) schedules.clear();
    const isRead = cronFault(cron, timezone) === null;
    schedule = isRead
      ? { cron: read(cron, timezone) as Cron, known: { from: Infinity, to: Infinity } }
      : null;
    schedules.set(key, schedule);
  }
  return schedule;
}

function read(text: string, timezone: string): Cron | string {
  // croner reads text with a colon as a date, which happens once.
  if (text.includes(":")) return "it has a colon, as a date has";
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && !parts[0]!.startsWith("@"))
    return `it has ${plural(parts.length, "field")}`;
  try {
    return new Cron(text, { timezone, mode: "5-part", paused: true });
  } catch {
    return wrongFields(parts);
  }
}

/** The fields of a cron expression, with the values that each can have. */
const cronFields = [
  ["minute", "0–59"],
  ["hour", "0–23"],
  ["day", "1–31"],
  ["month", "1–12 or JAN–DEC"],
  ["weekday", "0–7 or SUN–SAT"],
] as const;

/** The fields that cannot be read beside stars. */
function wrongFields(parts: readonly string[]): string {
  if (parts[0]!.startsWith("@")) return "it is none of @hourly, @daily, @weekly, @monthly, @yearly";
  const isWrong = (_: unknown, index: number) => {
    try {
      new Cron(parts.map((part, at) => (at === index ? part : "*")).join(" "), { paused: true });
      return false;
    } catch {
      return true;
    }
  };
  return cronFields
    .map(([name, values], index) => `the ${name} "${parts[index]}" is none of ${values}`)
    .filter(isWrong)
    .join(" and ");
}
