/** Finds the people around a handoff: those before, beside and after the person that comes, and the heirs of a shift that ended. Pure. */
import type { Instant } from "../model/model.ts";
import { lineOf, type OnCall, type Schedules } from "../on-call/on-call.ts";
import { day } from "../text/units.ts";
import { closedIn, ownShifts, type OwnShift } from "./own-shifts.ts";

/** The end of a shift is looked for in this time. */
const ahead = 8 * 7 * day;
/** Whose shift was before is looked for in this time. */
export const lookBack = 8 * day;

/** People by their ids. */
export interface Around {
  before: readonly string[];
  beside: readonly string[];
  after: readonly string[];
}

export interface Handoff {
  /** The people on call now, also as a fallback. */
  people: readonly OnCall[];
  /** The people with the duty: on call, or from the time at which the schedule counts again. */
  heirs: readonly string[];
  heirsFrom: Instant | null;
  /** The people on call at an instant. */
  peopleAt: (at: Instant) => readonly string[];
  /** The end of a person's shift; null: none within eight weeks. */
  endOf: (shift: { user_id: string; from: Instant }) => Instant | null;
  around: (shift: { user_id: string; from: Instant }) => Around;
}

/** `all` answers from `lookBack` before `now` on. */
export function handoffAt(all: Schedules, id: string, now: Instant): Handoff {
  const line = lineOf(all, id);
  const { people } = line.answerAt(now);
  const shifts = ownShifts(all, id, now, now + ahead);
  const here = people.map(({ user_id }) => user_id);
  const first = shifts.filter(({ isFirst }) => isFirst);
  const waits = here.length === 0 && closedIn(all, id)(now) && first.length > 0;
  const shiftOf = ({ user_id, from }: { user_id: string; from: Instant }) =>
    shifts.find((one) => one.user_id === user_id && (one.from === from || one.from <= now));
  const endOf: Handoff["endOf"] = (shift) => shiftOf(shift)?.until ?? null;
  return {
    people,
    heirs: waits ? usersOf(first) : here,
    heirsFrom: waits ? first[0]!.from : null,
    peopleAt: (at) => line.answerAt(at).people.map(({ user_id }) => user_id),
    endOf,
    around(shift) {
      const others = (users: readonly string[]) => users.filter((one) => one !== shift.user_id);
      const beside = others(here);
      const until = endOf(shift);
      const later = shifts.filter(({ from }) => until !== null && from >= until);
      const next = Math.min(...later.map(({ from }) => from));
      return {
        before: beside.length > 0 ? [] : others(lastBefore(all, id, shift.from)),
        beside,
        after: others(usersOf(later.filter(({ from }) => from === next))),
      };
    },
  };
}

const usersOf = (shifts: readonly OwnShift[]) => shifts.map(({ user_id }) => user_id);

/** The people whose shifts ended last before an instant. */
function lastBefore(all: Schedules, id: string, at: Instant): string[] {
  const ended = ownShifts(all, id, at - lookBack, at + 1).flatMap(({ user_id, until }) =>
    until !== null && until <= at ? [{ user_id, until }] : [],
  );
  const last = Math.max(...ended.map(({ until }) => until));
  return ended.flatMap(({ user_id, until }) => (until === last ? [user_id] : []));
}
