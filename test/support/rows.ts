/** Rows of every table, made from its columns alone, and all rows of a database as either database has them. */
import { getTableColumns } from "drizzle-orm";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { plainTables } from "../../src/store/copy/plain-tables.ts";
import { sqliteKit } from "../../src/store/kit/kit.ts";
import type { Tables } from "../../src/store/kit/tables.ts";

const tables: Tables = plainTables(sqliteKit);
export const tableNames = Object.keys(tables) as (keyof Tables)[];

type Row = Record<string, unknown>;
/** Rows as text, in an order of their own, by table. */
type AllRows = Record<string, string[]>;

/** JSON, and text that a database must not change. */
const awkward = (name: string) => `${JSON.stringify(`${name} ü 🦊 'a' "b" \\c \t \0`)}\t\r\n`;

/** The row with this number; no other one of the table has a value in common that a key may be made of. */
export function someRow(table: keyof Tables, number: number): Row {
  return Object.fromEntries(
    Object.entries(getTableColumns(tables[table])).map(([name, column]) => {
      if (!column.notNull && !column.primary && number % 3 === 0) return [name, null];
      switch (column.getSQLType()) {
        case "text":
          return [name, awkward(`${name} ${number}`)];
        // The number of a transaction.
        case "bigint":
          return [name, 0];
        default:
          return [
            name,
            column.columnType === "SQLiteInteger" ? 2 ** 40 + number : number % 2 === 0,
          ];
      }
    }),
  );
}

/** All rows of a file, of the tables that it has. */
export function rowsOfFile(path: string): AllRows {
  const sqlite = new Sqlite(path, { readonly: true });
  try {
    const names = sqlite
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all() as string[];
    return ours(
      names.map((name) => [name, sqlite.prepare<[], Row>(`select * from "${name}"`).all()]),
    );
  } finally {
    sqlite.close();
  }
}

/** All rows of a database on a server, of the tables that it has. */
export async function rowsOfServer(url: string): Promise<AllRows> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: names } = await client.query<{ name: string }>(
      // Rows of a partition are those of its table.
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
    );
    const all: [string, Row[]][] = [];
    for (const { name } of names)
      all.push([name, (await client.query<Row>(`select * from "${name}"`)).rows]);
    return ours(all);
  } finally {
    await client.end();
  }
}

/** But for what each database has for itself. */
function ours(all: [name: string, rows: Row[]][]): AllRows {
  return Object.fromEntries(
    all
      .filter(([name]) => name !== "migrations")
      .map(([name, rows]) => [name, rows.map(asText).toSorted()] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The columns by their names; flags are numbers and numbers are text, and there is no number of a transaction. */
const asText = (row: Row) =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name]) => name !== "tx")
      .map(([name, value]) => [name, value === null ? null : String(plain(value))])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

const plain = (value: unknown) => (typeof value === "boolean" ? Number(value) : value);
