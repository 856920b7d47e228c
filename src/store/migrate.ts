/**
 * Migrations: numbered SQL files, forward only, each in its own transaction, at start.
 *
 * A database that a newer version has migrated is refused: an old program does not know what it would
 * break.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Database as Sqlite } from "better-sqlite3";

const folder = new URL("./migrations/sqlite/", import.meta.url);

/** The database was made by a newer version of monitord. */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
}

/** Names of all migrations, in order. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Brings the schema up to date; answers the names of what was applied. */
export function migrate(sqlite: Sqlite, now: number): string[] {
  sqlite.exec(
    "create table if not exists migrations (name text primary key, applied_at integer not null)",
  );
  const known = migrationNames();
  const applied = sqlite
    .prepare<[], { name: string }>("select name from migrations order by name")
    .all()
    .map((row) => row.name);
  const foreign = applied.filter((name) => !known.includes(name));
  if (foreign.length > 0)
    throw new SchemaTooNew(
      `The database was made by a newer version of monitord (it has ${foreign.join(", ")}): start that version, or restore a backup made before the upgrade.`,
    );
  const wanted = known.filter((name) => !applied.includes(name));
  for (const name of wanted)
    sqlite
      .transaction(() => {
        sqlite.exec(readFileSync(new URL(name, folder), "utf8"));
        sqlite
          .prepare("insert into migrations (name, applied_at) values (?, ?)")
          .run(name, now);
      })
      .immediate();
  return wanted;
}
