/** Finds the gaps of a schedule: times without a person on call. Pure. */
import type { Instant } from "../model/model.ts";
import { answerAt, type Schedules } from "./on-call.ts";

/** The beginning of the first gap from `from` on and before `until`; null: none. */
export function firstGap(
  all: Schedules,
  id: string,
  from: Instant,
  until: Instant,
): Instant | null {
  for (let at: Instant | null = from; at !== null && at < until;) {
    const answer = answerAt(all, id, at);
    if (answer.people.length === 0) return at;
    at = answer.until;
  }
  return null;
}
