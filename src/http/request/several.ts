/** Shared by requests that act on several things: which of the two ways they choose, how many may change, and how fast. */
import { plural } from "../../core/text/plural.ts";
import { nextTurn } from "../turns.ts";
import { invalid, Problem } from "../answer/problem.ts";

/** Commands that may wait for the same commit: 700 of them take 14 in place of 700. */
const sideBySide = 50;

/** Fails unless the request either lists things in `field` or has a filter. */
export function eitherOf(field: "numbers" | "ids", listed: unknown, filter: unknown): void {
  if ((listed === undefined) === (filter === undefined))
    throw invalid([{ field, code: "required", message: `send either ${field} or a filter` }]);
}

/** Fails with 409 when more would change than the request allows. */
export function refuseMore(count: number, noun: string, max = Infinity): void {
  if (count > max)
    throw new Problem(
      "conflict",
      `${plural(count, noun)} would change, and max is ${max}. Nothing was changed.`,
    );
}

/** The answers of `act` for each of them, in their order; some at a time. */
export async function eachOf<Of, Acted>(
  all: readonly Of[],
  act: (one: Of) => Promise<Acted[]>,
): Promise<Acted[]> {
  const acted: Acted[] = [];
  for (let from = 0; from < all.length; from += sideBySide) {
    const some = await Promise.all(all.slice(from, from + sideBySide).map(act));
    acted.push(...some.flat());
    await nextTurn();
  }
  return acted;
}
