/** The kit of PostgreSQL (`kit/kit.ts`). */
import {
  getTableColumns,
  getTableName,
  inArray,
  sql,
  type Placeholder,
  type SQL,
  type SQLChunk,
} from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  getTableConfig,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type PgColumn,
  type PgDatabase,
  type PgTable,
} from "drizzle-orm/pg-core";
import { keyWith } from "../kit/key.ts";
import type { Kit } from "../kit/kit.ts";
import type { Codec } from "../kit/secrets.ts";
import type { ManyForm } from "../kit/many.ts";

/** JSON as text, as in SQLite: no query looks inside. */
const json = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => "text",
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  fromDriver: (stored) => JSON.parse(stored ?? "null") as unknown,
});

interface Lockable {
  for(strength: "update", config: { of?: PgTable | undefined; skipLocked?: true }): unknown;
}

/** Forms for many, by the statement for one; each is built when it is first needed. */
const forms = new WeakMap<object, () => ManyForm>();
const built = new WeakMap<object, ManyForm>();

/** How this statement is asked for many at once; undefined: it is not. */
export function manyFormOf(statement: object): ManyForm | undefined {
  const make = forms.get(statement);
  if (!make) return undefined;
  let form = built.get(statement);
  if (!form) built.set(statement, (form = make()));
  return form;
}

/** A serial number is stored as a whole number. */
const typeOf = (column: PgColumn) => column.getSQLType().replace("serial", "int");

/** The value that the database makes of a column that is not given. */
const madeBy = (table: PgTable, { name, default: made }: PgColumn): SQL =>
  (made as SQL | undefined) ??
  sql`nextval(pg_get_serial_sequence(${sql.raw(`'${getTableName(table)}', '${name}'`)}))`;

const kit = {
  dialect: "postgres",
  table: pgTable,
  text: () => text(),
  integer: () => bigint({ mode: "number" }),
  flag: () => boolean(),
  serial: () => bigserial({ mode: "number" }).primaryKey(),
  writtenBy: () =>
    bigint({ mode: "number" })
      .notNull()
      .default(sql`(pg_current_xact_id()::text)::bigint`),
  json: () => json(),
  coded: ({ toDriver, fromDriver }: Codec<unknown>, type: "text" | "bigint" = "text") =>
    customType<{ data: unknown; driverData: string | null }>({
      dataType: () => type,
      toDriver: (value) => (value === null ? null : toDriver(value)),
      fromDriver: (stored) => (stored === null ? null : fromDriver(stored)),
    })(),
  index,
  uniqueIndex,
  primaryKey,
  keyOf: keyWith<PgTable, PgColumn>(getTableConfig),
  sql,
  /** Many rows in one statement, which takes them as a JSON list under the name `rows`. */
  insertAll: (db: PgDatabase<never>, table: PgTable, given?: readonly string[]) => {
    const all = Object.entries(getTableColumns(table));
    const columns = all.flatMap(([name, column]) =>
      (given?.includes(name) ?? true) ? column : [],
    );
    const list = (items: SQLChunk[]) => sql.join(items, sql`, `);
    // The builder names all columns.
    const names = list(
      all.map(([, column]) =>
        columns.includes(column) ? sql.identifier(column.name) : madeBy(table, column),
      ),
    );
    const typed = list(
      columns.map((column) => sql`${sql.identifier(column.name)} ${sql.raw(typeOf(column))}`),
    );
    return db
      .insert(table)
      .select(
        sql`select ${names} from jsonb_to_recordset(cast(${sql.placeholder("rows")} as jsonb)) as given(${typed})`,
      );
  },
  batched: <S extends object>(statement: S, many: () => ManyForm): S => {
    forms.set(statement, many);
    return statement;
  },
  updateAll: (db: PgDatabase<never>, table: PgTable, by: string, names: readonly string[]) => {
    const columns: Record<string, PgColumn> = getTableColumns(table);
    const typed = [by, ...names].map((name, i) => {
      const as = sql.identifier(i === 0 ? `by_${name}` : name);
      return sql`${as} ${sql.raw(columns[name]!.getSQLType())}`;
    });
    const set = Object.fromEntries(names.map((name) => [name, sql`given.${sql.identifier(name)}`]));
    const list = db
      .$with("given", {})
      .as(
        sql`select * from jsonb_to_recordset(cast(${sql.placeholder("rows")} as jsonb)) as rows(${sql.join(typed, sql`, `)})`,
      );
    return db
      .with(list)
      .update(table)
      .set(set as never)
      .from(sql`given`)
      .where(
        // The list says it once more: of a join alone the planner reads a table of some thousand rows whole.
        sql`${columns[by]!} = given.${sql.identifier(`by_${by}`)} and ${columns[by]!} = any(array(select ${sql.identifier(`by_${by}`)} from given))`,
      );
  },
  isIn: (column: PgColumn, list: Placeholder) =>
    sql`${column} = any(array(select jsonb_array_elements_text(cast(${list} as jsonb))))`,
  lateral: ({ innerJoinLateral }: { innerJoinLateral: unknown }) => innerJoinLateral,
  elements: (list: Placeholder) => sql`jsonb_array_elements(cast(${list} as jsonb))`,
  // Their order does not matter: no one waits for a row.
  isFree: (db: PgDatabase<never>, id: PgColumn, table: PgTable, lists: Placeholder) =>
    inArray(
      id,
      db
        .select({ id })
        .from(table)
        .where(sql`${id} = any(array(select jsonb_array_elements(cast(${lists} as jsonb)) ->> 0))`)
        .for("update", { skipLocked: true }),
    ),
  command: (db: PgDatabase<never>, text: string) => ({ prepare: () => db.execute(sql.raw(text)) }),
  // Every transaction below the oldest that is still under way has ended, and later ones get higher numbers.
  settled: (writtenBy: PgColumn) =>
    sql`${writtenBy} < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint`,
  /** Locks the rows until the transaction ends; `skip locked` leaves out rows locked by others. */
  lock: (select: Lockable, of?: PgTable, skip?: "skip locked") =>
    select.for("update", {
      ...(of ? { of } : {}),
      ...(skip ? { skipLocked: true as const } : {}),
    }),
};

export const postgresKit = kit as unknown as Kit;
