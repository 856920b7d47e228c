/**
 * Statements that are the same for every table: insert a row, update columns by key, find by columns.
 *
 * Built once per shape and kept, because building one costs ten times what running it does. Placeholders
 * carry the names of the columns; the columns of a `where` are prefixed with `by_`.
 */
import { and, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Kit, ManyForm } from "./kit.ts";
import type { Database } from "../sqlite/kit.ts";

const placeholder = (name: string) => sql.placeholder(name);

/** `column = :by_column` for each of the names. */
function matching(table: SQLiteTable, names: readonly string[]): SQL {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  return and(...names.map((name) => eq(columns[name]!, placeholder(`by_${name}`))))!;
}

function remembered<A extends unknown[], R>(
  make: (...args: A) => R,
  keyOf: (...args: A) => string,
): (...args: A) => R {
  const made = new Map<string, R>();
  return (...args) => {
    const key = keyOf(...args);
    let result = made.get(key);
    if (result === undefined) made.set(key, (result = make(...args)));
    return result;
  };
}

/** The statements of one table. */
export function statementsOf<T extends SQLiteTable>(kit: Kit, db: Database, table: T) {
  const all = getTableColumns(table) as Record<string, SQLiteColumn>;
  const byKeys = (...names: string[]) => names.join();

  const values = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, placeholder(name)]));

  const select = (names: readonly string[]) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(matching(table, names));

  /** For many at once by one column; statements by more columns are for rare things. */
  const batched = <S extends object>(
    statement: S,
    names: readonly string[],
    many: (name: string) => ManyForm,
  ): S => (names.length === 1 ? kit.batched(statement, () => many(names[0]!)) : statement);
  const selectAll = (name: string) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(kit.isIn(all[name]!, "list"));

  return {
    /** Inserts a whole row. */
    insert: db.insert(table).values(values(Object.keys(all)) as T["$inferInsert"]),
    /** Inserts a whole row unless its key is there; answers the row when it was new. */
    insertNew: db
      .insert(table)
      .values(values(Object.keys(all)) as T["$inferInsert"])
      .onConflictDoNothing()
      .returning(),
    /** Inserts whole rows (`writeAll`). */
    insertAll: { statement: kit.insertAll(db, table), columns: all },
    /** Inserts whole rows, except those whose key is there (`writeAll`). */
    insertAllNew: {
      statement: kit.insertAll(db, table).onConflictDoNothing(),
      columns: all,
    },
    /** The rows whose columns equal the values. */
    find: remembered(
      (...names: (keyof T["$inferSelect"] & string)[]) =>
        batched(select(names) as unknown as FindStatement<T>, names, (key) => ({
          kind: "find",
          key,
          statement: selectAll(key),
        })),
      byKeys,
    ),
    /** The same, and nobody else changes them before this transaction has ended. */
    hold: remembered(
      (...names: (keyof T["$inferSelect"] & string)[]) =>
        batched(kit.lock(select(names)) as unknown as FindStatement<T>, names, (key) => ({
          kind: "find",
          key,
          // In one order: of two who hold the same rows neither waits for the other.
          statement: kit.lock(selectAll(key).orderBy(all[key]!)),
        })),
      byKeys,
    ),
    /** Sets columns of the rows whose `by` columns equal the values. */
    update: remembered(
      (by: readonly (keyof T["$inferSelect"] & string)[], names: readonly string[]) =>
        batched(
          db
            .update(table)
            .set(values(names) as never)
            .where(matching(table, by)),
          by,
          (key) => ({
            kind: "write",
            columns: {
              ...Object.fromEntries(names.map((name) => [name, all[name]!])),
              [`by_${key}`]: all[key]!,
            },
            statement: kit.updateAll(db, table, key, names),
          }),
        ),
      (by, names) => `${by.join()}:${names.join()}`,
    ),
    /** Deletes the rows whose columns equal the values. */
    remove: remembered(
      (...names: (keyof T["$inferSelect"] & string)[]) =>
        db.delete(table).where(matching(table, names)),
      byKeys,
    ),
  };
}

interface FindStatement<T extends SQLiteTable> {
  prepare(): unknown;
  readonly _: { readonly result: T["$inferSelect"][] };
}

/** `{id: 1}` → `{by_id: 1}`. */
export function by(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`by_${name}`, value]));
}
