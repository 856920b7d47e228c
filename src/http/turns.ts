/** Splits long work of this thread into short pieces, so that reports do not wait for it. */
import { toParts, type Parts } from "../app/declare/parts.ts";

/** Resolves when all waiting work of the event loop has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Items that a turn may take: some milliseconds of reading. */
const perTurn = 200;

/** All items, with a turn for others now and then; few are taken at once. */
export async function takenInTurns<T>(items: Iterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length > 0 && taken.length % perTurn === 0) await nextTurn();
    taken.push(item);
  }
  return taken;
}

/** Lists as parts of one, with a turn for others after each. */
export async function partsInTurns<T>(lists: Iterable<T[]>): Promise<Parts<T>> {
  const parts: string[] = [];
  for (const list of lists) {
    parts.push(...toParts(list));
    await nextTurn();
  }
  return parts;
}
