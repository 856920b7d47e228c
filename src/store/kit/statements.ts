/**
 * The statements that every table has: find rows by columns, insert one, update and remove by columns.
 *
 * The names of the columns and their values are one object, typed by the table: a misspelt column does not
 * compile. Statements are built once per shape and kept, because building one costs ten times what running
 * it does. Placeholders carry the names of the columns, in the `where` of an update prefixed with `by_`.
 */
import type { Fields } from "../../resource/references.ts";
import { and, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Kit, Database } from "./kit.ts";
import type { ManyForm } from "./many.ts";
import type { Procedure, Statement, BoundStatement } from "./procedure.ts";

/** The procedures of a table with rows of the type `Row`. `New`: a row to insert, without columns that it starts with. */
export interface TableProcedures<Row, New = Row> {
  /** The rows whose columns equal the values. */
  find(where: Partial<Row>): Procedure<Row[]>;
  /** The first of them. */
  first(where: Partial<Row>): Procedure<Row | undefined>;
  /** The same, and no other transaction changes the rows before this one has ended. */
  hold(where: Partial<Row>): Procedure<Row | undefined>;
  /** Inserts a row, and answers the whole of it. */
  insert(row: New): Procedure<Row>;
  /** Inserts a row unless its key is there; answers the row when it was new. */
  insertNew(row: New): Procedure<Row | undefined>;
  /** Inserts rows. */
  insertAll(rows: readonly New[]): Procedure<void>;
  /** Inserts rows, except those whose key is there. */
  insertAllNew(rows: readonly New[]): Procedure<void>;
  /** Sets columns of the rows whose columns equal the values. */
  update(where: Partial<Row>, set: Partial<Row>): Procedure<void>;
  /** Deletes the rows whose columns equal the values. */
  remove(where: Partial<Row>): Procedure<void>;
}

/** One result for each key, made when it is first asked for. */
function kept<R>(make: (...names: string[][]) => R): (...names: string[][]) => R {
  const cache = new Map<string, R>();
  return (...names) => {
    const key = names.join(":");
    let result = cache.get(key);
    if (result === undefined) cache.set(key, (result = make(...names)));
    return result;
  };
}

/** The procedures of one table. `starts`: the values of columns that a new row is not given. */
export function proceduresOf<T extends SQLiteTable>(
  kit: Kit,
  db: Database,
  table: T,
  starts: Fields = {},
): TableProcedures<T["$inferSelect"]> {
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const plain: SQLiteTable = table;
  const values = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));

  /** `column = :column` for each of the names. */
  const matching = (names: readonly string[], prefix = ""): SQL => {
    const condition = and(
      ...names.map((name) => eq(all[name]!, sql.placeholder(`${prefix}${name}`))),
    );
    if (!condition) throw new Error("no column says which rows are meant");
    return condition;
  };

  /** For many at once by one column; statements by more columns are for rare things. */
  const batched = <S extends object>(
    statement: S,
    names: readonly string[],
    many: (name: string) => ManyForm,
  ): S => (names.length === 1 ? kit.batched(statement, () => many(names[0]!)) : statement);
  const selectBy = (names: readonly string[]) => db.select().from(plain).where(matching(names));
  const selectAll = (name: string) =>
    db
      .select()
      .from(plain)
      .where(kit.isIn(all[name]!, sql.placeholder("list")));

  const select = kept((names = []) =>
    batched(selectBy(names), names, (key) => ({ kind: "find", key, statement: selectAll(key) })),
  );
  const lock = kept((names = []) =>
    batched(kit.lock(selectBy(names)), names, (key) => ({
      kind: "find",
      key,
      // Always in one order, so that two transactions that lock the same rows cannot deadlock.
      statement: kit.lock(selectAll(key).orderBy(all[key]!)),
    })),
  );
  const update = kept((by = [], names = []) =>
    batched(db.update(plain).set(values(names)).where(matching(by, "by_")), by, (key) => ({
      kind: "write",
      columns: {
        ...Object.fromEntries(names.map((name) => [name, all[name]!])),
        [`by_${key}`]: all[key]!,
      },
      statement: kit.updateAll(db, table, key, names),
    })),
  );
  const remove = kept((names = []) =>
    batched(db.delete(plain).where(matching(names)), names, (key) => ({
      kind: "find",
      key,
      statement: db.delete(plain).where(kit.isIn(all[key]!, sql.placeholder("list"))),
    })),
  );
  const whole = values(Object.keys(all));
  const insert = kept(() =>
    kit.batched(db.insert(plain).values(whole), () => ({
      kind: "write",
      columns: all,
      statement: kit.insertAll(db, table),
    })),
  );
  const insertNew = kept(() => db.insert(plain).values(whole).onConflictDoNothing().returning());
  const insertAll = kept(() => kit.insertAll(db, table));
  const insertAllNew = kept(() => kit.insertAll(db, table).onConflictDoNothing());

  function* answer(statement: Statement, params: Fields): Procedure<T["$inferSelect"][]> {
    return (yield { statement, params }) as T["$inferSelect"][];
  }
  function* write(step: Omit<BoundStatement, "unread">): Procedure<void> {
    yield { ...step, unread: true };
  }
  function* writeEach(statement: Statement, rows: readonly Fields[]): Procedure<void> {
    if (rows.length === 0) return;
    const each = { rows: rows.map((row) => ({ ...starts, ...row })), columns: all };
    yield* write({ statement, params: {}, each });
  }

  return {
    find: (where) => answer(select(Object.keys(where)), where),
    *first(where) {
      return (yield* answer(select(Object.keys(where)), where))[0];
    },
    *hold(where) {
      return (yield* answer(lock(Object.keys(where)), where))[0];
    },
    *insert(row) {
      yield* write({ statement: insert(), params: { ...starts, ...row } });
      // Another object: a driver may send the first one later.
      return { ...starts, ...row };
    },
    *insertNew(row) {
      return (yield* answer(insertNew(), { ...starts, ...row }))[0];
    },
    insertAll: (rows) => writeEach(insertAll(), rows),
    insertAllNew: (rows) => writeEach(insertAllNew(), rows),
    update: (where, set) =>
      write({
        statement: update(Object.keys(where), Object.keys(set)),
        params: { ...set, ...prefixed(where) },
      }),
    remove: (where) => write({ statement: remove(Object.keys(where)), params: where }),
  };
}

/** `{id: 1}` → `{by_id: 1}`. */
function prefixed(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`by_${name}`, value]));
}
