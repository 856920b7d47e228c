/**
 * Runs the statements of procedures on better-sqlite3, each prepared once for as long as it is kept. The query builder
 * would find out at each run what each parameter and column is; that takes longer than most statements do, so it is
 * found out once.
 */
import type { Statement as SqliteStatement } from "better-sqlite3";
import { Column, is, noopDecoder, Param, Placeholder, SQL } from "drizzle-orm";
import type { Step, Statement } from "../kit/procedure.ts";

type Values = Record<string, unknown>;
type Run = (values: Values) => unknown[];

/** The query builder's prepared statement, as far as it is looked into. */
interface Prepared {
  stmt: SqliteStatement<unknown[], unknown>;
  query: { params: unknown[] };
  /** The columns of the answer; absent: it has none. */
  fields?: { path: string[]; field: unknown }[];
  customResultMapper?: unknown;
  all(values: Values): unknown[];
}

/** An executor for one connection. */
export function makeExecute(): (step: Step) => unknown[] {
  const prepared = new WeakMap<Statement, Run>();
  return ({ statement, params, each }) => {
    let run = prepared.get(statement);
    if (!run) prepared.set(statement, (run = runOf(statement.prepare() as Prepared)));
    if (!each) return run(params);
    for (const row of each.rows) run(row);
    return [];
  };
}

function runOf(made: Prepared): Run {
  const { stmt, query } = made;
  const parametersOf = binderOf(query.params);
  if (!stmt.reader)
    return (values) => {
      stmt.run(parametersOf(values));
      return [];
    };
  const columns = columnsOf(made);
  if (!columns) return (values) => made.all(values);
  const decoded = columns.filter(({ decode }) => decode !== null);
  const names = stmt.columns().map(({ name }) => name);
  if (columns.every(({ name }, i) => name === names[i]))
    return (values) => {
      const rows = stmt.all(parametersOf(values)) as Values[];
      if (decoded.length > 0) for (const row of rows) decodeIn(row, decoded);
      return rows;
    };
  stmt.raw();
  return (values) =>
    (stmt.all(parametersOf(values)) as unknown[][]).map((stored) => {
      const row = Object.fromEntries(columns.map(({ name }, i) => [name, stored[i]]));
      decodeIn(row, decoded);
      return row;
    });
}

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

/** A column of an answer; `decode`: its value out of the stored one, null when they are the same. */
interface Decoded {
  name: string;
  decode: ((stored: unknown) => unknown) | null;
}

/** The columns of the rows; null: rows have parts, which are left to the query builder. */
function columnsOf({ fields, customResultMapper }: Prepared): Decoded[] | null {
  if (!fields || customResultMapper) return null;
  if (fields.some(({ path }) => path.length !== 1)) return null;
  return fields.map(({ path: [name], field }) => ({ name: name!, decode: decodeOf(field) }));
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

function decodeOf(field: unknown): Decoded["decode"] {
  const decoder = decoderOf(field);
  const asStored =
    decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return asStored ? null : (stored) => decoder.mapFromDriverValue(stored);
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = (is(field, SQL) ? field : (field as SQL.Aliased).sql) as unknown as {
    decoder: Decoder;
  };
  return expression.decoder;
}

/** Decodes a row in place: the library makes rows of one shape, far faster than they can be copied. */
function decodeIn(row: Values, columns: readonly Decoded[]): void {
  for (const { name, decode } of columns) {
    const stored = row[name];
    if (stored !== null) row[name] = decode!(stored);
  }
}
