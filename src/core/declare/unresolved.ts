/** The sentence about unresolved incidents that keep an alert group from being deleted. Pure. */

/** Numbers that are listed; the others are counted. */
const maxListed = 5;

/** `incidents #4 and #7 are not resolved`. `numbers`: at least one. */
export function unresolvedText(numbers: readonly number[]): string {
  const listed = numbers.slice(0, maxListed).map((number) => `#${number}`);
  const more = numbers.length - listed.length;
  const last = more > 0 ? `${more} more` : listed.pop();
  const names = listed.length === 0 ? last : `${listed.join(", ")} and ${last}`;
  return numbers.length === 1
    ? `incident ${names} is not resolved`
    : `incidents ${names} are not resolved`;
}
