/** The columns of a resource, made from the description of its fields. */
import type { NotNull } from "drizzle-orm";
import { holdsSecret, type Field, type FieldTable, type ValueOf } from "../../resource/field.ts";
import type { Secrets } from "./secrets.ts";
import type { Kit } from "./kit.ts";

/** A column that holds a value of this type; how it is stored follows from the schema of the field. */
type Column<T> = ReturnType<typeof jsonOf<T>>;
const jsonOf = <T>(kit: Kit) => kit.json<T>();

type Columns<F extends FieldTable> = {
  -readonly [N in keyof F]: F[N]["presence"] extends "optional"
    ? Column<ValueOf<F[N]>>
    : NotNull<Column<ValueOf<F[N]>>>;
};

/**
 * A column per field of the table: text, integers and flags as such, lists and objects as JSON. Fields with a
 * secret and fields that are capabilities are sealed as a whole.
 */
export function columnsOf<F extends FieldTable>(
  kit: Kit,
  secrets: Secrets,
  table: string,
  fields: F,
): Columns<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      holdsSecret(field) ? sealed(kit, secrets, `${table}.${name}`, field) : columnOf(kit, field),
    ]),
  ) as Columns<F>;
}

/** A default is not secret: it stands there as it is until the next start. */
function sealed(kit: Kit, secrets: Secrets, column: string, { schema, presence }: Field): Builder {
  const { type, default: value } = schema as { type?: string; default?: unknown };
  const isText = type !== "object" && type !== "array";
  const builder = isText ? kit.coded(secrets.text(column)) : kit.coded(secrets.json(column));
  const text = isText ? String(value) : JSON.stringify(value);
  return presented(builder, presence, kit.sql.raw(`'${text}'`));
}

function columnOf(kit: Kit, { schema, presence }: Field) {
  const { type, default: value } = schema as { type?: string; default?: unknown };
  switch (type) {
    case "integer":
      return presented(kit.integer(), presence, value as number);
    case "boolean":
      return presented(kit.flag(), presence, value as boolean);
    case "array":
    case "object":
      // As SQL, because a default of a JSON column is written as it is stored.
      return presented(kit.json(), presence, kit.sql.raw(`'${JSON.stringify(value)}'`));
    default:
      return presented(kit.text(), presence, value as string);
  }
}

interface Builder {
  notNull(): Builder;
  default(value: unknown): Builder;
}

function presented(column: unknown, presence: Field["presence"], value: unknown): Builder {
  const builder = column as Builder;
  if (presence === "optional") return builder;
  return presence === "required" ? builder.notNull() : builder.notNull().default(value);
}
