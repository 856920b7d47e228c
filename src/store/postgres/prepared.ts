/** Runs statements that the query builder has prepared, on a connection of PostgreSQL. */
import { is } from "drizzle-orm";
import { PgBigInt53 } from "drizzle-orm/pg-core";
import {
  binderOf,
  columnsOf,
  decodeOf,
  type AnswerColumn,
  type Answering,
  type Decode,
  type Values,
} from "../kit/prepared.ts";
import type { Statement } from "../kit/procedure.ts";

/** Sends one statement; answers its rows as arrays of columns. */
export type Send = (text: string, params: unknown[]) => Promise<unknown[][]>;

/** The query builder's prepared statement, as far as it is looked into. */
interface Prepared extends Answering {
  /** Absent: it is a command as text. */
  queryString?: string;
  params: unknown[];
  execute(values: Values): Promise<unknown[]>;
}

/** A function that runs the statement; it has been sent when the function returns. */
export function prepare(statement: Statement, send: Send): (values: Values) => Promise<unknown[]> {
  const prepared = statement.prepare() as Prepared;
  const { queryString: text, params, fields } = prepared;
  if (text === undefined) return (values) => prepared.execute(values);
  const parametersOf = binderOf(params);
  if (!fields) return (values) => send(text, parametersOf(values));
  const columns = columnsOf(prepared);
  if (!columns) return (values) => prepared.execute(values);
  const rowOf = mapperOf(columns);
  return (values) => send(text, parametersOf(values)).then((rows) => rows.map(rowOf));
}

/** Makes a row out of its columns. */
function mapperOf(columns: AnswerColumn[]): (sent: unknown[]) => Values {
  const names = columns.map(({ name }) => name);
  const decodes = columns.map(decodeSent);
  // A copy of a row has its form already; one that grows by each of its columns takes twice as long.
  const empty: Values = Object.fromEntries(names.map((name) => [name, null]));
  return (sent) => {
    const row = { ...empty };
    for (let i = 0; i < names.length; i++) {
      const value = sent[i];
      const decode = decodes[i];
      row[names[i]!] = value === null || !decode ? value : decode(value);
    }
    return row;
  };
}

/** Whole numbers of 64 bits come as text. */
const decodeSent = (column: AnswerColumn): Decode | null =>
  is(column.decoder, PgBigInt53) ? Number : decodeOf(column);
