/**
 * The kit of a dialect, from which tables and statements are made. Tables are declared once over a kit
 * (`tables.ts`), and procedures are written once over its tables, without any feature of a single
 * dialect: instants are integers and ids are text, which avoids every difference in dates and serials.
 * The types are those of SQLite, whose kit this is. PostgreSQL's builders have the same methods and return the same rows, but
 * unrelated types; `postgres/kit.ts` casts them once.
 */
import { getTableColumns, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import {
  customType,
  getTableConfig,
  index,
  integer,
  primaryKey,
  sqliteTable,
  type SQLiteColumn,
  type SQLiteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { keyWith } from "./key.ts";
import type { Codec } from "./secrets.ts";
import type { ManyForm } from "./many.ts";
import type { Statement } from "./procedure.ts";

export type Database = BetterSQLite3Database;

export type Kit = typeof sqliteKit;

/** JSON in a text column; null is stored as SQL's null, so that `is null` works. */
const json = <T>() =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => "text",
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (stored) => JSON.parse(stored ?? "null") as T,
  })();

/** 0 or 1; the library's own makes 0 of null. */
const flag = () =>
  customType<{ data: boolean; driverData: number | null }>({
    dataType: () => "integer",
    toDriver: (value: boolean | null) => (value === null ? null : value ? 1 : 0),
    fromDriver: (stored) => stored === 1,
  })();

export const sqliteKit = {
  dialect: "sqlite" as "sqlite" | "postgres",
  table: sqliteTable,
  text: <T extends string = string>() => text().$type<T>(),
  /** Whole numbers up to 2^53: counts, and instants in ms. */
  integer: () => integer({ mode: "number" }),
  flag,
  /** Numbers its rows, in the order in which they are written; no number comes twice, deleted or not. */
  serial: () => integer({ mode: "number" }).primaryKey({ autoIncrement: true }),
  /** The transaction that wrote the row, where several write at once; SQLite has one writer. */
  writtenBy: () => integer({ mode: "number" }).notNull().default(0),
  json,
  /** Stored in the form of the codec, as text unless `type` says otherwise. */
  coded: <T>({ toDriver, fromDriver }: Codec<T>, type: "text" | "bigint" = "text") =>
    customType<{ data: T; driverData: string | null }>({
      dataType: () => type,
      toDriver: (value: T | null) => (value === null ? null : toDriver(value)),
      fromDriver: (stored) => (stored === null ? (null as T) : fromDriver(stored)),
    })(),
  index,
  uniqueIndex,
  primaryKey,
  /** The columns of the primary key, in its order. */
  keyOf: keyWith<SQLiteTable, SQLiteColumn>(getTableConfig),
  sql,
  /**
   * Inserts many rows, in SQLite one by one: a statement is almost free here. `names`: the columns that the rows have;
   * the database makes the others.
   */
  insertAll: (
    db: Database,
    table: SQLiteTable,
    names: readonly string[] = Object.keys(getTableColumns(table)),
  ) => {
    return db
      .insert(table)
      .values(Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never);
  },
  /** `column in (…)`, of a list that is given as JSON. */
  isIn: (column: SQLiteColumn, list: Placeholder): SQL =>
    sql`${column} in (select value from json_each(${list}))`,
  /** Joins a source that names a column of the rows before it, which SQLite cannot. It needs no such source, either. */
  lateral: <Join>(select: { innerJoin: Join }): Join => select.innerJoin,
  /** The elements of a list that is given as JSON, as a table with the column `value`. */
  elements: (list: Placeholder): SQL => sql`json_each(${list})`,
  /**
   * No other transaction holds the row, among those with the ids that stand first in lists that are given as one list, in
   * JSON. Always true: SQLite runs one transaction at a time.
   */
  isFree: (_db: Database, _id: SQLiteColumn, _table: SQLiteTable, _lists: Placeholder): SQL =>
    sql`true`,
  /** A statement with its form for many; here it is not needed. */
  batched: <S>(statement: S, _many: () => ManyForm): S => statement,
  /** Updates many rows by one column, with the parameters of the same update of one. */
  updateAll: (
    _db: Database,
    _table: SQLiteTable,
    _by: string,
    _names: readonly string[],
  ): Statement => {
    throw new Error("SQLite updates one by one");
  },
  /** A statement that no builder has, as text. */
  command: (_db: Database, _text: string): Statement => {
    throw new Error("SQLite needs none");
  },
  /** No row with a lower number of its transaction can appear any more. */
  settled: (_writtenBy: SQLiteColumn): SQL => sql`true`,
  /** No lock is needed: SQLite has one writer. */
  lock: <S>(select: S, _of?: SQLiteTable, _skip?: "skip locked"): S => select,
};
