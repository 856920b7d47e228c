/** Durations and moments as people type them. */
import { wrongInput } from "../call/failure.ts";

const units: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `90s`, `2m`, `1h30m`, `7d` in ms; null: it is none. A bare number counts `bare` (ms each). */
export function readDuration(text: string, bare?: number): number | null {
  const word = text.trim().toLowerCase();
  if (bare !== undefined && /^\d+(\.\d+)?$/.test(word)) return Number(word) * bare;
  if (!/^(\d+(\.\d+)?(s|m|min|h|d|w))+$/.test(word)) return null;
  let sum = 0;
  for (const [, count, unit] of word.matchAll(/(\d+(?:\.\d+)?)([a-z])[a-z]*/g))
    sum += Number(count) * units[unit!]!;
  return sum;
}

/** The duration of a flag in ms; fails with an example of a valid value. */
export function durationOf(flag: string, value: unknown): number {
  const ms = typeof value === "string" ? readDuration(value) : null;
  if (ms !== null && ms > 0) return ms;
  throw wrongInput(
    "usage",
    `${flag} ${String(value)} is not a duration`,
    `for example ${flag} 90s, ${flag} 2h or ${flag} 7d`,
  );
}

/** A moment in the past: an instant, or how long ago it was. */
export function momentOf(flag: string, value: string, now: number): number {
  const ms = readDuration(value);
  if (ms !== null) return now - ms;
  const at = /^\d{4}-\d\d/.test(value) ? Date.parse(value) : NaN;
  if (!Number.isNaN(at)) return at;
  throw wrongInput(
    "usage",
    `${flag} ${value} is neither a duration nor a date`,
    `for example ${flag} 24h or ${flag} 2026-11-21T03:00:00Z`,
  );
}

/** A moment to come, as the API takes it: an instant, or in how long it is. */
export function comingOf(flag: string, value: string, now: number): string {
  const ms = readDuration(value);
  const at = ms !== null ? now + ms : Date.parse(value);
  if (/^\d{4}-\d\d/.test(value) || ms !== null) if (!Number.isNaN(at)) return instantText(at);
  throw wrongInput(
    "usage",
    `${flag} ${value} is neither a date nor a duration`,
    `for example ${flag} 2026-12-31T18:00, ${flag} 2026-12-31T18:00:00Z or ${flag} 2h`,
  );
}

/** An instant as the API takes it. */
export function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
