/**
 * The parts that all reads share. A read is a procedure that only selects, in a file by noun; `reads.ts`
 * puts the files together. Lists are keyset pages, oldest or newest first: `(instant, id) > (:instant, :id)`,
 * which costs the same on the last page as on the first.
 */
import { and, asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

/** Makes of a procedure a function that a database runs. */
export type Reader = <Args extends unknown[], Answer>(
  procedure: (...args: Args) => Procedure<Answer>,
) => (...args: Args) => Promise<Answer>;

/** A page of a list: rows after `after` in the order of the list. */
export interface Page {
  limit: number;
  after: Position | null;
  /** By instant and id; default: asc, oldest first. */
  order?: Order | undefined;
}

export type Order = "asc" | "desc";

/** The place of a row in a list. */
export interface Position {
  inserted_at: Instant;
  id: string;
}

/** A page of a list of one organization. */
export interface PageQuery extends Page {
  org_id: string;
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
          afterPosition(at, table.id, query),
          ...conditions,
        ),
      )
      .orderBy(...inOrder(at, table.id, query))
      .limit(query.limit),
  )) as T["$inferSelect"][];
}

/** The condition on the rows of a page; none for the first page. */
export function afterPosition(at: SQLiteColumn, id: SQLiteColumn, { after, order }: Page) {
  if (after === null) return undefined;
  const position = sql`(${after.inserted_at}, ${after.id})`;
  return order === "desc" ? sql`(${at}, ${id}) < ${position}` : sql`(${at}, ${id}) > ${position}`;
}

/** The order of a list. */
export function inOrder(at: SQLiteColumn, id: SQLiteColumn, { order }: Page): [SQL, SQL] {
  return order === "desc" ? [desc(at), desc(id)] : [asc(at), asc(id)];
}

/** A condition on a value of the query; none when the query leaves it out. */
export const when = <V>(value: V | undefined, make: (value: V) => SQL): SQL | undefined =>
  value === undefined ? undefined : make(value);

/** The text contains `part`, in any case; no character of it is a wildcard. */
export const containsText = (text: SQL, part: string): SQL =>
  sql`lower(${text}) like ${`%${part.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;

/** `column in (…)`; matches no row for an empty list. */
export const among = (column: SQLiteColumn, ids: readonly string[]): SQL =>
  ids.length === 0 ? sql`1 = 0` : inArray(column, [...ids]);
