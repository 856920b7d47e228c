/** Writes an answer with thousands of changes part by part, so that reports do not wait for it. */
import { fromParts, type Parts } from "../../app/declare/parts.ts";
import { nextTurn } from "../turns.ts";
import { Written } from "./written.ts";

/** The answer `{...rest, changes}`, each part of the changes as `shown` presents it. */
export async function withChanges<Change, Shown, Rest extends object>(
  rest: Rest,
  changes: Parts<Change>,
  shown: (part: Change[]) => readonly Shown[] | Promise<readonly Shown[]>,
): Promise<Written<Rest & { changes: Shown[] }>> {
  const written: string[] = [];
  for (const part of changes) {
    written.push(JSON.stringify(await shown(fromParts([part]))).slice(1, -1));
    await nextTurn();
  }
  const head = JSON.stringify(rest).slice(0, -1);
  return new Written(`${head},"changes":[${written.filter(Boolean).join(",")}]}`);
}
