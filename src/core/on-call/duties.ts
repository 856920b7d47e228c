/** Joins the shifts of a person to duties. Pure. */
import type { Interval } from "../hours/interval.ts";
import { day } from "../text/units.ts";

/** Times of one person, in order of their beginning: those with breaks of less than a day are one, so that office hours count by days. */
export function dutiesIn(shifts: readonly Interval[]): Interval[] {
  const duties: Interval[] = [];
  for (const { from, until } of shifts) {
    const last = duties.at(-1);
    if (last && from - last.until < day) last.until = Math.max(last.until, until);
    else duties.push({ from, until });
  }
  return duties;
}
