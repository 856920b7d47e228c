/**
 * The parameters of a prepared statement and the columns of its answer, as the query builder knows them. It would look up
 * their types at each run, which takes longer than most statements do; the drivers look them up once.
 *
 * The builder promises none of this to others. Only this file names its private parts, so a new version of it is checked
 * here.
 */
import type { Statement as SqliteStatement } from "better-sqlite3";
import { Column, is, noopDecoder, Param, Placeholder, SQL } from "drizzle-orm";
import type { Statement } from "./procedure.ts";

export type Values = Record<string, unknown>;

/** The part of a prepared statement that describes its answer. */
interface Answering {
  /** The columns of the answer; absent: it has none. */
  fields?: { path: string[]; field: unknown }[];
  customResultMapper?: unknown;
}

/** A column of an answer, or an expression. */
export interface AnswerColumn {
  name: string;
  decoder: Decoder;
}

interface Decoder {
  mapFromDriverValue(stored: unknown): unknown;
}

export type Decode = (stored: unknown) => unknown;

/** Makes the list of parameters out of the values of the placeholders. */
function binderOf(params: readonly unknown[]): (values: Values) => unknown[] {
  const each = params.map((param): ((values: Values) => unknown) => {
    if (is(param, Placeholder)) return (values) => valueOf(values, param.name);
    if (is(param, Param) && is(param.value, Placeholder)) {
      const { encoder, value } = param;
      const { name } = value;
      return (values) => encoder.mapToDriverValue(valueOf(values, name));
    }
    return () => param;
  });
  return (values) => each.map((one) => one(values));
}

function valueOf(values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined && !(name in values))
    throw new Error(`No value for placeholder "${name}" was provided`);
  return value;
}

/** A query as text; `params`: placeholders, and values that are the same at each run. */
export interface Query {
  sql: string;
  params: unknown[];
}

/** A statement that was prepared for a connection of SQLite. */
interface OfSqlite extends Answering {
  stmt: SqliteStatement<unknown[], unknown>;
  query: Query;
  all(values: Values): unknown[];
}

/** A statement that was prepared for a connection of PostgreSQL; without `queryString` it is a command as text. */
interface OfPostgres extends Answering {
  queryString?: string;
  params?: unknown[];
  execute(values: Values): Promise<unknown[]>;
}

/**
 * The parts of a statement for SQLite, whose query is the one that `plan` makes of it, also where the builder runs it
 * (`all`). `columns` null: its rows are left to the builder.
 */
export function preparedForSqlite(statement: Statement, plan: (query: Query) => Query) {
  const prepared = statement.prepare() as OfSqlite;
  const query = plan(prepared.query);
  if (query.sql !== prepared.query.sql)
    Object.assign(prepared, { query, stmt: prepared.stmt.database.prepare(query.sql) });
  return {
    stmt: prepared.stmt,
    parametersOf: binderOf(query.params),
    columns: columnsOf(prepared),
    all: (values: Values) => prepared.all(values),
  };
}

/**
 * The parts of a statement for PostgreSQL. `text` undefined: a command. `columns` null: its rows are left to the builder
 * (`execute`); undefined: it has none.
 */
export function preparedForPostgres(statement: Statement) {
  const prepared = statement.prepare() as OfPostgres;
  const { queryString: text, params, fields } = prepared;
  return {
    text,
    parametersOf: binderOf(params ?? []),
    columns: fields && columnsOf(prepared),
    execute: (values: Values) => prepared.execute(values),
  };
}

/** The columns of the rows; null: rows have parts, which are left to the query builder. */
function columnsOf({ fields, customResultMapper }: Answering): AnswerColumn[] | null {
  if (!fields || customResultMapper) return null;
  if (fields.some(({ path }) => path.length !== 1)) return null;
  return fields.map(({ path: [name], field }) => ({ name: name!, decoder: decoderOf(field) }));
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = (is(field, SQL) ? field : (field as SQL.Aliased).sql) as unknown as {
    decoder: Decoder;
  };
  return expression.decoder;
}

/** Columns that need no coding have the methods of all columns. */
const methodOf = (
  column: unknown,
  name: "mapFromDriverValue" | "mapToDriverValue" = "mapFromDriverValue",
): unknown => (column as Record<typeof name, unknown>)[name];

/** True when the values of a column are stored as they are. */
export const isStoredAsIs = (column: unknown): boolean =>
  methodOf(column, "mapToDriverValue") === methodOf(Column.prototype, "mapToDriverValue");

/** Makes the value of a column out of the stored one; null: they are the same. */
export function decodeOf({ decoder }: AnswerColumn): Decode | null {
  const asStored =
    decoder === (noopDecoder as Decoder) || methodOf(decoder) === methodOf(Column.prototype);
  return asStored ? null : (stored) => decoder.mapFromDriverValue(stored);
}
