/**
 * Allows one daemon per data directory. The lock is an exclusive transaction held open on a tiny
 * database: the kernel frees it however the process ends, so that there is never a stale lock to remove
 * manually.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

export interface Lock {
  release(): void;
}

/** Takes the lock; throws one sentence that names the process which has it. */
export function acquireLock(dataDir: string): Lock {
  const pidFile = join(dataDir, "monitord.pid");
  const sqlite = new Sqlite(join(dataDir, "monitord.lock"), { timeout: 0 });
  try {
    // No journal beside it: a full disk has no room for one.
    sqlite.pragma("journal_mode = memory");
    sqlite.exec("begin exclusive");
  } catch (error) {
    sqlite.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new Error(
      `Another monitord (pid ${pidOf(pidFile)}) is running on ${dataDir}. Stop it first, or choose another --data-dir.`,
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch {
    // The lock holds without it, also on a full disk.
  }
  return {
    release() {
      try {
        rmSync(pidFile, { force: true });
      } catch {
        // On a disk that became read-only.
      }
      sqlite.close();
    },
  };
}

function pidOf(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8").trim() || "unknown";
  } catch {
    return "unknown";
  }
}
