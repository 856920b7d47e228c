/**
 * The SQLite store: writes in the writer thread (`writer.ts`) through group commit, reads on a connection
 * of this thread, which WAL lets go on while the writer writes.
 */
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { StoreUnavailable } from "../kit/unavailable.ts";
import type { Nudge } from "../kit/nudge.ts";
import type { AnswerOf, InputOf, Registry, Store } from "../kit/store.ts";
import { contextOf } from "../kit/context.ts";
import { makeExecute } from "./execute.ts";
import { sqliteKit } from "./kit.ts";
import { GroupCommit } from "./group-commit.ts";
import { runNow } from "../kit/procedure.ts";
import { readsOf } from "../reads/reads.ts";
import { sqliteTables } from "./schema.ts";
import type { Answer, Ready, WriterData } from "./wire.ts";

/**
 * Opens the database file, migrated to this version's schema; throws one sentence when it cannot. `writer`
 * is the program of the writer thread: one that calls `serveWrites` with the verbs `R`.
 */
export async function openSqliteStore<R extends Registry>({
  writer,
  ...data
}: WriterData & { writer: URL }): Promise<Store<R>> {
  const worker = new Worker(writer, { workerData: data });
  await ready(worker);

  const listeners: ((nudge: Nudge) => void)[] = [];
  const commits = new GroupCommit((batch) => worker.postMessage(batch));
  worker.on("message", (answer: Answer) => {
    commits.settle(answer);
    for (const nudge of answer.nudges) for (const listener of listeners) listener(nudge);
  });
  worker.on("error", (error) =>
    commits.fail(new StoreUnavailable(`The writer stopped: ${error.message}`)),
  );

  const sqlite = new Sqlite(data.path, { readonly: true, timeout: 2000 });
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTables);
  const execute = makeExecute();
  const read = readsOf(context, (procedure) => Promise.resolve(runNow(procedure, execute)));

  return {
    ready: Promise.resolve(),
    shared: false,
    run: <V extends keyof R & string>(verb: V, input: InputOf<R[V]>) =>
      commits.run(verb, input) as Promise<AnswerOf<R[V]>>,
    read,
    onNudge: (listener) => void listeners.push(listener),
    healthy: () => commits.healthy,
    async close() {
      await commits.drain();
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage("close");
      await ended;
      sqlite.close();
    },
  };
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("message", (message: Ready) => {
      worker.off("error", reject);
      if (message.ready) resolve();
      else {
        worker.on("error", () => {});
        reject(new Error(message.message));
      }
    });
    worker.once("error", reject);
  });
}
