/** Keeps the files of a database small, in steps that hold up no other write, and checks that writes are on disk. */
import { statSync } from "node:fs";
import type { Database as Sqlite } from "better-sqlite3";

/** A WAL up to this size is left alone, bytes: folding it in costs two fsyncs. */
const smallWal = 1024 ** 2;
/** Pages of deleted rows that are kept for new ones, and that leave the file in one step. */
const spare = 512;
const step = 128;

/**
 * Folds the WAL into the database and cuts it, unless a reader is in it: Litestream holds one open for
 * long. That reader is not waited for, and the pages before it are folded in all the same.
 */
export function fold(sqlite: Sqlite, path: string): void {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!wal || wal.size <= smallWal) return;
  const timeout = Number(sqlite.pragma("busy_timeout", { simple: true }));
  sqlite.pragma("busy_timeout = 0");
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.pragma(`busy_timeout = ${timeout}`);
  }
}

/** Returns some pages of deleted rows to the disk. */
export function shrink(sqlite: Sqlite): void {
  const free = Number(sqlite.pragma("freelist_count", { simple: true }));
  if (free > spare) sqlite.pragma(`incremental_vacuum(${Math.min(step, free - spare)})`);
}

/** A write of the value that is there: it fails as any other would. */
export function probe(sqlite: Sqlite): void {
  sqlite.pragma(`user_version = ${Number(sqlite.pragma("user_version", { simple: true }))}`);
}

/**
 * To be called after each write; throws when commits would not be on disk. A connection reports FULL right after it entered
 * WAL and may drop to NORMAL at the next statement, which loses acknowledged reports at a power cut. So the setting is
 * checked after the first write.
 */
export function assertingDurable(sqlite: Sqlite): () => void {
  let asserted = false;
  return () => {
    if (asserted) return;
    const level = sqlite.pragma("synchronous", { simple: true });
    if (level !== 2) throw new Error(`synchronous is ${String(level)} after a write, not FULL`);
    asserted = true;
  };
}
