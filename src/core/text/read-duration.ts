/** Reads durations as people type them, in forms and flags alike. Pure. */
import { day, hour, minute } from "./units.ts";

const units: readonly [words: RegExp, ms: number][] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, 1000],
  [/^(m|mins?|minutes?)$/, minute],
  [/^(h|hrs?|hours?)$/, hour],
  [/^(d|days?)$/, day],
  [/^(w|weeks?)$/, 7 * day],
];

/** The length of a unit in ms, by any of its words; null: it is none. */
export const unitOf = (word: string): number | null =>
  units.find(([words]) => words.test(word))?.[1] ?? null;

const part = /(?<!\d)(\d+(?:[.,]\d+)?) ?([a-z]+)/g;
const whole = /^(?:\d+(?:[.,]\d+)? ?[a-z]+,? ?)+$/;
const number = /^\d+(?:\.\d+)?$/;

/** `90s`, `2 min`, `1h30m`, `1 h 30 min`, `7 days` in ms; null: it is none. A bare number counts `bare` (ms each). */
export function readDuration(text: string, bare?: number): number | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (words.length > 60) return null;
  if (bare !== undefined && number.test(words)) return Number(words) * bare;
  if (!whole.test(words)) return null;
  let sum = 0;
  for (const [, count, word] of words.matchAll(part)) {
    const unit = unitOf(word!);
    if (unit === null) return null;
    sum += Number(count!.replace(",", ".")) * unit;
  }
  return sum;
}
