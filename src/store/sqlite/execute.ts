/**
 * Runs the statements of procedures on better-sqlite3, each prepared once for as long as it is kept. The query builder
 * would find out at each run what each parameter and column is; that takes longer than most statements do, so it is
 * found out once.
 */
import type { Statement as SqliteStatement } from "better-sqlite3";
import { Column, is, Param, Placeholder, SQL } from "drizzle-orm";
import type { Step, Statement } from "../kit/procedure.ts";

type Values = Record<string, unknown>;
type Run = (values: Values) => unknown[];

/** The query builder's prepared statement, as far as it is looked into. */
interface Prepared {
  stmt: SqliteStatement<unknown[], unknown>;
  query: { params: unknown[] };
  /** The columns of the answer; absent: it has none. */
  fields?: { path: string[]; field: unknown }[];
  joinsNotNullableMap?: Record<string, boolean>;
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
  const rowOf = mapperOf(made);
  if (!rowOf) return (values) => made.all(values);
  stmt.raw();
  return (values) => (stmt.all(parametersOf(values)) as unknown[][]).map(rowOf);
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

/** Makes a row out of its columns; null: it has parts, which are left to the query builder. */
function mapperOf({
  fields,
  joinsNotNullableMap,
  customResultMapper,
}: Prepared): ((columns: unknown[]) => Values) | null {
  if (!fields || joinsNotNullableMap || customResultMapper) return null;
  if (fields.some(({ path }) => path.length !== 1)) return null;
  const each = fields.map(({ path: [name], field }) => ({
    name: name!,
    decoder: decoderOf(field),
  }));
  return (columns) => {
    const row: Values = {};
    for (let i = 0; i < each.length; i++) {
      const { name, decoder } = each[i]!;
      const value = columns[i];
      row[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    return row;
  };
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = (is(field, SQL) ? field : (field as SQL.Aliased).sql) as unknown as {
    decoder: Decoder;
  };
  return expression.decoder;
}
