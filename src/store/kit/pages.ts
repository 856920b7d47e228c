/** Reads and writes many rows a few at a time, so that a transaction can end in between. */
import { cut, type Procedure } from "./procedure.ts";

/** All rows, `size` at a time: `next` reads the page after a row, the first one after `first`. */
export function* inPages<R extends K, K>(
  size: number,
  first: K,
  next: (after: K) => Procedure<R[]>,
): Procedure<R[]> {
  const all: R[] = [];
  for (let after: K = first; ;) {
    const page = yield* next(after);
    // One by one: a call takes no unlimited number of arguments.
    for (const row of page) all.push(row);
    if (page.length < size) return all;
    after = page.at(-1)!;
    yield* cut();
  }
}

/** Calls `take` with each item, a thousand between two cuts. */
export function* inTurns<T>(items: readonly T[], take: (item: T) => void): Procedure<void> {
  for (const [index, item] of items.entries()) {
    if (index % 1000 === 999) yield* cut();
    take(item);
  }
}

/** Calls `take` with `size` items at a time, and a cut between two of them. */
export function* inPieces<T>(
  items: readonly T[],
  size: number,
  take: (part: readonly T[]) => Procedure<void>,
): Procedure<void> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) yield* cut();
    yield* take(items.slice(from, from + size));
  }
}

/** Calls `write` with `size` items at a time, as JSON of their ids. */
export function* inParts<T extends { id: string }>(
  items: readonly T[],
  size: number,
  write: (ids: string) => Procedure<void>,
): Procedure<void> {
  yield* inPieces(items, size, (part) => write(JSON.stringify(part.map(({ id }) => id))));
}
