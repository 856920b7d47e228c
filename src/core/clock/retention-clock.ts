/**
 * The time that retention goes by. A clock that is wrong by a year must not delete a year of records, so this
 * time follows service time with two brakes. When service time has jumped by a day or more, because of a gap or of
 * a step of the clock, it stands for a day, or until an operator allows it to go on (`startRetention`). And it never
 * runs faster than thirty days a day. Pure.
 */
import { instant, type Instant, type Row } from "../model/column.ts";
import { day } from "../text/units.ts";

export interface RetentionClock extends Row<typeof retentionClock> {}
export const retentionClock = {
  /** Now, for retention: rows are deleted by their age at this instant. */
  horizon: instant("stays"),
  /** When retention was considered last. */
  looked_at: instant("stays"),
  /** Until when it stands; null: it does not. */
  hold_until: instant("moves").orNull(),
};

/** Days of retention for each day that passes. */
const fastest = 30;

/** The retention clock of a new database. */
export const startRetention = (now: Instant): RetentionClock => ({
  horizon: now,
  looked_at: now,
  hold_until: null,
});

/** The retention clock as of `now`. */
export function moveRetention(before: RetentionClock, now: Instant): RetentionClock {
  const { horizon, looked_at, hold_until } = before;
  const passed = now - looked_at;
  if (Math.abs(passed) >= day)
    return { horizon: Math.min(horizon, now), looked_at: now, hold_until: now + day };
  if (hold_until !== null && now < hold_until) return { ...before, looked_at: now };
  const furthest = horizon + fastest * Math.max(0, passed);
  return { horizon: Math.min(now, furthest), looked_at: now, hold_until: null };
}

/** Until when retention waits; null: it does not. */
export function retentionWaits(clock: RetentionClock | null, now: Instant): Instant | null {
  const { hold_until } = clock ?? { hold_until: null };
  return hold_until !== null && now < hold_until ? hold_until : null;
}
