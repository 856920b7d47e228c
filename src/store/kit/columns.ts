/** The table of a row in one of the databases, made from the description of its columns. */
import type { BuildColumns, NotNull } from "drizzle-orm";
import type { SQLiteTableExtraConfigValue, SQLiteTableWithColumns } from "drizzle-orm/sqlite-core";
import { columnFacts, type Columns, type Row } from "../../core/model/column.ts";
import type { Secrets } from "./secrets.ts";
import type { Kit } from "./kit.ts";

/** A column that holds a value of this type; how it is stored follows from its description. */
type Builder<T> = ReturnType<typeof jsonOf<T>>;
const jsonOf = <T>(kit: Kit) => kit.json<T>();

type Builders<C extends Columns> = {
  [N in keyof C]: null extends Row<C>[N]
    ? Builder<NonNullable<Row<C>[N]>>
    : NotNull<Builder<Row<C>[N]>>;
};

/** The table of this name with rows of these columns. */
export type TableOf<Name extends string, C extends Columns> = SQLiteTableWithColumns<{
  name: Name;
  schema: undefined;
  columns: BuildColumns<Name, Builders<C>, "sqlite">;
  dialect: "sqlite";
}>;

/** Indexes and the like. */
export type Extras = SQLiteTableExtraConfigValue[];

/**
 * Makes a table. A key of several columns has them in their order. Sealed columns are encrypted as a whole. `extras`:
 * its indexes.
 */
export function tableOf<Name extends string, C extends Columns>(
  kit: Kit,
  secrets: Secrets,
  name: Name,
  columns: C,
  extras: (t: TableOf<Name, C>) => Extras = () => [],
): TableOf<Name, C> {
  const all = Object.entries(columns).map(([column, described]) => ({
    column,
    ...columnFacts(described),
  }));
  const keys = all.filter(({ isKey }) => isKey).map(({ column }) => column);
  const built = all.map(({ column, stored, isNull, isSealed, start, isDefault }) => {
    const sealed = isSealed ? `${name}.${column}` : undefined;
    let builder = builderOf(kit, secrets, stored, sealed);
    if (stored === "serial" || stored === "transaction") return [column, builder];
    if (!isNull) builder = builder.notNull();
    // A default is not secret: it stands there as it is until the next start.
    if (isDefault)
      builder = builder.default(stored === "json" || isSealed ? raw(kit, start) : start);
    return [column, keys.length === 1 && keys[0] === column ? builder.primaryKey() : builder];
  });
  const builders = Object.fromEntries(built) as Builders<C>;
  const table: TableOf<string, never> = kit.table(name, builders as never, (t) => {
    const key = keys.map((column) => (t as Record<string, never>)[column]!);
    const indexes = extras(t as unknown as TableOf<Name, C>);
    return key.length > 1 ? [kit.primaryKey({ columns: key as [never] }), ...indexes] : indexes;
  });
  return table as unknown as TableOf<Name, C>;
}

interface AnyBuilder {
  notNull(): AnyBuilder;
  default(value: unknown): AnyBuilder;
  primaryKey(): AnyBuilder;
}

/** `sealed`: the name that a value is bound to. */
function builderOf(
  kit: Kit,
  secrets: Secrets,
  stored: ReturnType<typeof columnFacts>["stored"],
  sealed: string | undefined,
): AnyBuilder {
  const builder = {
    text: () => (sealed ? kit.coded(secrets.text(sealed)) : kit.text()),
    integer: kit.integer,
    flag: kit.flag,
    json: () => (sealed ? kit.coded(secrets.json(sealed)) : kit.json()),
    serial: kit.serial,
    transaction: kit.writtenBy,
  }[stored]();
  return builder as unknown as AnyBuilder;
}

/** A default as the database has it. */
const raw = (kit: Kit, value: unknown) =>
  kit.sql.raw(`'${typeof value === "string" ? value : JSON.stringify(value)}'`);
