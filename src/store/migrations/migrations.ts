/**
 * Migrations: SQL files per dialect, forward only, run at start.
 *
 * `0001-initial.sql` makes all tables at once. Databases made before it existed have recorded the names in
 * `previewNames` instead: `from-preview.sql` brings one of those, in one transaction, to what
 * `0001-initial.sql` makes, and from then on it has recorded `0001-initial.sql` alone.
 *
 * A database that this version cannot bring up to date is refused: a program does not know what it would
 * break in tables of another version.
 */
import { readdirSync, readFileSync } from "node:fs";
import { EnvironmentError } from "../kit/unavailable.ts";

export type Dialect = "sqlite" | "postgres";

/** The database has a schema that this version cannot start from; the message says which version can. */
export class SchemaRefused extends EnvironmentError {
  override readonly name = "SchemaRefused";
}

/** A migration that a database has recorded, and the version of monitord that applied it; null: an early one. */
export interface Applied {
  name: string;
  version: string | null;
}

export const folderOf = (dialect: Dialect) => new URL(`./${dialect}/`, import.meta.url);

export const initial = "0001-initial.sql";
export const fromPreview = "from-preview.sql";

/** The migrations of the preview, in order; SQLite had one more. */
const previewNames: Record<Dialect, readonly string[]> = {
  sqlite: [
    "0001-begin.sql",
    "0002-apart.sql",
    "0003-results-hash.sql",
    "0004-alerts.sql",
    "0005-on-call.sql",
    "0006-declaring.sql",
    "0007-actions.sql",
    "0008-dashboard.sql",
    "0009-device-invitations.sql",
    "0010-status-pages.sql",
    "0011-drills.sql",
    "0012-depends-on.sql",
    "0013-watching.sql",
    "0014-noise.sql",
  ],
  postgres: [
    "0001-begin.sql",
    "0002-results-hash.sql",
    "0003-alerts.sql",
    "0004-on-call.sql",
    "0005-declaring.sql",
    "0006-actions.sql",
    "0007-dashboard.sql",
    "0008-device-invitations.sql",
    "0009-status-pages.sql",
    "0010-drills.sql",
    "0011-depends-on.sql",
    "0012-watching.sql",
    "0013-noise.sql",
  ],
};

/** Names of the numbered migrations, in order. */
export function migrationNames(dialect: Dialect): string[] {
  return readdirSync(folderOf(dialect))
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
}

/** SQL to run in one transaction, which also records `name` and forgets the names in `replaces`. */
export interface Step {
  name: string;
  sql: string;
  replaces: readonly string[];
}

/** True for a migration of this version or of the preview. */
export function isOurs(dialect: Dialect, name: string): boolean {
  return previewNames[dialect].includes(name) || migrationNames(dialect).includes(name);
}

/** Lists the steps that a database with these migrations still needs, in order; throws `SchemaRefused`. */
export function missingSteps(dialect: Dialect, recorded: readonly Applied[]): Step[] {
  const known = migrationNames(dialect);
  const preview = previewNames[dialect];
  const unknown = recorded.filter(({ name }) => !isOurs(dialect, name));
  if (unknown.length > 0) {
    const version = unknown.findLast((one) => one.version !== null)?.version;
    throw new SchemaRefused(
      `The database was made by a newer version of monitord (it has ${unknown.map(({ name }) => name).join(", ")}): start ${version ? `monitord ${version} or newer` : "that version"}, or restore a backup made before the upgrade.`,
    );
  }
  const applied = recorded.map(({ name }) => name);
  const isPreview = applied.some((name) => preview.includes(name));
  if (isPreview && !preview.every((name) => applied.includes(name)))
    throw new SchemaRefused(
      `The database was made by an early preview of monitord (its last migration is ${[...applied].sort().at(-1)}): start the last preview once, which brings it to ${preview.at(-1)}, and then this version.`,
    );
  const read = (file: string) => readFileSync(new URL(file, folderOf(dialect)), "utf8");
  return known
    .filter((name) => !applied.includes(name))
    .map((name) =>
      isPreview && name === initial
        ? { name, sql: read(fromPreview), replaces: preview }
        : { name, sql: read(name), replaces: [] },
    );
}
