/** Fills tables with copies of a row that the service wrote: a new column needs no line here. */
import type { Database } from "better-sqlite3";
import type { Client } from "pg";

/** Rows of one transaction. */
export const together = 500_000;

/** Copies of a row, numbered `from ≤ i < to`; those that are there are left out. */
export interface Copies {
  table: string;
  /** SQL that finds the row. */
  model: string;
  from: number;
  to: number;
  /** The columns that differ, as SQL over `i`. */
  set: Readonly<Record<string, string>>;
}

export function copyOnSqlite(sqlite: Database, copies: Copies): void {
  const columns = sqlite.pragma(`table_info(${copies.table})`) as { name: string }[];
  const { from, to } = copies;
  sqlite
    .prepare<{ from: number; to: number }>(
      `with recursive numbers(i) as (select cast(:from as integer) union all select i + 1 from numbers where i + 1 < :to)
       ${insert(copies, columns, "numbers")} where true on conflict do nothing`,
    )
    .run({ from, to });
}

export async function copyOnPostgres(client: Client, copies: Copies): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
    [copies.table],
  );
  const numbers = "generate_series($1::bigint, $2::bigint - 1) as numbers(i)";
  await client.query(`${insert(copies, columns, numbers)} on conflict do nothing`, [
    copies.from,
    copies.to,
  ]);
}

const insert = (
  { table, model, set }: Copies,
  columns: readonly { name: string }[],
  numbers: string,
): string =>
  `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(", ")})
   select ${columns.map(({ name }) => set[name] ?? `model."${name}"`).join(", ")}
   from (select * from ${table} where ${model} limit 1) as model cross join ${numbers}`;
