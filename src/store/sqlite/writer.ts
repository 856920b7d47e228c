/**
 * The writer: the only connection that writes, in a thread of its own, so that a disk that takes 50 ms to
 * sync stops no check and no push. It takes batches of verbs and runs each batch as one transaction:
 * `BEGIN IMMEDIATE`, a savepoint per verb, one `COMMIT` with `synchronous=FULL`. A verb that throws rolls
 * back its own savepoint alone. Callers are answered only after the commit; when the commit fails, all of
 * the batch fail. When the disk is full the reserve makes room, bulk requests are refused, and the others of
 * the batch are tried once more.
 *
 * Reports that are only counted go through a journal when many come (`report-journal.ts`).
 *
 * A batch has a budget of time. A verb that has used its share stops at its next cut and goes on in another
 * batch, and verbs for which no time is left have not begun: the store gives both another turn.
 */
import { drizzle } from "drizzle-orm/better-sqlite3";
import { contextOf } from "../queries/context.ts";
import { makeExecute } from "./execute.ts";
import { sqliteKit } from "../kit/kit.ts";
import { foldingOf, openFile } from "./open-file.ts";
import { runToCut, type Procedure } from "../kit/procedure.ts";
import { ReportJournal } from "./report-journal.ts";
import { Secrets } from "../kit/secrets.ts";
import { unlockFile } from "./unlock-file.ts";
import { sqliteTablesOf } from "./schema.ts";
import { isUpkeep, touches, type Request, type Touching } from "../kit/request.ts";
import type { InputOf, Registry } from "../store.ts";
import { Undo } from "../kit/undo.ts";
import { assertingDurable } from "./upkeep.ts";
import type { Disk } from "../../core/disk/room.ts";
import { isOfTheDisk } from "./file-errors.ts";
import { WriterDisk } from "./writer-disk.ts";
import {
  writtenOut,
  type WriterAnswer,
  type Batch,
  type Turn,
  type TurnResult,
  type WriterOptions,
} from "./wire.ts";

/**
 * How long a batch runs verbs, and how long one verb of it runs before it stops at a cut, ms; the commit comes on top.
 * Upkeep is given so little that a report that comes meanwhile hardly waits for it.
 */
const budget = { batch: 10, verb: 5, upkeep: 1 };

/** A procedure that has begun. */
interface Begun {
  procedure: Procedure<unknown>;
  /** The monitors that the journal makes way for before it goes on: those of the verb, or all once it has needed counts. */
  touching: Touching;
}

export interface Writer {
  /** Runs a batch; it never throws. */
  run(batch: Batch): WriterAnswer;
  /** One step of upkeep; the disk after it. */
  upkeep(): Disk;
  close(): void;
}

/** True for a request that is refused while the disk is full. */
export type IsBulk = (request: Request) => boolean;

/**
 * Opens the file, migrated to this version's schema; throws one sentence when it cannot. `elapsed`: a clock
 * that is never set back, ms.
 */
