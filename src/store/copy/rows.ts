/** Copies, compares and counts all tables, in pages: memory does not grow with them. */
import { count } from "drizzle-orm";
import { first, write, type Procedure } from "../kit/procedure.ts";
import { Digest, type Row } from "./digest.ts";
import type { End } from "./end.ts";
import type { Progress } from "./mark.ts";
import { pagesOf } from "./pages.ts";

/** A table on both sides. */
export interface Compared {
  table: string;
  source: { rows: number; checksum: string };
  target: { rows: number; checksum: string };
}

export const isSame = ({ source, target }: Compared): boolean =>
  source.rows === target.rows && source.checksum === target.checksum;

type Name = keyof End["context"]["t"];

/** Every table: a new one is copied without being named anywhere. */
const namesOf = ({ context }: End) => Object.keys(context.t) as Name[];
const pagesIn = ({ context }: End, name: Name) => pagesOf(context, context.t[name]);

/**
 * Copies the rows after `begin`; calls `onPage` with the table and the number of rows. A page and the progress are one
 * transaction of the target, so that a killed copy resumes. The next page is read while one is written.
 */
export async function copyRows(
  source: End,
  target: End,
  begin: Progress | null,
  onPage: (table: string, rows: number) => void,
): Promise<void> {
  const names = namesOf(source);
  for (const name of names.slice(Math.max(0, names.indexOf(begin?.table as Name)))) {
    const pages = pagesIn(source, name);
    let after = name === begin?.table ? begin.after : null;
    let page = await source.run(pages.after(after));
    for (let last = page.at(-1); last; last = page.at(-1)) {
      after = pages.keyOf(last);
      onPage(name, page.length);
      [, page] = await Promise.all([
        target.run(writePage(target, { table: name, after }, page)),
        source.run(pages.after(after)),
      ]);
    }
  }
}

function* writePage(
  { context, marks }: End,
  progress: Progress,
  page: readonly Row[],
): Procedure<void> {
  yield* context.of[progress.table as Name].insertAll(page as never);
  yield* marks.update({ id: 1 }, { progress });
}

/** Reads all tables of both sides, and calls `onPage` for each page. */
export async function compareRows(
  source: End,
  target: End,
  onPage: (table: string, rows: number) => void,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const table of namesOf(source))
    compared.push({
      table,
      source: await digestOf(source, table, onPage),
      target: await digestOf(target, table, onPage),
    });
  return compared;
}

async function digestOf(end: End, name: Name, onPage: (table: string, rows: number) => void) {
  const pages = pagesIn(end, name);
  const digest = new Digest(pages.columns);
  for (let after: Row | null = null; ;) {
    const page: Row[] = await end.run(pages.after(after));
    const last = page.at(-1);
    if (!last) return { rows: digest.rows, checksum: digest.checksum };
    for (const row of page) digest.add(row);
    after = pages.keyOf(last);
    onPage(name, page.length);
  }
}

/** How many rows an end has, by table. */
export function* countRows({ context: { db, t } }: End): Procedure<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(t))
    counts[name] = (yield* first(db.select({ rows: count() }).from(table)))!.rows;
  return counts;
}

/** Deletes every row: those of a copy that is out of date. */
export function* clear({ context: { db, t } }: End): Procedure<void> {
  for (const table of Object.values(t)) yield* write(db.delete(table));
}
