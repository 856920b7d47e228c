/** The shifts of a schedule: the times in which a person really is on call, after overrides, and the gaps between them. Pure. */
import type { Instant } from "../model/model.ts";
import { day } from "../text/units.ts";
import { answerAt, type OnCall, type Schedules } from "./on-call.ts";

/** The longest range in which shifts are listed, and the longest override: a year. */
export const longestRange = 366 * day;

/** A time in which a person is on call for one reason; a gap has no person. */
export interface Shift {
  from: Instant;
  /** Not part of it. */
  until: Instant;
  on_call: OnCall | null;
}

/** The shifts and gaps between two instants, cut off at both, in order of their beginning. */
export function shiftsOf(all: Schedules, id: string, from: Instant, until: Instant): Shift[] {
  const shifts: Shift[] = [];
  /** Those that last until `at`, by person and reason. */
  let open = new Map<string, Shift>();
  for (let at = from; at < until;) {
    const { people, until: change } = answerAt(all, id, at);
    const next = Math.min(change ?? until, until);
    const now = new Map<string, Shift>();
    for (const on_call of people.length > 0 ? people : [null]) {
      const key = JSON.stringify(on_call);
      const shift = open.get(key) ?? { from: at, until: next, on_call };
      if (!open.has(key)) shifts.push(shift);
      shift.until = next;
      now.set(key, shift);
    }
    open = now;
    at = next;
  }
  return shifts;
}
