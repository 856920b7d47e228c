/** Days of the week as people read them. */
import { weekdays } from "../../core/text/days.ts";

/** By their number in the API: 0 is Sunday. */
export const dayNames = weekdays.map((day) => day.toLowerCase());

/** `mon-fri`, `mon, wed`, `every day`. */
export function daysText(days: readonly number[]): string {
  if (days.length === 7) return "every day";
  // The week of people begins on Monday.
  const order = [1, 2, 3, 4, 5, 6, 0].filter((day) => days.includes(day));
  const runs: number[][] = [];
  for (const day of order) {
    const last = runs.at(-1);
    if (last && (last.at(-1)! + 1) % 7 === day) last.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) =>
      run.length > 2
        ? [`${dayNames[run[0]!]}-${dayNames[run.at(-1)!]}`]
        : run.map((day) => dayNames[day]!),
    )
    .join(", ");
}
