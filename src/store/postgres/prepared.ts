/** Runs statements that the query builder has prepared, on a connection of PostgreSQL. */
import { is } from "drizzle-orm";
import { PgBigInt53 } from "drizzle-orm/pg-core";
import {
  decodeOf,
  preparedForPostgres,
  type AnswerColumn,
  type Decode,
  type Values,
} from "../kit/prepared.ts";
import type { Statement } from "../kit/procedure.ts";

/** Sends one statement; answers its rows as arrays of columns. */
export type Send = (text: string, params: unknown[]) => Promise<unknown[][]>;

/** A function that runs the statement; it has been sent when the function returns. */
export function prepare(statement: Statement, send: Send): (values: Values) => Promise<unknown[]> {
  const { text, parametersOf, columns, execute } = preparedForPostgres(statement);
  if (text === undefined || columns === null) return execute;
  if (!columns) return (values) => send(text, parametersOf(values));
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
