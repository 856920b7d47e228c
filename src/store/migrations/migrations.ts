/**
 * Migrations: SQL files per dialect, forward only, run at start. A database with a migration that this version
 * does not have is refused: a program does not know what it would break in tables of another version.
 */
import { readdirSync, readFileSync } from "node:fs";
import { EnvironmentError } from "../kit/unavailable.ts";

export type Dialect = "sqlite" | "postgres";

/** The database has a schema that this version cannot start from; the message says which version can. */
export class SchemaRefused extends EnvironmentError {
  override readonly name = "SchemaRefused";
}

/** A migration that a database has recorded, and the version of monitord that applied it. */
export interface Applied {
  name: string;
  version: string;
}

export const folderOf = (dialect: Dialect) => new URL(`./${dialect}/`, import.meta.url);

export const initial = "0001-initial.sql";

/** Names of the numbered migrations, in order. */
export function migrationNames(dialect: Dialect): string[] {
  return readdirSync(folderOf(dialect))
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
}

/** SQL to run in one transaction, which also records `name`. */
export interface MigrationStep {
  name: string;
  sql: string;
}

/** Lists the steps that a database with these migrations still needs, in order; throws `SchemaRefused`. */
export function missingSteps(dialect: Dialect, recorded: readonly Applied[]): MigrationStep[] {
  const known = migrationNames(dialect);
  const applied = recorded.map(({ name }) => name);
  const unknown = recorded.filter(({ name }) => !known.includes(name));
  if (unknown.length > 0)
    throw new SchemaRefused(
      `The database was made by a newer version of monitord (it has ${unknown.map(({ name }) => name).join(", ")}): start monitord ${unknown.at(-1)!.version} or newer, or restore a backup made before the upgrade.`,
    );
  return known
    .filter((name) => !applied.includes(name))
    .map((name) => ({ name, sql: readFileSync(new URL(name, folderOf(dialect)), "utf8") }));
}
