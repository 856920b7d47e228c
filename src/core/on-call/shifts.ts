/** The shifts of a schedule: the times in which a person really is on call, after overrides, and the gaps between them. Pure. */
import type { Instant } from "../model/model.ts";
import { day } from "../text/units.ts";
import { lineOf, type OnCall, type Schedules } from "./on-call.ts";

/** The longest range in which shifts are listed, and the longest override: a year. */
export const longestRange = 366 * day;

/** A time in which a person is on call for one reason; a gap has no person. */
export interface Shift {
  from: Instant;
  /** Not part of it. */
  until: Instant;
  on_call: OnCall | null;
}

/**
 * The shifts and gaps between two instants, cut off at both, in order of their beginning. Before a schedule was created it has
 * neither.
 */
export function shiftsOf(all: Schedules, id: string, from: Instant, until: Instant): Shift[] {
  const line = lineOf(all, id);
  const shifts: Shift[] = [];
  /** Those that last until `at`, by person. */
  let open = new Map<string | null, Shift>();
  for (let at = Math.max(from, all.byId.get(id)?.inserted_at ?? from); at < until;) {
    const { people, until: change } = line.answerAt(at);
    const next = Math.min(change ?? until, until);
    const now = new Map<string | null, Shift>();
    for (const on_call of people.length > 0 ? people : [null]) {
      const person = on_call?.user_id ?? null;
      let shift = open.get(person);
      if (!shift || !sameReason(shift.on_call, on_call))
        shifts.push((shift = { from: at, until: next, on_call }));
      shift.until = next;
      now.set(person, shift);
    }
    open = now;
    at = next;
  }
  return shifts;
}

/** The first shift of each person between two instants, in order of their beginning. */
export function firstShiftsOf(
  all: Schedules,
  id: string,
  from: Instant,
  until: Instant,
): Map<string, Shift> {
  const firsts = new Map<string, Shift>();
  for (const shift of shiftsOf(all, id, from, until)) {
    const user = shift.on_call?.user_id;
    if (user !== undefined && !firsts.has(user)) firsts.set(user, shift);
  }
  return firsts;
}

/** Whether one person is on call for one reason. */
const sameReason = (a: OnCall | null, b: OnCall | null): boolean =>
  a?.because === b?.because &&
  a?.by === b?.by &&
  a?.override_id === b?.override_id &&
  a?.instead_of_user_id === b?.instead_of_user_id;
