/**
 * The SQLite store: writes in the writer's thread (`writer.ts`) through group commit, reads on a connection
 * of this thread, which WAL lets go on while the writer writes.
 *
 * A writer that stops (a mistake of ours, no memory for its thread) is replaced by another one. Answered requests are on
 * disk. Waiting ones fail as they do when the disk is unavailable.
 */
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { AnswerOf, InputOf, Registry, Store } from "../store.ts";
import { patienceCheckInterval } from "../kit/patience.ts";
import { StoreUnavailable } from "../kit/unavailable.ts";
import { contextOf } from "../queries/context.ts";
import { makeExecute } from "./execute.ts";
import { sqliteKit } from "../kit/kit.ts";
import { GroupCommit } from "./group-commit.ts";
import { runNow } from "../kit/procedure.ts";
import { readsOf } from "../reads/reads.ts";
import { keyFileBeside, readKeys } from "../secrets/key-file.ts";
import { Secrets } from "../kit/secrets.ts";
import { sqliteTablesOf } from "./schema.ts";
import type { RunningWriter, StartWriter } from "./start-writer.ts";
import type { WriterOptions } from "./wire.ts";

/** How long a read waits for the reports of the journal, ms. On a disk that hangs or is full it shows the counts before them. */
const patientReads = 1000;

/** Pause before a writer that could not start is started again, ms. */
const restartPause = 1000;

/** Secrets that reads remember: none. Those of a long list would become old memory, 17 MB of 50,000 rows. */
const rememberedByReads = 0;

/** Opens the database file, migrated to this version's schema; throws one sentence when it cannot. */
export async function openSqliteStore<R extends Registry>(
  options: WriterOptions,
  startWriter: StartWriter,
  /** Called once when writes begin to fail, with the reason, and once when they succeed again, with null. */
  onAway: (why: string | null) => void = () => {},
): Promise<Store<R>> {
  const listeners: Parameters<Store<R>["onNudge"]>[0][] = [];
  const durationListeners: Parameters<Store<R>["onTransaction"]>[0][] = [];
  let writesOut: NodeJS.Timeout | undefined;
  let restart: NodeJS.Timeout | undefined;
  let closing = false;
  const commits = new GroupCommit(
    (batch) => writer?.send(batch),
    () => performance.now(),
    (ms, run) => {
      clearTimeout(writesOut);
      writesOut = setTimeout(run, ms);
    },
    () => writer?.look(),
  );
  const heard: Parameters<StartWriter>[1] = {
    answer(answer) {
      commits.settle(answer);
      reportFailure();
      for (const listener of durationListeners) listener(answer.took, answer.verb);
      for (const nudge of answer.nudges) for (const listener of listeners) listener(...nudge);
    },
    stopped(error) {
      writer = null;
      commits.fail(new StoreUnavailable(`The writer stopped: ${error.message}`));
      reportFailure();
      replace();
    },
  };
  /** null: it stopped, and another one is not there yet. */
  let writer: RunningWriter | null = await startWriter(options, heard);

  function replace(): void {
    if (closing) return;
    startWriter(options, heard).then(
      (started) => {
        writer = started;
        commits.reopen();
        reportFailure();
      },
      () => (restart = setTimeout(replace, restartPause)),
    );
  }

  let failed = false;
  function reportFailure(): void {
    const { failure } = commits;
    if (failed === (failure !== null)) return;
    failed = failure !== null;
    onAway(failure);
  }

  const patience = setInterval(() => commits.refuseLate(), patienceCheckInterval).unref();

  const sqlite = new Sqlite(options.path, { readonly: true, timeout: 2000 });
  const secrets = new Secrets(rememberedByReads);
  // The writer has made the file, and found that it fits.
  secrets.use(readKeys(options.secretsKeyFile ?? keyFileBeside(options.path)) ?? []);
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  const execute = makeExecute();
  /** Resolves when all reports that were answered are in their tables, or later than `patientReads`. */
  const written = () =>
    new Promise<void>((resolve) => {
      const most = setTimeout(resolve, patientReads);
      void commits
        .writtenOut()
        .catch(() => {})
        .finally(() => {
          clearTimeout(most);
          resolve();
        });
    });
  const read = readsOf(context, async (procedure, counts) => {
    if (counts && commits.unwritten) await written();
    return runNow(procedure, execute);
  });

  return {
    ready: Promise.resolve(),
    shared: false,
    run: <V extends keyof R & string>(verb: V, input: InputOf<R[V]>) =>
      commits.run(verb, input) as Promise<AnswerOf<R[V]>>,
    read,
    onNudge: (listener) => void listeners.push(listener),
    follow(nudge, verb, input, take) {
      commits.follow(nudge, verb, input, (answer) => take(answer as Parameters<typeof take>[0]));
    },
    onTransaction: (listener) => void durationListeners.push(listener),
    failure: () => commits.failure,
    connections: () => null,
    async upkeep() {
      if (writer === null) throw new StoreUnavailable("The writer stopped.");
      const disk = await writer.upkeep();
      commits.failure = disk.failure;
      reportFailure();
      return disk;
    },
    async close() {
      clearInterval(patience);
      clearTimeout(writesOut);
      clearTimeout(restart);
      closing = true;
      await commits.drain();
      // The last connection folds the WAL into the file, and only one that writes can.
      sqlite.close();
      await writer?.close();
    },
  };
}
