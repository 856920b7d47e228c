/** Reads the instants of requests, with or without an offset. */
import { instantMessage } from "../../api/check.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Instant } from "../../core/model/model.ts";
import { zoneOf } from "../../core/hours/zone.ts";
import { readGivenInstant } from "../../core/text/read-instant.ts";

/** The instant of a field that the schema `GivenInstant` has checked; null when it is left out. */
export const instantOf = (text: string | null | undefined): Instant | null =>
  text === null || text === undefined ? null : readGivenInstant(text);

/**
 * The instant of a browser's date and time field, in the time zone; the text itself when it is not a
 * time, null when it is empty.
 */
export function localInstant(text: string, timezone: string): Instant | string | null {
  if (text === "") return null;
  const shown = readGivenInstant(`${text}Z`);
  return Number.isNaN(shown) ? text : zoneOf(timezone).reached(shown);
}

/** A fault as a form shows it: there, a time has the notation of the browser. */
export const faultOfForm = (fault: Fault): Fault =>
  fault.message === instantMessage ? { ...fault, message: "must be a date and time" } : fault;
