/**
 * Cron expressions in words, of the shapes that people write: a time of day, on days of the week or on one day of
 * the month. Every other expression stays as it is. Pure.
 */
import { cronDays, daysText } from "../text/days.ts";
import { formatDuration } from "../text/duration.ts";
import type { MaintenanceRule } from "./maintenance.ts";

const nicknames: Record<string, string> = {
  "@DAILY": "0 0 * * *",
  "@MIDNIGHT": "0 0 * * *",
  "@WEEKLY": "0 0 * * 0",
  "@MONTHLY": "0 0 1 * *",
};

/** Minute, hour, day of the month, every month, weekdays. */
const usual = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-9A-Z,-]+)$/;

const dayMinutes = 24 * 60;

/** Its days (`every Sunday`) and the minute of the day; null: of another shape. */
function readUsual(cron: string): { days: string; minute: number } | null {
  const text = cron.trim().toUpperCase().replaceAll(/\s+/g, " ");
  const match = usual.exec(nicknames[text] ?? text);
  if (!match) return null;
  const [minute, hour, date, week] = match.slice(1) as [string, string, string, string];
  const days =
    date === "*" ? weekText(week) : week === "*" ? `on day ${date} of every month` : null;
  return days === null ? null : { days, minute: Number(hour) * 60 + Number(minute) };
}

function weekText(text: string): string | null {
  if (text === "*") return daysText([]);
  const parts = text.split(",").map((part) => {
    const [from, to = from] = part.split("-").map(dayOf) as [number, number?];
    return Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => (from + i) % 7);
  });
  return parts.every((days) => days.length > 0) ? daysText(parts.flat()) : null;
}

/** 0 to 7, Sunday at both ends; NaN: no day, which no range has. */
function dayOf(text: string): number {
  if (/^[0-7]$/.test(text)) return Number(text);
  return cronDays.includes(text) ? cronDays.indexOf(text) : NaN;
}

const clock = (minute: number): string =>
  `${String(Math.floor((minute % dayMinutes) / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** A minute of every hour, or a number of minutes. */
const frequent = /^(?:(\d{1,2})|\*\/(\d{1,2})) \* \* \* \*$/;

function frequentText(cron: string): string | null {
  const [match, minute, every] = frequent.exec(cron.trim().replaceAll(/\s+/g, " ")) ?? [];
  // The last step of an hour is shorter with another number.
  if (every !== undefined && 60 % Number(every) !== 0) return null;
  if (match === undefined) return /^@hourly$/i.test(cron.trim()) ? "every hour at :00" : null;
  return minute === undefined ? `every ${every} min` : `every hour at :${minute.padStart(2, "0")}`;
}

/** `every day 10:00`, `every hour at :05`; the expression itself where it has another shape. */
export function cronText(cron: string): string {
  const read = readUsual(cron);
  return read === null ? (frequentText(cron) ?? cron) : `${read.days} ${clock(read.minute)}`;
}

/** `every Sunday 02:00–04:00 (Europe/Berlin)`. */
export function maintenanceText({ cron, duration_minutes, timezone }: MaintenanceRule): string {
  const read = readUsual(cron);
  const times =
    read !== null && duration_minutes <= dayMinutes
      ? `${cronText(cron)}–${clock(read.minute + duration_minutes)}`
      : `${cronText(cron)} for ${formatDuration(duration_minutes * 60_000)}`;
  return `${times} (${timezone})`;
}
