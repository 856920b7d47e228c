/** Opens the database file for writing, brought up to date. */
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { walOf } from "../../core/disk/room.ts";
import { keepOwner } from "../kit/on-disk.ts";
import { SchemaRefused } from "../migrations/migrations.ts";
import { isFull, startError } from "./file-errors.ts";
import { reserveFile, roomIn } from "./reserve.ts";
import { foreign, isNew } from "./identity.ts";
import { settleMark } from "./mark.ts";
import { copiesOf, copyBeforeMigrations } from "./migration-copy.ts";
import { checkForm, migrate, missingIn } from "./migrate.ts";
import type { WriterOptions } from "./wire.ts";

/**
 * Whether a file of this size is read whole before it is used: one of 16 GB took four minutes, in which no page
 * would leave. A larger file is read whole by its daily backup (`copy`), and each page is checked when it is used.
 */
const isCheckedFirst = (bytes: number): boolean => bytes <= 256 * 2 ** 20;

/** Bytes; a WAL frame is about as large. */
const pageSize = 4096;

/**
 * Opens the file, created if it is missing, migrated to this version's schema; throws one sentence when it cannot.
 * `onMark` judges the mark of a copy, and may throw.
 */
export function openFile(options: WriterOptions, onMark = settleMark): Sqlite.Database {
  const { path } = options;
  try {
    return open(options, onMark);
  } catch (error) {
    // The reserve is for a start on a full disk, too.
    if (!isFull(error, roomIn(dirname(path))) || !existsSync(reserveFile(path)))
      throw startError(error, path);
    rmSync(reserveFile(path));
  }
  try {
    return open(options, onMark);
  } catch (error) {
    throw startError(error, path);
  }
}

function open(
  { path, now, migrationCopy = true }: WriterOptions,
  onMark: typeof settleMark,
): Sqlite.Database {
  keepPrivate(path);
  const database = new Sqlite(path, { timeout: 2000 });
  try {
    // For new files alone: one with tables keeps its settings.
    database.pragma("auto_vacuum = incremental");
    const problem = foreign(database);
    if (problem !== null)
      throw new Error(`The file ${path} ${problem}: choose another --data-dir.`);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("trusted_schema = OFF");
    // KiB. Half of what better-sqlite3 takes: with 200 and 2,000 monitors, a report costs no more.
    database.pragma("cache_size = -8000");
    database.pragma("cell_size_check = ON");
    const wal = walOf(roomIn(dirname(path)));
    database.pragma(`wal_autocheckpoint = ${Math.floor(wal / pageSize)}`);
    // The size that the WAL is cut to when it begins again.
    database.pragma(`journal_size_limit = ${wal}`);
    const damage = isCheckedFirst(statSync(path).size)
      ? database.pragma("quick_check(1)", { simple: true })
      : "ok";
    if (damage !== "ok")
      throw new Error(`The database ${path} is damaged (${String(damage)}): restore a backup.`);
    onMark(database);
    const missing = missingIn(database);
    if (missing.length > 0 && !isNew(database) && migrationCopy)
      copyBeforeMigrations(path, database, missing);
    migrate(database, now);
    checkForm(database);
    return database;
  } catch (error) {
    database.close();
    const [copy] = error instanceof SchemaRefused ? copiesOf(path) : [];
    throw copy === undefined
      ? error
      : new SchemaRefused(
          `${(error as Error).message} The copy from before the last upgrade: monitord restore ${copy}`,
        );
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
  const isMade = !existsSync(path);
  ifPossible(() => closeSync(openSync(path, "a", 0o600)));
  // SQLite gives the files beside it the owner of the database.
  if (isMade) ifPossible(() => keepOwner(path, path));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) ifPossible(() => chmodSync(file, 0o600));
}

/** Pages of the WAL that a commit folds into the file while many reports come. */
const foldedUnderLoad = 500;

/**
 * Sets from how many pages of the WAL on a commit folds them into the file. Many reports wait for that: with 1,500 pages
 * their 99th percentile was 19 ms, with 500 it is 16. Checks do not wait, and the page of a monitor that was written several
 * times is folded once: with 500, a check took a fifth more CPU.
 */
export function foldingOf(database: Sqlite.Database): (underLoad: boolean) => void {
  const most = database.pragma("wal_autocheckpoint", { simple: true }) as number;
  let current = most;
  return (underLoad) => {
    const next = underLoad ? Math.min(most, foldedUnderLoad) : most;
    if (next !== current) database.pragma(`wal_autocheckpoint = ${next}`);
    current = next;
  };
}
