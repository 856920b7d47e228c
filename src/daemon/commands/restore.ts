/**
 * `monitord restore FILE`: replaces the database with a backup; `-` reads it from standard input. The backup is copied,
 * checked and on disk before it takes the place of the database, in one step: wherever this is killed, a start finds the one
 * or the other. The replaced database is kept beside it.
 */
import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  lstatSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { quoted } from "../../core/text/shell.ts";
import { keepOwner, putInPlace, syncFile } from "../../store/kit/on-disk.ts";
import { whyFileNotInUse } from "../../store/sqlite/mark.ts";
import { unusable } from "../../store/sqlite/verify.ts";
import { machineClock } from "../clock.ts";
import { makeDataDir } from "../data-dir.ts";
import { acquireLock } from "../lock.ts";
import { failed, configured, err, type Invocation, isOnServer, onSameData } from "./invocation.ts";
import { databaseFileOf } from "../open-store.ts";

/** Files that SQLite keeps beside a database that was not closed. */
const beside = ["-wal", "-shm"];

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (isOnServer(config, "use pg_restore, or your server's own backups.")) return 1;
  const [given = ""] = invocation.args;
  const isInput = given === "-";
  if (isInput && process.stdin.isTTY)
    return failed("a backup is not typed. Send it in: monitord restore - < FILE");
  const file = isInput ? "standard input" : given;
  const isFile = isInput || statSync(file, { throwIfNoEntry: false })?.isFile();
  if (!isFile) return refused(file, isFile === undefined ? "does not exist" : "is not a file");
  makeDataDir(config.dataDir);
  // A running daemon holds this lock, and its database must not be replaced.
  const lock = acquireLock(config.dataDir);
  const database = placeOf(databaseFileOf(config));
  const incoming = `${database}.incoming`;
  try {
    const problem = await copyIn(isInput ? null : file, incoming);
    if (problem !== null) return refused(file, problem);
    const left = whyFileNotInUse(database);
    const why = whyFileNotInUse(incoming);
    const aside = keepAside(database);
    keepOwner(incoming, database);
    putInPlace(incoming, database);
    const { secretsKeyFile: key } = config;
    const next =
      why ??
      (existsSync(key)
        ? "Start monitord again."
        : `Its key is not in it: put the secrets.key of that database to ${key}, then start monitord again.`);
    err(`Restored ${file}. ${next}`);
    // Two databases, of which only one should be in use.
    if (left !== null) err(`About the previous database: ${left}`);
    if (aside !== null)
      err(
        `The previous database is kept. To go back: ${onSameData(`restore ${quoted(aside)}`, invocation)}`,
      );
    return 0;
  } finally {
    remove(incoming);
    lock.release();
  }
}

/**
 * Where the database is: a link to a file on another disk stays one. Root replaces the link of another user to a file that is
 * not theirs, and leaves that file alone.
 */
function placeOf(database: string): string {
  if (!existsSync(database)) return database;
  const { uid } = lstatSync(database);
  const isTheirs = process.geteuid?.() !== 0 || uid === 0 || uid === statSync(database).uid;
  return isTheirs ? realpathSync(database) : database;
}

const refused = (file: string, problem: string): number =>
  failed(`${file} ${problem}. Nothing was changed.`);

/** Copies a backup (null: of standard input) to `incoming`; returns why it cannot be used, or null. */
async function copyIn(file: string | null, incoming: string): Promise<string | null> {
  remove(incoming);
  try {
    await write(file === null ? process.stdin : createReadStream(file), incoming);
    // The latest writes of a database that was not closed.
    if (file !== null && existsSync(`${file}-wal`))
      await write(createReadStream(`${file}-wal`), `${incoming}-wal`);
  } catch (error) {
    return `cannot be copied: ${(error as Error).message}`;
  }
  return unusable(incoming);
}

/** Writes a new file that its user alone can read. It follows no link: in a folder of another user that could lead anywhere. */
const write = (from: Readable, to: string): Promise<void> =>
  pipeline(from, createWriteStream(to, { flags: "wx", mode: 0o600 }));

function remove(database: string): void {
  for (const suffix of ["", ...beside]) rmSync(database + suffix, { force: true });
}

/**
 * Gives the database a second name, with the files beside it, which then go: those of another database would be read as
 * its own. Returns that name, or null: none. One that is whole has no files beside it here, because it was
 * opened and closed before.
 */
function keepAside(database: string): string | null {
  if (!existsSync(database)) return null;
  const stamp = new Date(machineClock.read().wall).toISOString().replaceAll(":", "-");
  const aside = `${database}.${stamp}`;
  for (const suffix of ["", ...beside])
    if (existsSync(database + suffix)) nameAlso(database + suffix, aside + suffix);
  for (const suffix of beside) rmSync(database + suffix, { force: true });
  return aside;
}

function nameAlso(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    // A file system without links.
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
}
