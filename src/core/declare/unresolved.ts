/** The sentence about unresolved incidents that keep an alert group from being deleted. Pure. */

import { listed } from "../text/listed.ts";

/** Numbers that are listed; the others are counted. */
const maxListed = 5;

/** `incidents #4 and #7 are not resolved`. `numbers`: at least one. */
export function unresolvedText(numbers: readonly number[]): string {
  const names = listed(
    numbers.map((number) => `#${number}`),
    maxListed + 1,
  );
  return numbers.length === 1
    ? `incident ${names} is not resolved`
    : `incidents ${names} are not resolved`;
}
