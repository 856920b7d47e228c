/** Reads a table in pages by its primary key: up to `most.rows` rows, and up to `most.bytes` and one row. */
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "../queries/context.ts";
import type { Procedure, Statement } from "../kit/procedure.ts";
import type { Row } from "./digest.ts";

/** A row can have fifty bytes, or a megabyte. */
const max = { rows: 2000, bytes: 1024 ** 2 };
/** Bytes of a row beside its text, roughly. */
const perRow = 32;

/** The pages of one table. */
export interface Pages {
  /** Its columns, in the order of the description. */
  columns: readonly string[];
  /** The page after the row with this key, or the first one; empty at the end. */
  after(key: Row | null): Procedure<Row[]>;
  /** The key of a row. */
  keyOf(row: Row): Row;
}

export function pagesOf({ kit, db }: Pick<Context, "kit" | "db">, table: SQLiteTable): Pages {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const key = kit.keyOf(table);
  const list = (items: SQL[]) => sql.join(items, sql`, `);
  const order = list(key.map(({ name }) => sql`${sql.identifier(name)}`));
  const fields = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      sql`${sql.identifier(column.name)}`.mapWith(column),
    ]),
  );
  const texts = Object.values(columns)
    .filter((column) => column.getSQLType() === "text")
    .map(({ name }) => sql`coalesce(octet_length(${sql.identifier(name)}), 0)`);
  const bytes = sql.join([sql.raw(String(perRow)), ...texts], sql` + `);

  /** From the inside: the rows, the bytes of all before each of them, and those that a page has room for. */
  const pageOf = (where: SQL): Statement => {
    const rows = sql`select *, ${bytes} as page_bytes from ${table} ${where} order by ${order} limit ${sql.raw(String(max.rows))}`;
    const measured = sql`select *, sum(page_bytes) over (order by ${order} rows unbounded preceding) - page_bytes as page_before from (${rows}) as page_rows`;
    return db
      .select(fields)
      .from(
        sql`(select * from (${measured}) as measured where page_before < ${sql.raw(String(max.bytes))}) as page`,
      )
      .orderBy(order);
  };
  const first = pageOf(sql``);
  const next = pageOf(
    sql`where (${order}) > (${list(key.map(({ name }) => sql`${sql.placeholder(name)}`))})`,
  );
  return {
    columns: Object.keys(columns),
    *after(given) {
      return (yield { statement: given ? next : first, params: given ?? {} }) as Row[];
    },
    keyOf: (row) => Object.fromEntries(key.map(({ name }) => [name, row[name]])),
  };
}
