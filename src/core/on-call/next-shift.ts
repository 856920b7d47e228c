/** Finds the next change of the people on call in a schedule, whichever schedule answers. Pure. */
import type { Interval } from "../hours/interval.ts";
import type { Instant } from "../model/model.ts";
import { day } from "../text/units.ts";
import { lineOf, type Schedules } from "./on-call.ts";

/** The shift after the present ones; `user_ids` empty: a gap. */
export interface NextShift extends Interval {
  user_ids: readonly string[];
}

/** How far ahead it is looked for. */
const ahead = 90 * day;

/** The first shift of people that are not on call now, until the first of them leaves; null: none within 90 days. */
export function nextShiftOf(all: Schedules, id: string, now: Instant): NextShift | null {
  const line = lineOf(all, id);
  const usersAt = (at: Instant) => {
    const { people, until } = line.answerAt(at);
    return { users: people.map(({ user_id }) => user_id), until: until ?? Infinity };
  };
  const present = usersAt(now);
  const hasPeople = present.users.length > 0;
  for (let at = present.until; at < now + ahead;) {
    const { users, until } = usersAt(at);
    const came = users.filter((user) => !present.users.includes(user));
    if (came.length > 0 || (hasPeople && users.length === 0))
      return { from: at, until: endOf(came, at), user_ids: came };
    at = until;
  }
  return null;

  /** When the first of them leaves, or the gap ends. */
  function endOf(came: readonly string[], from: Instant): Instant {
    for (let at = from; ;) {
      const { users, until } = usersAt(at);
      const stays =
        came.length === 0 ? users.length === 0 : came.every((one) => users.includes(one));
      if (!stays) return at;
      if (until >= now + ahead) return now + ahead;
      at = until;
    }
  }
}
