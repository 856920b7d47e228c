/**
 * Decides which people are to be notified about their shifts in a schedule: the shifts that they know are compared with those
 * of now. A state, without events: a change that was undone in between causes no push, and a late push still holds. Pure.
 */
import type { Instant, KnownShift } from "../model/model.ts";
import { earliest } from "../incident/pause.ts";
import type { OwnShift } from "./own-shifts.ts";

/** A shift that its person knows. */
export type Known = Omit<KnownShift, "schedule_id">;

/** The people of a schedule with a push that is due. */
export interface DuePushes {
  /** They have come on call; `confirmed_at`: of the notice. */
  began: Known[];
  /** They come on call soon. */
  noticed: OwnShift[];
  /** They have left. */
  ended: Known[];
  /** They were notified of a shift that is not theirs any more. */
  withdrawn: Known[];
  /** They were notified of a shift that has passed since. */
  past: Known[];
  /** When a person comes, or is to be notified; null: not within the known span. */
  next_at: Instant | null;
}

interface Facts {
  /** From `now` on, until the last instant of which a notice could be due. */
  shifts: readonly OwnShift[];
  known: readonly Known[];
  /** The people on call now, also as a fallback, with when they came. */
  since: ReadonlyMap<string, Instant>;
  /** How long before a shift its notice is due, ms; 0: none is sent. */
  notice: number;
}

export function duePushes({ shifts, known, since, notice }: Facts, now: Instant): DuePushes {
  const due: DuePushes = {
    began: [],
    noticed: [],
    ended: [],
    withdrawn: [],
    past: [],
    next_at: null,
  };
  const matched = new Set<OwnShift>();
  for (const one of known.filter(({ began }) => began)) {
    const goesOn = shifts.find(({ user_id, isFirst }) => isFirst && user_id === one.user_id);
    if (goesOn) matched.add(goesOn);
    else if (!since.has(one.user_id)) due.ended.push(one);
  }
  for (const one of known.filter(({ began }) => !began)) {
    const shift = shifts.find((other) => isSame(one, other) && !matched.has(other));
    if (shift) {
      matched.add(shift);
      if (shift.from <= now) due.began.push({ ...one, until: shift.until });
      else due.next_at = earliest(due.next_at, shift.from);
    } else (one.until !== null && one.until <= now ? due.past : due.withdrawn).push(one);
  }
  for (const shift of shifts) {
    if (matched.has(shift)) continue;
    const { user_id, from, until } = shift;
    if (from <= now) {
      const came = since.get(user_id) ?? from;
      due.began.push({ user_id, from: came, until, began: false, confirmed_at: null });
    } else {
      const at = from - notice;
      if (at <= now && notice > 0) due.noticed.push(shift);
      due.next_at = earliest(due.next_at, at <= now ? from : at);
    }
  }
  return due;
}

/** A shift that was moved a little, as by another time zone, is the same one. */
const isSame = (one: Known, { user_id, from, until }: OwnShift): boolean =>
  one.user_id === user_id && from < (one.until ?? Infinity) && one.from < (until ?? Infinity);
