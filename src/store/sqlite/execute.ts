/** Runs the statements of procedures on better-sqlite3, each prepared once for as long as it is kept. */
import {
  decodeOf,
  preparedForSqlite,
  type Decode,
  type Query,
  type Values,
} from "../kit/prepared.ts";
import type { BoundStatement, Statement } from "../kit/procedure.ts";

type Run = (values: Values) => unknown[];

/** An executor for one connection. */
export function makeExecute(): (step: BoundStatement) => unknown[] {
  const prepared = new WeakMap<Statement, Run>();
  return ({ statement, params, each }) => {
    let run = prepared.get(statement);
    if (!run) prepared.set(statement, (run = runOf(statement)));
    if (!each) return run(params);
    for (const row of each.rows) run(row);
    return [];
  };
}

function runOf(statement: Statement): Run {
  const { stmt, parametersOf, columns, all } = preparedForSqlite(statement, plannedOnce);
  if (!stmt.reader)
    return (values) => {
      stmt.run(parametersOf(values));
      return [];
    };
  if (!columns) return all;
  const decoded = columns.flatMap((column): Decoded[] => {
    const decode = decodeOf(column);
    return decode ? [{ name: column.name, decode }] : [];
  });
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

/** A column whose values are stored as something else. */
interface Decoded {
  name: string;
  decode: Decode;
}

/** Decodes a row in place: the library makes rows of one shape, far faster than they can be copied. */
function decodeIn(row: Values, columns: readonly Decoded[]): void {
  for (const { name, decode } of columns) {
    const stored = row[name];
    if (stored !== null) row[name] = decode(stored);
  }
}

/**
 * A query with its constants as text, and a plus before its parameters, which has no effect but that SQLite takes them for
 * expressions. It reads the values of bare parameters that are compared with columns, and plans the statement anew
 * before each run, because better-sqlite3 takes all values back after one. That takes longer than most runs.
 */
export function plannedOnce({ sql, params }: Query): Query {
  const [first = "", ...rest] = sql.split("?");
  // A question mark in a text of the statement: which of them are parameters is not known.
  if (rest.length !== params.length) return { sql, params };
  const left: unknown[] = [];
  let text = first;
  rest.forEach((next, i) => {
    const constant = constantText(params[i]);
    if (constant === null) left.push(params[i]);
    text += (constant ?? "+?") + next;
  });
  return { sql: text, params: left };
}

/** A constant as SQL; null: it is a placeholder, or of a type that has no plain text. */
function constantText(param: unknown): string | null {
  if (typeof param === "string") return `'${param.replaceAll("'", "''")}'`;
  return Number.isSafeInteger(param) ? String(param) : null;
}
