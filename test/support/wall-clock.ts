/**
 * Contact hours as a person would find out: by looking at the clock on the wall and at the calendar, each
 * minute for days on end. Slow, and made of nothing that the real calculation is made of.
 */
import type { ContactRules } from "../../src/core/hours/contact-hours.ts";

const minute = 60_000;
/** Minutes whose texts are made at once. */
const together = 15;

/**
 * What the clock shows at a full minute: `2026-11-21T03:00`. Such texts sort as the times that they name.
 * `Intl` is asked for the first and the last of some minutes, and for the others only if the clock changes
 * between these.
 */
export function wallClock(timezone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const show = (at: number) => format.format(at).replace(" ", "T");
  let first = Number.NaN;
  let texts: string[] = [];
  return (at) => {
    const i = Math.floor(at / minute) % together;
    if (at - i * minute !== first) {
      first = at - i * minute;
      texts = textsFrom(first, show);
    }
    return texts[i]!;
  };
}

function textsFrom(first: number, show: (at: number) => string): string[] {
  const begin = show(first);
  const hour = begin.slice(0, -2);
  const from = Number(begin.slice(-2));
  const steady = show(first + (together - 1) * minute) === hour + twoDigits(from + together - 1);
  return Array.from({ length: together }, (_, i) =>
    steady ? hour + twoDigits(from + i) : show(first + i * minute),
  );
}

const twoDigits = (n: number) => String(n).padStart(2, "0");

/** Whether `rules` are open in each of the `count` minutes from `start`, a full minute. */
export function minuteByMinute(
  rules: ContactRules,
  start: number,
  count: number,
): { at: number; open: boolean }[] {
  const show = wallClock(rules.timezone);
  // Windows that are open at the start began the day before, or on a day that was skipped.
  const margin = 52 * 60;
  const clock = Array.from({ length: count + 2 * margin }, (_, i) => {
    const at = start + (i - margin) * minute;
    return { at, shown: show(at) };
  });
  const [from, to] = rules.contact_hours_all_day
    ? ["00:00", "00:00"]
    : [rules.contact_hours_from!.slice(0, 5), rules.contact_hours_to!.slice(0, 5)];

  const open = new Set<number>();
  const first = clock[0]!.shown.slice(0, 10);
  const last = clock.at(-1)!.shown.slice(0, 10);
  for (let date = dayAfter(first); date < last; date = dayAfter(date)) {
    if (!rules.contact_days.includes(new Date(date).getUTCDay())) continue;
    const begins = `${date}T${from}`;
    const ends = `${to > from ? date : dayAfter(date)}T${to}`;
    const opens = clock.findIndex(({ shown }) => shown >= begins);
    const closes = clock.findLastIndex(({ shown }) => shown < ends) + 1;
    for (const { at } of clock.slice(opens, Math.max(opens, closes))) open.add(at);
  }
  return clock.slice(margin, margin + count).map(({ at }) => ({ at, open: open.has(at) }));
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 24 * 60 * minute).toISOString().slice(0, 10);
}
