/** Durations and moments as people type them. */
import { readDuration } from "../../core/text/read-duration.ts";
import { wrongInput } from "../call/failure.ts";

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
