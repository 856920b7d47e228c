/** Opens the database file for writing, brought up to date. */
import { chmodSync, closeSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { foreign } from "./identity.ts";
import { copyBeforeMigrations } from "./migration-copy.ts";
import { migrate, missingIn } from "./migrate.ts";
import type { WriterOptions } from "./wire.ts";

/**
 * The WAL is folded into the file after this many pages, 4 MB. Checkpoints cost an fsync of the file: with
 * twice as many pages reports are hardly faster (measured, `test/bench/README.md`).
 */
const checkpointPages = 1000;

/** Opens the file, created if it is missing, migrated to this version's schema; throws one sentence when it cannot. */
export function openFile({ path, now, migrationCopy = true }: WriterOptions): Sqlite.Database {
  keepPrivate(path);
  const database = new Sqlite(path, { timeout: 2000 });
  try {
    // Of a new file alone: an older one keeps what it was made with.
    database.pragma("auto_vacuum = incremental");
    const problem = foreign(database);
    if (problem !== null)
      throw new Error(`The file ${path} ${problem}: choose another --data-dir.`);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("trusted_schema = OFF");
    database.pragma("cell_size_check = ON");
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    // The size that the WAL is cut to when it begins again.
    database.pragma(`journal_size_limit = ${checkpointPages * 4096}`);
    const damage = database.pragma("quick_check(1)", { simple: true });
    if (damage !== "ok")
      throw new Error(`The database ${path} is damaged (${String(damage)}): restore a backup.`);
    const missing = missingIn(database);
    const isNew = database.prepare("select 1 from sqlite_master").get() === undefined;
    if (missing.length > 0 && !isNew && migrationCopy)
      copyBeforeMigrations(path, database, missing);
    migrate(database, now);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Makes the database readable for this user alone, regardless of the folder's mode: it holds secrets. SQLite
 * gives the files beside it the mode of the database.
 */
function keepPrivate(path: string): void {
  const ifPossible = (act: () => void) => {
    try {
      act();
    } catch {
      // Not there yet, or another user's file. SQLite reports the reason if it cannot write.
    }
  };
  ifPossible(() => closeSync(openSync(path, "a", 0o600)));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) ifPossible(() => chmodSync(file, 0o600));
}
