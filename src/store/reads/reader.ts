/**
 * The parts that all reads share. A read is a procedure that only selects, in a file by noun; `reads.ts`
 * puts the files together. Lists are keyset pages, oldest first: `(instant, id) > (:instant, :id)`, which
 * costs the same on the last page as on the first.
 */
import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

/** Makes of a procedure a function that a database runs. */
export type Reader = <Args extends unknown[], Answer>(
  procedure: (...args: Args) => Procedure<Answer>,
) => (...args: Args) => Promise<Answer>;

/** A page of a list: rows after `after`, oldest first. */
export interface Page {
  limit: number;
  after: { inserted_at: Instant; id: string } | null;
}

/** A page of a list of one organization. */
export interface PageQuery extends Page {
  org_id: string;
}

/** A row of a list that is read backwards. */
export interface Position {
  at: Instant;
  id: string;
}

/** Reads a page of a table in the order of `at` and id; of one organization if the query names it. */
export function* pageOf<T extends SQLiteTable & { id: SQLiteColumn; org_id?: SQLiteColumn }>(
  { db }: Context,
  table: T,
  at: SQLiteColumn,
  query: Page & { org_id?: string },
  ...conditions: (SQL | undefined)[]
): Procedure<T["$inferSelect"][]> {
  const { org_id } = query;
  return (yield* rows(
    db
      .select()
      .from(table as SQLiteTable)
      .where(
        and(
          org_id !== undefined && table.org_id ? eq(table.org_id, org_id) : undefined,
          afterPosition(at, table.id, query.after),
          ...conditions,
        ),
      )
      .orderBy(asc(at), asc(table.id))
      .limit(query.limit),
  )) as T["$inferSelect"][];
}

/** Rows after a position, in the order of pages; all for null. */
export const afterPosition = (at: SQLiteColumn, id: SQLiteColumn, after: Page["after"]) =>
  after === null ? undefined : sql`(${at}, ${id}) > (${after.inserted_at}, ${after.id})`;

/** Rows before a position, for lists with the newest first; all for null. */
export const beforePosition = (at: SQLiteColumn, id: SQLiteColumn, before: Position | null) =>
  before === null ? undefined : sql`(${at}, ${id}) < (${before.at}, ${before.id})`;

/** A condition on a value of the query; none when the query leaves it out. */
export const when = <V>(value: V | undefined, make: (value: V) => SQL): SQL | undefined =>
  value === undefined ? undefined : make(value);

/** `column in (…)`; matches no row for an empty list. */
export const among = (column: SQLiteColumn, ids: readonly string[]): SQL =>
  ids.length === 0 ? sql`1 = 0` : inArray(column, [...ids]);
