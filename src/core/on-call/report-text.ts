/** The words and shares of a report of on-call duty, the same everywhere. Pure. */
import type { DutyFlag, DutyRow } from "./report.ts";

export const flagTexts: Record<DutyFlag, string> = {
  many_incidents: "more than 2 incidents in 12 h",
  much_time: "over 25% of the time",
  two_weeks: "two weeks in a row",
};

/** A person's hours beside those of the others in the schedule. */
export interface Share {
  /** The hours of an equal share. */
  equal: number;
  /** Percent above it; negative: below. */
  above: number;
}

/** The share of a person in a schedule; null: they take no turns, or the schedule had no person on call. */
export function shareOf({
  hours,
  above_share,
}: Pick<DutyRow, "hours" | "above_share">): Share | null {
  if (above_share === null) return null;
  const equal = hours - above_share;
  return equal > 0 ? { equal, above: Math.round((100 * above_share) / equal) } : null;
}
