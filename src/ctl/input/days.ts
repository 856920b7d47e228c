/** Days of the week as people type them: `mon-fri`, `sat,sun`, `all`. */
import { wrongInput } from "../call/failure.ts";
import { dayNames } from "../output/days.ts";

/** The days of a flag, 0 = Sunday, in order; fails with an example of a valid value. */
export function daysOf(flag: string, text: string): number[] {
  if (text.trim().toLowerCase() === "all") return dayNames.map((_, day) => day);
  const days = text.split(",").flatMap((part) => {
    const ends = part.split("-").map(dayOf);
    const [from = -1, to = from] = ends;
    if (ends.length > 2 || ends.includes(-1))
      throw wrongInput(
        "usage",
        `${flag} ${text} names no days of the week`,
        `for example ${flag} mon-fri, ${flag} sat,sun or ${flag} all`,
      );
    // fri-mon goes over the end of the week.
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (from + i) % 7);
  });
  return [...new Set(days)].toSorted((a, b) => a - b);
}

function dayOf(word: string): number {
  const typed = word.trim().toLowerCase();
  return typed.length < 3 ? -1 : dayNames.findIndex((name) => typed.startsWith(name));
}
