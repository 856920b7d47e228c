/**
 * The writer: the only connection that writes, in a thread of its own, so that a disk that takes 50 ms to
 * sync stops no check and no push. It takes batches of verbs and runs each batch as one transaction:
 * `BEGIN IMMEDIATE`, a savepoint per verb, one `COMMIT` with `synchronous=FULL`. A verb that throws rolls
 * back its own savepoint alone. Callers are answered only after the commit; when the commit fails, all of
 * the batch fail. When the disk is full the reserve makes room, bulk requests are refused, and the others of
 * the batch are tried once more.
 */
import { drizzle } from "drizzle-orm/better-sqlite3";
import { contextOf } from "../kit/context.ts";
import { makeExecute } from "./execute.ts";
import { sqliteKit } from "./kit.ts";
import { openFile } from "./open-file.ts";
import { runNow } from "../kit/procedure.ts";
import { sqliteTables } from "./schema.ts";
import type { Request } from "../kit/request.ts";
import type { Registry } from "../kit/store.ts";
import { Undo } from "../kit/undo.ts";
import type { Disk } from "../../core/disk/room.ts";
import { isOfTheDisk, WriterDisk } from "./writer-disk.ts";
import type { WriterAnswer, Batch, WriterOptions } from "./wire.ts";

export interface Writer {
  /** Runs a batch; it never throws. */
  run(batch: Batch): WriterAnswer;
  /** One step of upkeep; the disk after it. */
  upkeep(): Disk;
  close(): void;
}

/** True for a request that is refused while the disk is full. */
export type IsBulk = (request: Request) => boolean;

/** Opens the file, migrated to this version's schema; throws one sentence when it cannot. */
export function openWriter(options: WriterOptions, verbs: Registry, isBulk: IsBulk): Writer {
  const sqlite = openFile(options);
  const disk = new WriterDisk(options.path, sqlite);
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

  function attempt(batch: Batch): WriterAnswer {
    const refused = disk.refusal();
    try {
      begin.run();
      const results = batch.map((request) =>
        refused !== null && isBulk(request) ? { refused } : runOne(request),
      );
      commit.run();
      assertDurable();
      disk.confirm();
      return { results, nudges: context.takeNudges(), lost: null, failure: disk.failure };
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec("rollback");
      context.takeNudges();
      throw error;
    }
  }

  function attemptWithoutBulk(batch: Batch, failed: unknown): WriterAnswer {
    try {
      if (disk.makeRoom(failed)) return attempt(batch);
    } catch (error) {
      failed = error;
    }
    disk.failure = disk.sentenceOf(failed);
    return { results: [], nudges: [], lost: disk.failure, failure: disk.failure };
  }

  return {
    run(batch) {
      try {
        return attempt(batch);
      } catch (error) {
        return attemptWithoutBulk(batch, error);
      }
    },
    upkeep: () => disk.upkeep(),
    close() {
      sqlite.pragma("wal_checkpoint(TRUNCATE)");
      sqlite.close();
    },
  };
}
