/**
 * The parts that all reads share. A read is a procedure that only selects, in a file by noun; `reads.ts`
 * puts the files together. Lists are keyset pages, oldest or newest first: `(instant, id) > (:instant, :id)`,
 * which costs the same on the last page as on the first.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  sql,
  type Placeholder,
  type SQL,
  type Subquery,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "./context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

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

interface PageParams {
  org_id: string;
  inserted_at: Instant;
  id: string;
  limit: number;
}

/** Reads a page of a table in the order of `at` and id; of one organization if the query names it. */
export function* pageOf<T extends ListedTable>(
  c: Context,
  table: T,
  at: SQLiteColumn,
  query: Page & { org_id?: string },
  ...conditions: (SQL | undefined)[]
): Procedure<T["$inferSelect"][]> {
  const { org_id, after, order, limit } = query;
  const form = {
    organized: org_id !== undefined,
    first: after === null,
    order,
    conditions: conditions.filter((one) => one !== undefined),
  };
  const params: PageParams = {
    org_id: org_id ?? "",
    inserted_at: after?.inserted_at ?? 0,
    id: after?.id ?? "",
    limit,
  };
  return (yield* rows(pageStatement(c, table, at, form), params)) as T["$inferSelect"][];
}

type ListedTable = SQLiteTable & { id: SQLiteColumn; org_id?: SQLiteColumn };

interface PageForm {
  /** Rows of one organization. */
  organized: boolean;
  /** Those at the beginning of the list. */
  first: boolean;
  order: Order | undefined;
  conditions: readonly SQL[];
}

/** Statements without conditions of their own: building one takes longer than reading its rows. */
const built = new WeakMap<SQLiteTable, Map<string, ReturnType<typeof buildPage>>>();

function pageStatement(c: Context, table: ListedTable, at: SQLiteColumn, form: PageForm) {
  if (form.conditions.length > 0) return buildPage(c, table, at, form);
  const ofTable = built.get(table) ?? new Map<string, ReturnType<typeof buildPage>>();
  built.set(table, ofTable);
  const key = `${at.name} ${form.organized} ${form.first} ${form.order}`;
  const statement = ofTable.get(key) ?? buildPage(c, table, at, form);
  ofTable.set(key, statement);
  return statement;
}

const buildPage = (
  { db }: Context,
  table: ListedTable,
  at: SQLiteColumn,
  { organized, first, order, conditions }: PageForm,
) =>
  taking((p: Placeholders<PageParams>) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(
        and(
          organized && table.org_id ? eq(table.org_id, p("org_id")) : undefined,
          first
            ? undefined
            : afterPosition(at, table.id, {
                after: { inserted_at: p("inserted_at"), id: p("id") },
                order,
              }),
          ...conditions,
        ),
      )
      .orderBy(...inOrder(at, table.id, { order }))
      .limit(p("limit")),
  );

/** The condition on the rows of a page; none for the first page. */
export function afterPosition(
  at: SQLiteColumn,
  id: SQLiteColumn,
  {
    after,
    order,
  }: {
    after: { inserted_at: Instant | Placeholder; id: string | Placeholder } | null;
    order?: Order | undefined;
  },
) {
  if (after === null) return undefined;
  const position = sql`(${after.inserted_at}, ${after.id})`;
  return order === "desc" ? sql`(${at}, ${id}) < ${position}` : sql`(${at}, ${id}) > ${position}`;
}

/** The order of a list. */
export function inOrder(
  at: SQLiteColumn,
  id: SQLiteColumn,
  { order }: Pick<Page, "order">,
): [SQL, SQL] {
  return order === "desc" ? [desc(at), desc(id)] : [asc(at), asc(id)];
}

/** How many rows of a table meet a condition. */
export function* countOf(
  { db }: Context,
  table: SQLiteTable | Subquery | SQL,
  condition: SQL | undefined,
): Procedure<number> {
  const counted = yield* first(db.select({ count: count() }).from(table).where(condition));
  return counted?.count ?? 0;
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
