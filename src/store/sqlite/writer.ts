/**
 * The writer: the only connection that writes, in a thread of its own, so that a disk that takes 50 ms to
 * sync stops no check and no push. It takes batches of verbs and runs each batch as one transaction:
 * `BEGIN IMMEDIATE`, a savepoint per verb, one `COMMIT` with `synchronous=FULL`. A verb that throws rolls
 * back its own savepoint alone. Callers are answered only after the commit; when the commit fails, all of
 * the batch fail.
 */
import { drizzle } from "drizzle-orm/better-sqlite3";
import { contextOf } from "../kit/context.ts";
import { makeExecute } from "./execute.ts";
import { sqliteKit } from "./kit.ts";
import { openFile } from "./open-file.ts";
import { runNow } from "../kit/procedure.ts";
import { Secrets } from "../secrets/secrets.ts";
import { unlockFile } from "./unlock-file.ts";
import { sqliteTablesOf } from "./schema.ts";
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
export function openWriter(options: WriterOptions, verbs: Registry): Writer {
  const sqlite = openFile(options);
  const secrets = new Secrets();
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  const execute = makeExecute();
  try {
    unlockFile(sqlite, context, secrets, options);
  } catch (error) {
    sqlite.close();
    throw error;
  }
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

function isOfTheDisk(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB|BUSY|CANTOPEN|NOMEM)/.test(code);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
