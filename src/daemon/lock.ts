/**
 * Allows one daemon per data directory. The lock is an exclusive transaction held open on a tiny
 * database: the kernel frees it however the process ends, so that no lock ever becomes stale.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { keepOwner } from "../store/kit/on-disk.ts";

export interface Lock {
  /** Says where the daemon is reached, to commands on the same folder. */
  reachedAt(siteUrl: string): void;
  release(): void;
}

/** The file in which a running daemon says where it is reached. */
const urlFileOf = (dataDir: string) => join(dataDir, "monitord.url");

/** Where the daemon of a data directory is reached, or was when it was killed; null: it is not known. */
export function runningUrl(dataDir: string): string | null {
  try {
    return readFileSync(urlFileOf(dataDir), "utf8").trim() || null;
  } catch {
    return null;
  }
}

/** The process that runs on a data directory; null: none does. */
export function runningPid(dataDir: string): string | null {
  const file = join(dataDir, "monitord.lock");
  if (!existsSync(file)) return null;
  const sqlite = new Sqlite(file, { timeout: 0 });
  try {
    sqlite.pragma("journal_mode = memory");
    sqlite.exec("begin exclusive; rollback");
    return null;
  } catch {
    return pidOf(join(dataDir, "monitord.pid"));
  } finally {
    sqlite.close();
  }
}

/** Takes the lock; throws one sentence that names the process which has it. */
export function acquireLock(dataDir: string): Lock {
  const pidFile = join(dataDir, "monitord.pid");
  const file = join(dataDir, "monitord.lock");
  const isMade = !existsSync(file);
  const sqlite = new Sqlite(file, { timeout: 0 });
  if (isMade) keepOwner(file, file);
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
    reachedAt(siteUrl) {
      try {
        writeFileSync(urlFileOf(dataDir), `${siteUrl}\n`);
      } catch {
        // Commands then say the configured address.
      }
    },
    release() {
      try {
        rmSync(pidFile, { force: true });
        rmSync(urlFileOf(dataDir), { force: true });
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
