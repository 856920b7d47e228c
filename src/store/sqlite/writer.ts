/**
 * The writer: the only connection that writes, in a thread of its own, so that a disk that takes 50 ms to
 * sync stops no check and no push. It takes batches of verbs and runs each batch as one transaction:
 * `BEGIN IMMEDIATE`, a savepoint per verb, one `COMMIT` with `synchronous=FULL`. A verb that throws rolls
 * back its own savepoint alone. Callers are answered only after the commit; when the commit fails, all of
 * the batch fail.
 */
import { chmodSync, closeSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { contextOf } from "../kit/context.ts";
import { makeExecute } from "./execute.ts";
import { sqliteKit } from "./kit.ts";
import { migrate } from "./migrate.ts";
import { runNow } from "../kit/procedure.ts";
import { sqliteTables } from "./schema.ts";
import type { Request } from "../kit/request.ts";
import type { Registry } from "../kit/store.ts";
import { Undo } from "../kit/undo.ts";
import type { WriterAnswer, Batch, WriterOptions } from "./wire.ts";

export interface Writer {
  /** Runs a batch; it never throws. */
  run(batch: Batch): WriterAnswer;
  close(): void;
}

/** Opens the file, migrated to this version's schema; throws one sentence when it cannot. */
export function openWriter({ path, now }: WriterOptions, verbs: Registry): Writer {
  const sqlite = open(path, now);
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTables);
  const execute = makeExecute();
  // Prepared once: parsing them again would cost more than running them.
  const begin = sqlite.prepare("begin immediate");
  const commit = sqlite.prepare("commit");
  const savepoint = sqlite.prepare("savepoint one");
  const release = sqlite.prepare("release one");
  let asserted = false;

  function runOne({ verb, input }: Request): WriterAnswer["results"][number] {
    savepoint.run();
    try {
      const value = runNow(verbs[verb]!(context, input as never), execute);
      release.run();
      return { value };
    } catch (error) {
      // A disk error ends the whole transaction: the outcome of the batch is unknown then.
      if (!sqlite.inTransaction || isOfTheDisk(error)) throw error;
      sqlite.exec("rollback to one; release one");
      if (error instanceof Undo) return { value: error.answer };
      return { error: error instanceof Error ? (error.stack ?? "") : "" };
    }
  }

  /**
   * A connection reports FULL right after it entered WAL and may drop to NORMAL at the next statement,
   * which loses acknowledged reports at a power cut. So the setting is checked after the first write.
   */
  function assertDurable(): void {
    if (asserted) return;
    const level = sqlite.pragma("synchronous", { simple: true });
    if (level !== 2) throw new Error(`synchronous is ${String(level)} after a write, not FULL`);
    asserted = true;
  }

  return {
    run(batch) {
      const results: WriterAnswer["results"] = [];
      try {
        begin.run();
        for (const request of batch) results.push(runOne(request));
        commit.run();
        assertDurable();
        return { results, nudges: context.takeNudges(), lost: null };
      } catch (error) {
        if (sqlite.inTransaction) sqlite.exec("rollback");
        context.takeNudges();
        return { results: [], nudges: [], lost: messageOf(error) };
      }
    },
    close() {
      sqlite.pragma("wal_checkpoint(TRUNCATE)");
      sqlite.close();
    },
  };
}

function open(path: string, now: number): Sqlite.Database {
  keepPrivate(path);
  const database = new Sqlite(path, { timeout: 2000 });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  // Checkpoints cost an fsync of the main file: rarer ones are a fifth more throughput (measured).
  database.pragma("wal_autocheckpoint = 8000");
  database.pragma("journal_size_limit = 67108864");
  const problem = database.pragma("quick_check(1)", { simple: true });
  if (problem !== "ok")
    throw new Error(`The database ${path} is damaged (${String(problem)}): restore a backup.`);
  migrate(database, now);
  return database;
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

function isOfTheDisk(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB|BUSY|CANTOPEN|NOMEM)/.test(code);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
