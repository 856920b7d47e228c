import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../kit/kit.ts";

/** Deletes rows by a key of several columns, `limit` at most; answers one row for each. */
export const deleteSome = (
  db: Database,
  table: SQLiteTable,
  key: readonly [SQLiteColumn, ...SQLiteColumn[]],
  where: SQL | undefined,
  limit: unknown,
) => {
  const columns = sql.join([...key], sql`, `);
  return db
    .delete(table)
    .where(sql`(${columns}) in (select ${columns} from ${table} where ${where} limit ${limit})`)
    .returning({ key: key[0] });
};
