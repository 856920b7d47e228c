/** Durations and moments as people type them. */
import { zoneOf } from "../../core/hours/zone.ts";
import { readGivenInstant } from "../../core/text/read-instant.ts";
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

/** A moment in the past: an instant, or how long ago it was. `timezone`: of times without an offset. */
export function momentOf(
  flag: string,
  value: string,
  now: number,
  timezone: string = ownZone(),
): number {
  const ms = readDuration(value);
  if (ms !== null) return now - ms;
  const at = typedInstant(value, timezone);
  if (!Number.isNaN(at)) return at;
  throw wrongInput(
    "usage",
    `${flag} ${value} is neither a duration nor a date`,
    `for example ${flag} 24h or ${flag} 2026-11-21T03:00:00Z`,
  );
}

/** A moment to come, as the API takes it: an instant, or in how long it is. `timezone`: of times without an offset. */
export function comingOf(
  flag: string,
  value: string,
  now: number,
  timezone: string = ownZone(),
): string {
  const ms = readDuration(value);
  const at = ms !== null ? now + ms : typedInstant(value, timezone);
  if (!Number.isNaN(at)) return instantText(at);
  throw wrongInput(
    "usage",
    `${flag} ${value} is neither a date nor a duration`,
    `for example ${flag} 2026-12-31T18:00, ${flag} 2026-12-31T18:00:00Z or ${flag} 2h`,
  );
}

/** The time zone of this machine. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const dateTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * The instant of a date, or of a date and a time; NaN: the text names none. Without an offset both are those of `timezone`:
 * `Date.parse` takes a date for UTC, a time for this machine's zone, and 30 February for 2 March.
 */
function typedInstant(text: string, timezone: string): number {
  const [, date, time = "00:00", offset] = dateTime.exec(text) ?? [];
  const at = readGivenInstant(`${date}T${time}${offset ?? "Z"}`);
  return offset !== undefined || Number.isNaN(at) ? at : zoneOf(timezone).reached(at);
}

/** An instant as the API takes it. */
export function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
