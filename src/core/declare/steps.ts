/** Splits work on long lists into steps of some milliseconds. */

/** Items in one step. */
export const partSize = 250;

/** Maps a list. Yields after each step, so that a caller can do other work in between. */
export function* mapInSteps<T, R>(
  list: readonly T[],
  each: (one: T, index: number) => R,
): Generator<void, R[]> {
  const all: R[] = [];
  for (const [index, one] of list.entries()) {
    all.push(each(one, index));
    if (index % partSize === partSize - 1) yield;
  }
  return all;
}
