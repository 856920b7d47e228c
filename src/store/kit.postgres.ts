/** What PostgreSQL's tables and statements are made of; `kit.ts` says what a kit is. */
import { getTableColumns, sql, type SQLChunk } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type PgColumn,
  type PgDatabase,
  type PgTable,
} from "drizzle-orm/pg-core";
import type { Kit } from "./kit.ts";

/** JSON as text, as in SQLite: nobody asks the database what is inside. */
const json = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => "text",
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  fromDriver: (stored) => JSON.parse(stored ?? "null") as unknown,
});

interface Lockable {
  for(
    strength: "update",
    config: { of?: PgTable | undefined; skipLocked?: true },
  ): unknown;
}

const kit = {
  dialect: "postgres",
  table: pgTable,
  text: () => text(),
  integer: () => bigint({ mode: "number" }),
  flag: () => boolean(),
  json: () => json(),
  index,
  uniqueIndex,
  primaryKey,
  sql,
  /** Many rows in one statement, which takes them as a JSON list under the name `rows`. */
  insertAll: (db: PgDatabase<never>, table: PgTable) => {
    const columns = Object.values(getTableColumns(table));
    const list = (items: SQLChunk[]) => sql.join(items, sql`, `);
    const names = list(columns.map((column) => sql.identifier(column.name)));
    const typed = list(
      columns.map(
        (column) =>
          sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`,
      ),
    );
    return db
      .insert(table)
      .select(
        sql`select ${names} from jsonb_to_recordset(cast(${sql.placeholder("rows")} as jsonb)) as given(${typed})`,
      );
  },
  isIn: (column: PgColumn, name: string) =>
    sql`${column} = any(array(select jsonb_array_elements_text(cast(${sql.placeholder(name)} as jsonb))))`,
  /** The rows are held until the transaction ends; `skip locked` leaves out those that somebody holds. */
  lock: (select: Lockable, of?: PgTable, skip?: "skip locked") =>
    select.for("update", {
      ...(of ? { of } : {}),
      ...(skip ? { skipLocked: true as const } : {}),
    }),
};

export const postgresKit = kit as unknown as Kit;
