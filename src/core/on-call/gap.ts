/** Finds the gaps of a schedule: times without a person on call. Pure. */
import type { Instant } from "../model/model.ts";
import { answerAt, type Schedules } from "./on-call.ts";

/** How many changes are followed: twelve weeks of hourly ones, decades of weekly ones. */
const mostChanges = 2000;

/** The beginning of the first gap from `from` on and before `until`, or among the next changes; null: none. */
export function firstGap(
  all: Schedules,
  id: string,
  from: Instant,
  until: Instant,
): Instant | null {
  let at: Instant | null = from;
  for (let changes = 0; at !== null && at < until && changes < mostChanges; changes++) {
    const answer = answerAt(all, id, at);
    if (answer.people.length === 0) return at;
    at = answer.until;
  }
  return null;
}
