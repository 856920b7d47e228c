/**
 * The parameters of a prepared statement and the columns of its answer, as the query builder knows them. It would look up
 * their types at each run, which takes longer than most statements do; the drivers look them up once.
 */
import { Column, is, noopDecoder, Param, Placeholder, SQL } from "drizzle-orm";

export type Values = Record<string, unknown>;

/** The part of a prepared statement that describes its answer. */
export interface Answering {
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
export function binderOf(params: readonly unknown[]): (values: Values) => unknown[] {
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

/** The columns of the rows; null: rows have parts, which are left to the query builder. */
export function columnsOf({ fields, customResultMapper }: Answering): AnswerColumn[] | null {
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
