/**
 * Copies a database that is not in use into another one, and locks the old one. After a crash at any point the same
 * copy resumes.
 */
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { beginCopy, markOf, refuseNodes, type Begun } from "./begin.ts";
import { CopyRefused, type End } from "./end.ts";
import { compareRows, copyRows, countRows, isSame, type Compared } from "./rows.ts";

export interface CopyOptions {
  source: End;
  target: End;
  /** The file with the keys of the secrets: that of both databases. */
  secretsKeyFile: string;
  /** Names a new copy. */
  id: string;
  now: () => number;
  /** Ends the claims of nodes of the source; idempotent. */
  settle: (c: Context) => Procedure<void>;
  on: CopyListener;
}

export interface CopyListener {
  /** Before the first page, with the rows of the source by table. */
  begin(how: Exclude<Begun["how"], "complete">, rows: Record<string, number>): void;
  page(doing: "copy" | "compare", table: string, rows: number): void;
}

/**
 * Returns every table, compared; null: an earlier call copied everything. If a table differs, the target is not usable and
 * the source is as before. Throws `CopyRefused`.
 */
export async function copyDatabase(options: CopyOptions): Promise<Compared[] | null> {
  const { source, target, now, on } = options;
  await refuseNodes(source);
  const { mark, how } = await beginCopy(source, target, { ...options, now: now() });
  if (how === "complete") return null;
  await source.freeze();
  // The mark was written before this transaction, which locks out other writers.
  if ((await markOf(source))?.copy !== mark.copy)
    throw new CopyRefused(`${source.shown} was used a moment ago. Repeat the copy.`);
  await refuseNodes(source);
  await source.run(options.settle(source.context));
  on.begin(how, await source.run(countRows(source)));
  if (how !== "ended") {
    await copyRows(source, target, mark.progress, (...page) => on.page("copy", ...page));
    await target.continueNumbers(await source.numbers());
  }
  const compared = await compareRows(source, target, (...page) => on.page("compare", ...page));
  const isWhole = compared.every(isSame);
  // Without its mark the next copy begins again.
  if (isWhole) await source.run(source.marks.update({ id: 1 }, { state: "moved", at: now() }));
  else await source.run(source.marks.remove({ id: 1 }));
  await source.thaw();
  if (isWhole) await target.unmark();
  return compared;
}
