/**
 * `monitord restore FILE`: replaces the database with a backup. The replaced database is kept beside it.
 */
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { machineClock } from "../clock.ts";
import { makeDataDir } from "../data-dir.ts";
import { acquireLock } from "../lock.ts";
import { verify } from "./backup.ts";
import { configured, err, type Invocation, isOnServer } from "./invocation.ts";
import { databaseFileOf } from "../open-store.ts";

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (isOnServer(config, "use pg_restore, or your server's own backups.")) return 1;
  const file = invocation.args[0] ?? "";
  const problem = existsSync(file) ? verify(file) : "there is no such file";
  if (problem !== null) {
    err(`monitord: ${file} cannot be restored: ${problem}.`);
    return 1;
  }
  makeDataDir(config.dataDir);
  // A running daemon holds this lock, and its database must not be replaced.
  const lock = acquireLock(config.dataDir);
  try {
    const database = databaseFileOf(config);
    const stamp = new Date(machineClock.read().wall).toISOString().replaceAll(":", "-");
    const aside = `${database}.${stamp}`;
    const incoming = `${database}.incoming`;
    copyFileSync(file, incoming);
    if (existsSync(database)) {
      renameSync(database, aside);
      for (const suffix of ["-wal", "-shm"])
        if (existsSync(database + suffix)) renameSync(database + suffix, aside + suffix);
      err(`The database that was there is kept as ${aside}.`);
    }
    rmSync(`${database}-wal`, { force: true });
    renameSync(incoming, database);
  } finally {
    lock.release();
  }
  err(`Restored ${file}. Start monitord again.`);
  return 0;
}
