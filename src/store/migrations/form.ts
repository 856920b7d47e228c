/**
 * Refuses a database whose tables are not those that the statements are written for. Migrations are known by their names
 * alone: a database that was changed by hand, or made by a build between two versions, would look up to date, and fail at
 * the first statement that meets the difference, which may be the one that pages.
 */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { Tables } from "../kit/tables.ts";
import { SchemaRefused } from "./migrations.ts";
import { version } from "./version.ts";

/** A column of a database. */
export interface FoundColumn {
  table: string;
  column: string;
  /** A new row must have a value for it. Others that this version does not know do no harm. */
  needed: boolean;
}

/** Throws `SchemaRefused`. */
export function refuseOtherForm(tables: Tables, found: readonly FoundColumn[]): void {
  const nameOf = (one: { table: string; column: string }) => `${one.table}.${one.column}`;
  const there = new Set(found.map(nameOf));
  const known = new Map<string, Set<string>>(
    Object.values(tables).map((table) => [
      getTableName(table),
      new Set(Object.values(getTableColumns(table)).map(({ name }) => name)),
    ]),
  );
  const lacking = [...known].flatMap(([table, columns]) =>
    [...columns].map((column) => nameOf({ table, column })).filter((name) => !there.has(name)),
  );
  const strange = found
    .filter(({ table, column, needed }) => needed && known.get(table)?.has(column) === false)
    .map(nameOf);
  const [first] = [...lacking.map((name) => `no ${name}`), ...strange];
  if (first !== undefined)
    throw new SchemaRefused(
      `The database does not have the tables of monitord ${version} (it has ${first}): it was changed by hand, or made by another build. Start the one that made it, restore a backup, or begin with an empty database.`,
    );
}
