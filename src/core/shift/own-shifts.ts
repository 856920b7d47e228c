/**
 * The shifts that people have in a schedule by its own turns and overrides. Hours in which the schedule does not count part no
 * shift: office hours end every evening, without a handoff. A person on call by a fallback has that shift in the other
 * schedule. Pure.
 */
import { openHours } from "../hours/contact-hours.ts";
import type { Instant } from "../model/model.ts";
import { hoursOf, lineOf, type Schedules } from "../on-call/on-call.ts";
import { versionAt } from "../on-call/turns.ts";

/** A time in which a person has the duty in a schedule. */
export interface OwnShift {
  user_id: string;
  /** Its beginning, or that of the span in which it is looked for. */
  from: Instant;
  /** Its end; null: beyond that span. */
  until: Instant | null;
  /** The first of the span: it begins before all others. */
  isFirst: boolean;
}

/** Answers that are followed at most: seven weeks of hourly handoffs. */
const mostAnswers = 1200;

/**
 * The shifts that begin in a span, and those under way at its beginning. Where the schedule does not count in the whole span,
 * the first ones after it.
 */
export function ownShifts(all: Schedules, id: string, from: Instant, until: Instant): OwnShift[] {
  const line = lineOf(all, id);
  const isClosed = closedIn(all, id);
  const shifts: OwnShift[] = [];
  /** Those under way, by person. */
  let open = new Map<string, OwnShift>();
  let isFirst = true;
  let at: Instant | null = from;
  for (let n = 0; at !== null && n < mostAnswers && (at < until || isFirst); n++) {
    const { people, until: change } = line.answerAt(at);
    const own = people.filter(({ by }) => by === id);
    if (own.length > 0 || !isClosed(at)) {
      const now = new Map<string, OwnShift>();
      for (const { user_id } of own) {
        const shift: OwnShift = open.get(user_id) ?? { user_id, from: at, until: null, isFirst };
        if (!open.has(user_id)) shifts.push(shift);
        shift.until = change;
        now.set(user_id, shift);
      }
      open = now;
      isFirst = false;
    }
    at = change;
  }
  // Whether those that are under way at the end go on is not known.
  for (const shift of open.values()) shift.until = null;
  return shifts;
}

/** Whether a schedule does not count at an instant, by its hours. */
export function closedIn({ byId }: Schedules, id: string): (at: Instant) => boolean {
  const schedule = byId.get(id);
  const hours = new Map<string, ReturnType<typeof openHours>>();
  return (at) => {
    const version = schedule && versionAt(schedule.versions, at);
    if (!version) return false;
    let isOpen = hours.get(version.timezone);
    if (!isOpen) hours.set(version.timezone, (isOpen = openHours(hoursOf(schedule, version))));
    return !isOpen(at).isOpen;
  };
}
