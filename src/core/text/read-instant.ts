/**
 * Reads instants in the formats of others. Reporting programs send seconds, milliseconds, microseconds, nanoseconds, or ISO 8601 with any
 * offset and precision (`readInstant`); API requests must use ISO 8601 with an offset (`readGivenInstant`).
 */
import type { Instant } from "../model/model.ts";

/** Numbers from here on are milliseconds: as seconds they would lie beyond the year 5000. */
const firstMilliseconds = 1e11;

/** The same for the smaller units: each is a thousand times the one before. */
const firstMicroseconds = 1e14;
const firstNanoseconds = 1e17;

/** The end of the year 9999: later ones cannot be written in the form of the API, and much later ones lie outside the calendar. */
const last = Date.UTC(10_000, 0, 1) - 1;

/** The instant that a number or a text names; NaN when it names none. Without a zone it is UTC. */
export function readInstant(value: unknown): Instant {
  if (typeof value === "number") return fromNumber(value);
  return typeof value === "string" ? fromText(value.trim()) : NaN;
}

function fromNumber(value: number): number {
  if (!Number.isFinite(value) || value < 0) return NaN;
  if (value < firstMilliseconds) return Math.round(value * 1000);
  if (value < firstMicroseconds) return Math.round(value);
  const at = Math.round(value / (value < firstNanoseconds ? 1e3 : 1e6));
  return at <= last ? at : NaN;
}

/** The form that most programs write, and that `Date.parse` reads as it is. */
const plainDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

const isoDateTime =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s?(Z|[+-]\d\d:?(?:\d\d)?)?$/i;

function fromText(text: string): number {
  if (plainDateTime.test(text)) return Date.parse(text);
  if (/^\d+(\.\d+)?$/.test(text)) return fromNumber(Number(text));
  const match = isoDateTime.exec(text);
  if (!match) return NaN;
  const [, date, time, fraction = "0", zone = "Z"] = match;
  const seconds = time!.length === 5 ? `${time}:00` : time;
  const digits = zone.replace(/\D/g, "").padEnd(4, "0");
  const offset =
    zone.toUpperCase() === "Z" ? "Z" : `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
  return Date.parse(`${date}T${seconds}.${fraction.slice(0, 3)}${offset}`);
}

const givenDateTime = /^\d{4}-\d\d-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/i;

/** The instant of a request; NaN when the text names none. A date alone is its midnight, UTC. */
export function readGivenInstant(text: string): Instant {
  const day = givenDateTime.exec(text)?.[1];
  // 30 February would silently become 2 March.
  const exists = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(day);
  return exists ? Date.parse(text) : NaN;
}
