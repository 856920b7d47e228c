/**
 * The five fields of a cron expression as sets of numbers, for the shapes that people write: numbers, names, ranges, lists
 * and steps. What croner knows beyond them is left to croner. Pure.
 */
import { cronDays, months } from "../text/days.ts";

/** When an expression names a time, on local clocks. */
export interface CronFields {
  /** Minutes of the day, in order. */
  minutes: readonly number[];
  /** Whether a day has those times: month 0 to 11, date 1 to 31, weekday 0 = Sunday. */
  isOn: (month: number, date: number, weekday: number) => boolean;
}

const cronMonths = months.map((month) => month.toUpperCase());

/** The fields of an expression; null: it has a shape that only croner knows. */
export function cronFields(cron: string): CronFields | null {
  const texts = cron.trim().toUpperCase().split(/\s+/);
  if (texts.length !== 5) return null;
  const [minute, hour, date, month, weekday] = [
    fieldOf(texts[0]!, 0, 59),
    fieldOf(texts[1]!, 0, 23),
    fieldOf(texts[2]!, 1, 31),
    fieldOf(named(texts[3]!, cronMonths, 1), 1, 12),
    fieldOf(named(texts[4]!, cronDays, 0), 0, 7),
  ];
  if (!minute || !hour || !date || !month || !weekday) return null;
  if (weekday.has(7)) weekday.add(0);
  const [anyDate, anyDay] = [texts[2] === "*", texts[4] === "*"];
  return {
    minutes: [...hour].flatMap((h) => [...minute].map((m) => h * 60 + m)).toSorted((a, b) => a - b),
    isOn(m, d, w) {
      if (!month.has(m + 1)) return false;
      // As in cron: a day that either field names, where both name some.
      if (!anyDate && !anyDay) return date.has(d) || weekday.has(w);
      return date.has(d) && weekday.has(w);
    },
  };
}

/** A field with the names in it as numbers. */
const named = (text: string, names: readonly string[], first: number): string =>
  names.reduce((before, name, i) => before.replaceAll(name, String(i + first)), text);

// Two digits: a range to a long number would be counted for ever.
const partShape = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

function fieldOf(text: string, min: number, max: number): Set<number> | null {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const match = partShape.exec(part);
    if (!match) return null;
    const [from, to, step] = match.slice(1).map((digits) => digits && Number(digits));
    // `5/15` means another thing in each cron; a step of 0 means none.
    if (step === 0 || (from !== undefined && to === undefined && step !== undefined)) return null;
    const last = Number(to ?? from ?? max);
    for (let value = Number(from ?? min); value <= last; value += Number(step ?? 1))
      values.add(value);
  }
  return values;
}
