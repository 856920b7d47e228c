/**
 * Migrations: numbered SQL files, forward only, per dialect, at start.
 *
 * A database that a newer version has migrated is refused: an old program does not know what it would
 * break.
 */
import { readdirSync, readFileSync } from "node:fs";

export type Dialect = "sqlite" | "postgres";

/** The database was made by a newer version of monitord. */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
}

export const folderOf = (dialect: Dialect) => new URL(`./${dialect}/`, import.meta.url);

/** Names of all migrations, in order. */
export function migrationNames(dialect: Dialect): string[] {
  return readdirSync(folderOf(dialect))
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** What is left to do, in order; throws when `applied` holds what this version does not know. */
export function missingFrom(
  dialect: Dialect,
  applied: readonly string[],
): { name: string; sql: string }[] {
  const known = migrationNames(dialect);
  const foreign = applied.filter((name) => !known.includes(name));
  if (foreign.length > 0)
    throw new SchemaTooNew(
      `The database was made by a newer version of monitord (it has ${foreign.join(", ")}): start that version, or restore a backup made before the upgrade.`,
    );
  return known
    .filter((name) => !applied.includes(name))
    .map((name) => ({
      name,
      sql: readFileSync(new URL(name, folderOf(dialect)), "utf8"),
    }));
}