export function openWriter(
  options: WriterOptions,
  verbs: Registry,
  isBulk: IsBulk,
  elapsed: () => number = () => performance.now(),
): Writer {
  const sqlite = openFile(options);
  const disk = new WriterDisk(options.path, sqlite);
  const secrets = new Secrets();
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  const execute = makeExecute();
  const { journalFrom = 8 } = options;
  let journal: ReportJournal;
  try {
    unlockFile(sqlite, context, secrets, options);
    journal = new ReportJournal(sqlite, context, execute);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  // For the journals of savepoints. Beyond 64 KiB SQLite keeps them in a file of the system's temporary folder: an incident
  // wrote thirty pages to one, and took 4 % longer to reach a phone. Migrations and a vacuum, which may need more than the
  // memory, have ended.
  sqlite.pragma("temp_store = MEMORY");
  // Prepared once: parsing them again would cost more than running them.
  const begin = sqlite.prepare("begin immediate");
  const commit = sqlite.prepare("commit");
  const savepoint = sqlite.prepare("savepoint one");
  const release = sqlite.prepare("release one");
  const foldFor = foldingOf(sqlite);
  const assertDurable = assertingDurable(sqlite);
  /** The turn of the running batch that took the longest, ms. */
  let longest = { verb: "", took: 0 };

  /** Requests that have not begun, and procedures that stopped at a cut, by the id of their turn. */
  const kept = new Map<number, Request | Begun>();

  const beginning = ({ verb, input }: Request) => verbs[verb]!(context, input as never);

  function runOne(
    { id, source, verb, request }: Turn,
    ends: () => boolean,
    journaled: boolean,
  ): TurnResult {
    const work = kept.get(id) ?? request!;
    kept.delete(id);
    const refused = "verb" in work && isBulk(work) ? disk.refusal() : null;
    if (refused !== null) return { refused };
    if (journaled && "verb" in work && verb === "report") {
      const input = work.input as InputOf<Registry["report"]>;
      if (journal.take(input)) return { value: { accepted: input.reports.length } };
    }
    const touching = "verb" in work ? touches(verb) : work.touching;
    const ready = verb === writtenOut ? journal.writeOut(ends) : makeWay(touching, source, ends);
    if (!ready) {
      kept.set(id, work);
      return "waiting";
    }
    if (verb === writtenOut) return { value: null };
    savepoint.run();
    try {
      const begun = "verb" in work ? { procedure: beginning(work), touching } : work;
      const ran = runToCut(begun.procedure, execute, ends, (need) => {
        if (need === "counts") begun.touching = "all";
        return count(ends);
      });
      release.run();
      if (ran.done) return { value: ran.value };
      kept.set(id, begun);
      return "unfinished";
    } catch (error) {
      // A disk error ends the whole transaction: the outcome of the batch is unknown then.
      if (!sqlite.inTransaction || isOfTheDisk(error)) throw error;
      sqlite.exec("rollback to one; release one");
      if (error instanceof Undo) return { value: error.answer };
      return { error: error instanceof Error ? (error.stack ?? "") : "" };
    }
  }

  /** Makes way for a turn in the journal. False: time ran out before the end. */
  function makeWay(touching: Touching, source: string, ends: () => boolean): boolean {
    switch (touching) {
      case "all":
        return journal.flushAll(ends);
      case "own":
        journal.flushMonitor(source);
    }
    return true;
  }

  /** Writes out the counts of the journal, in the middle of a verb: undoing later steps must not undo this. */
  function count(ends: () => boolean): boolean {
    release.run();
    const counted = journal.flushAll(ends);
    savepoint.run();
    return counted;
  }

  /** Runs the turns of a batch while time is left; the first always. */
  function runAll(batch: Batch, began: number): TurnResult[] {
    const stopped = new Set<string>();
    const journaled = batch.filter(({ verb }) => verb === "report").length >= journalFrom;
    const results = batch.map((turn, i): TurnResult => {
      const now = elapsed();
      const late = i > 0 && now - began >= budget.batch;
      if (turn.after && (late || !context.takeNudge(turn.after))) {
        kept.delete(turn.id);
        return "skipped";
      }
      // Later requests of a source wait for the end of its unfinished one.
      if (late || stopped.has(turn.source)) {
        if (turn.request) kept.set(turn.id, turn.request);
        stopped.add(turn.source);
        return "waiting";
      }
      const ends = () => {
        const used = elapsed();
        // A verb that is alone delays no other.
        const most = batch.length === 1 ? budget.batch : budget.verb;
        const share = isUpkeep(turn.verb) ? budget.upkeep : most;
        return used - now >= share || used - began >= budget.batch;
      };
      const result = runOne(turn, ends, journaled);
      if (turn.after && !(typeof result === "object" && "value" in result))
        context.nudge(turn.after);
      const took = elapsed() - now;
      if (took >= longest.took) longest = { verb: turn.verb, took };
      if (result === "unfinished" || result === "waiting") stopped.add(turn.source);
      return result;
    });
    const ends = () => elapsed() - began >= budget.batch;
    if (batch.length === 0) journal.writeOut(ends);
    journal.end(ends);
    return results;
  }

  /** Runs the batch as one transaction; throws when it cannot be committed, and then none of it has happened. */
  function attempt(batch: Batch, began: number): WriterAnswer {
    try {
      begin.run();
      journal.begin();
      const results = runAll(batch, began);
      commit.run();
      assertDurable();
      disk.confirm();
      foldFor(journal.size > 0);
      return {
        results,
        nudges: context.takeNudges(),
        lost: null,
        failure: disk.failure,
        unwritten: journal.size,
        took: elapsed() - began,
        verb: longest.verb,
      };
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec("rollback");
      journal.rolledBack();
      context.takeNudges();
      throw error;
    }
  }

  /** Runs the batch once more, without bulk, and without the procedures whose earlier rows were rolled back. */
  function attemptWithoutBulk(
    batch: Batch,
    requests: ReadonlyMap<number, Request>,
    began: number,
  ): WriterAnswer {
    const again = batch.filter(({ id }) => requests.has(id));
    for (const { id } of batch) kept.delete(id);
    for (const [id, request] of requests) kept.set(id, request);
    const answer = attempt(again, began);
    const byId = new Map(again.map(({ id }, i) => [id, answer.results[i]!]));
    const refused = disk.refusal() ?? "";
    return { ...answer, results: batch.map(({ id }) => byId.get(id) ?? { refused }) };
  }

  /** None of the batch was written. The rows that its procedures had read may have been rolled back. */
  function loseAll(batch: Batch, error: unknown, began: number): WriterAnswer {
    for (const { id } of batch) kept.delete(id);
    disk.failure = disk.sentenceOf(error);
    return {
      results: [],
      nudges: [],
      lost: disk.failure,
      failure: disk.failure,
      unwritten: 0,
      took: elapsed() - began,
      verb: longest.verb,
    };
  }

  /** Writes all of the journal to the tables: at the start for the reads, and at the end for other readers of the file. */
  function emptyJournal(): void {
    if (journal.isEmpty()) return;
    try {
      while (attempt([], elapsed()).unwritten > 0);
    } catch {
      // The disk is full: the next transaction writes it out.
    }
  }

  emptyJournal();
  return {
    run(batch) {
      const began = elapsed();
      longest = { verb: "", took: 0 };
      // Those that have not begun, and can be run from their beginning a second time.
      const requests = new Map<number, Request>();
      for (const { id, request } of batch) {
        const work = kept.get(id) ?? request!;
        if ("verb" in work) requests.set(id, work);
      }
      try {
        return attempt(batch, began);
      } catch (error) {
        if (!disk.makeRoom(error)) return loseAll(batch, error, began);
      }
      try {
        return attemptWithoutBulk(batch, requests, began);
      } catch (error) {
        return loseAll(batch, error, began);
      }
    },
    upkeep: () => disk.upkeep(),
    close() {
      emptyJournal();
      sqlite.pragma("wal_checkpoint(TRUNCATE)");
      sqlite.close();
    },
  };
}
