/** Long work of this thread in short pieces, so that reports do not wait for it. */
import { toParts, type Parts } from "../../app/declare/parts.ts";

/** Resolves when all waiting work of the event loop has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Lists as parts of one, with a turn for others after each. */
export async function partsInTurns<T>(lists: Iterable<T[]>): Promise<Parts<T>> {
  const parts: string[] = [];
  for (const list of lists) {
    parts.push(...toParts(list));
    await nextTurn();
  }
  return parts;
}
