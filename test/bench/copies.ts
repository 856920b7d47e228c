/** Fills tables of SQLite with copies of a row that the service wrote: a new column needs no line here. */
import type { Database } from "better-sqlite3";

/** Rows of one transaction. */
export const together = 500_000;

/**
 * Inserts copies of the row of `table` that `model` finds, numbered `from ≤ i < to`; those that are there are left out.
 * `set`: the columns that differ, as SQL over `i`.
 */
export function copyRow(
  sqlite: Database,
  table: string,
  model: string,
  [from, to]: readonly [from: number, to: number],
  set: Readonly<Record<string, string>>,
): void {
  const names = (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(
    ({ name }) => name,
  );
  const copied = sqlite.prepare<{ from: number; to: number }>(
    `with recursive numbers(i) as (select cast(:from as integer) union all select i + 1 from numbers where i + 1 < :to)
     insert or ignore into ${table} (${names.map((name) => `"${name}"`).join(", ")})
     select ${names.map((name) => set[name] ?? `model."${name}"`).join(", ")}
     from (select * from ${table} where ${model} limit 1) as model cross join numbers`,
  );
  copied.run({ from, to });
}
