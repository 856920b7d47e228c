/** Reads whole lists, so that no read holds up the others for long. */
import type { Instant } from "../core/model/model.ts";
import type { Position } from "../store/reads/reads.ts";
import { nextTurn } from "./turns.ts";

/** Rows that are read at once. */
const pageSize = 1000;

/** All rows of a list, a page at a time; `at`: the instant by which the list is ordered. */
export async function everyRow<Row extends { id: string }>(
  read: (page: { limit: number; after: Position | null }) => Promise<Row[]>,
  at: (row: Row) => Instant,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: Position | null = null; ;) {
    const page = await read({ limit: pageSize, after });
    // One by one: a call takes no unlimited number of arguments.
    for (const row of page) all.push(row);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return all;
    after = { inserted_at: at(last), id: last.id };
    await nextTurn();
  }
}
