/**
 * Rolling up: an hour is made of its checks, a day of its hours, after its end. A repeated run makes the same hours
 * and days again, so a crash loses and doubles none. Pure.
 */
import type { Instant } from "../model/model.ts";
import { day, floorTo, hour, minute, type Level } from "./level.ts";
import type { Range } from "./point.ts";

/** Results of an hour can be written until this long after its end, ms. */
const late = 5 * minute;

/** The end of the last hour that can be rolled up. */
export const ripeUntil = (now: Instant): Instant => floorTo(now - late, hour);

/** Which level to read for each part of a range, when all hours before `rolled` are rolled up. */
export function levelRanges(
  { from, to }: Range,
  step_ms: number,
  rolled: Instant,
): Record<Level, Range> {
  const hours = step_ms < hour ? from : clamp(rolled, from, to);
  const days = step_ms % day !== 0 ? from : clamp(floorTo(rolled, day), from, to);
  return {
    day: { from, to: days },
    hour: { from: days, to: hours },
    check: { from: hours, to },
  };
}

const clamp = (at: Instant, least: Instant, most: Instant) => Math.min(Math.max(at, least), most);
