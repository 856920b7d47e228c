/**
 * Runs statements that the query builder has prepared. At each run it would look up the type of each parameter and
 * column, which takes longer than all else that is done with them here, so it is looked up once.
 */
import { Column, is, noopDecoder, Param, Placeholder, SQL } from "drizzle-orm";
import { PgBigInt53 } from "drizzle-orm/pg-core";
import type { Statement } from "../kit/procedure.ts";

/** Sends one statement; answers its rows as arrays of columns. */
export type Send = (text: string, params: unknown[]) => Promise<unknown[][]>;

type Values = Record<string, unknown>;
type Decode = (sent: unknown) => unknown;

/** The query builder's prepared statement, as far as it is looked into. */
interface Prepared {
  /** Absent: it is a command as text. */
  queryString?: string;
  params: unknown[];
  /** The columns of the answer; absent: it has none. */
  fields?: { path: string[]; field: unknown }[];
  customResultMapper?: unknown;
  execute(values: Values): Promise<unknown[]>;
}

/** A function that runs the statement; it has been sent when the function returns. */
export function prepare(statement: Statement, send: Send): (values: Values) => Promise<unknown[]> {
  const prepared = statement.prepare() as Prepared;
  const { queryString: text, params, fields } = prepared;
  if (text === undefined) return (values) => prepared.execute(values);
  const parametersOf = binderOf(params);
  if (!fields) return (values) => send(text, parametersOf(values));
  const rowOf = mapperOf(prepared);
  if (!rowOf) return (values) => prepared.execute(values);
  return (values) => send(text, parametersOf(values)).then((rows) => rows.map(rowOf));
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
function mapperOf({ fields, customResultMapper }: Prepared): ((sent: unknown[]) => Values) | null {
  if (!fields || customResultMapper) return null;
  if (fields.some(({ path }) => path.length !== 1)) return null;
  const names = fields.map(({ path }) => path[0]!);
  const decodes = fields.map(({ field }) => decodeOf(field));
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

interface Decoder {
  mapFromDriverValue(sent: unknown): unknown;
}

/** Columns that need no decoding have the method of all columns. */
const methodOf = (decoder: unknown): unknown =>
  (decoder as Record<"mapFromDriverValue", unknown>).mapFromDriverValue;

/** Makes the value of a column out of the one that was sent; null: they are the same. */
function decodeOf(field: unknown): Decode | null {
  const decoder = decoderOf(field);
  if (is(decoder, PgBigInt53)) return Number;
  const isSent =
    decoder === (noopDecoder as Decoder) || methodOf(decoder) === methodOf(Column.prototype);
  return isSent ? null : (sent) => decoder.mapFromDriverValue(sent);
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = (is(field, SQL) ? field : (field as SQL.Aliased).sql) as unknown as {
    decoder: Decoder;
  };
  return expression.decoder;
}
