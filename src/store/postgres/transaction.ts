/**
 * Runs verbs as one transaction of PostgreSQL. It leaves no state in the session, so that a pooler in
 * transaction mode can stand between. After a conflict with another transaction it is repeated. When the
 * connection is lost, it is unknown whether a commit arrived: the caller learns that the database is
 * unavailable, and can repeat the request.
 *
 * A verb that takes long goes on in another transaction at its next cut. After a conflict it is repeated from
 * its beginning, as after a crash.
 */
import type { PoolClient, QueryResult } from "pg";
import type { TimedNudge } from "../kit/nudge.ts";
import { clockTolerance } from "../../core/clock/timeline.ts";
import type { DatabaseReading } from "../../core/clock/database-time.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Connections } from "./connections.ts";
import type { Registry } from "../store.ts";
import type { Result } from "./tx-slots.ts";
import { answering } from "./ahead.ts";
import { readTime, type DatabaseTime } from "./database-time.ts";
import { toDatabaseTime, toNodeTime } from "./node-time.ts";
import type { QuietMonitors } from "./quiet-monitors.ts";
import { reportBatch } from "./report-batch.ts";
import { failureOf, messageOf } from "./failure.ts";
import { runLater, together, type Procedure, type BoundStatement } from "../kit/procedure.ts";
import { contextOver, gather, sendOn } from "./sending.ts";
import { Undo } from "../kit/undo.ts";
import { unavailable } from "../kit/unavailable.ts";
import type { Request, ReportInput } from "../kit/request.ts";
import type { Tables } from "../kit/tables.ts";

/** The number of attempts to run one verb. */
const tries = 8;

/** Held by every transaction, and exclusively by the one that moves all instants: all writes go by one time. */
const timeLock = 7_234_801;

/** Settings of the transaction alone; one statement, because each statement has its own answer. */
const settings = Object.entries({
  synchronous_commit: "on",
  statement_timeout: "8000",
  lock_timeout: "2000",
  idle_in_transaction_session_timeout: "5000",
})
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(", ");

/**
 * With its settings, in one round trip: durable with any default of the server, and with short waits. A
 * node that is suspended in the middle loses its locks.
 */
const beginWith = (lock: string) =>
  [
    "begin isolation level read committed read write",
    `select ${settings}`,
    `select ${lock}(${timeLock})`,
    readTime,
  ].join("; ");
const begin = beginWith("pg_advisory_xact_lock_shared");
const beginAlone = beginWith("pg_advisory_xact_lock");

/** The clock of this node. It follows the time of a shared database, to a second. */
export interface PostgresClock {
  now(): Instant;
  steady(): number;
  follow(now: Instant): void;
}

export interface TxSlotOptions {
  tables: Tables;
  verbs: Registry;
  connections: Connections;
  /** `caller`: verbs go by the `now` that they are given; for tests that move the time. */
  time: "database" | "caller";
  clock: PostgresClock;
  databaseTime: DatabaseTime;
  quietMonitors: QuietMonitors;
  random: () => number;
  onNudges: (nudges: TimedNudge[]) => void;
  /** Called with the duration of each committed transaction, ms, and its verb. */
  onTransaction: (took: number, verb: string) => void;
}

/**
 * A verb that has used this much of a transaction goes on in another one at its next cut, ms. Each round trip of another
 * request waits for one turn of this thread: a report has three, so a turn is much shorter.
 */
const budget = { transaction: 20, turn: 4 };

/** A transaction slot runs one transaction at a time; its requests are one verb, or reports of several monitors. */
export function makeTxSlot(options: TxSlotOptions): (requests: Request[]) => Promise<Result[]> {
  const { verbs, connections, clock, databaseTime, onNudges } = options;
  let client: PoolClient | null = null;
  const { context, executeAll } = contextOver(
    (text, params) => sendOn(client!)(text, params),
    options.tables,
  );

  const batchOf = (requests: Request[]) =>
    requests.every(({ verb }) => verb === "report")
      ? reportBatch(
          context,
          options.quietMonitors,
          verbs.report,
          requests.map(({ input }) => (input as ReportInput).subject_id),
        )
      : null;

  function* allOf(requests: Request[], inputs: unknown[]): Procedure<unknown[]> {
    const procedures = requests.map(({ verb }, i) => verbs[verb]!(context, inputs[i] as never));
    // One that is alone may end its transaction at a cut.
    return procedures.length === 1 ? [yield* procedures[0]!] : yield* together(procedures);
  }

  async function attempt(requests: Request[]): Promise<unknown[]> {
    client = await connections.borrow();
    let committing = false;
    /** Running writes; the error of one is the error of the transaction. */
    let unread: Promise<unknown>[] = [];
    const start = async (alone: boolean) => {
      gather(client!);
      const begun = await client!.query(alone ? beginAlone : begin);
      const last = (begun as unknown as QueryResult[]).at(-1)!;
      return last.rows[0] as Record<keyof DatabaseReading, string>;
    };
    const commit = async () => {
      committing = true;
      gather(client!);
      const committed = client!.query("commit");
      await Promise.all([...unread, committed]);
      const { command } = await committed;
      if (command !== "COMMIT") throw new Error(`${command} at the commit`);
      committing = false;
      unread = [];
      options.onTransaction(performance.now() - began, requests[0]!.verb);
    };
    let began = performance.now();
    let turned = began;
    try {
      const asked = clock.steady();
      const begun = start(requests.some(({ verb }) => verb === "adopt_step"));
      const batch = batchOf(requests);
      const ahead = batch?.ahead ?? [];
      const answers = executeAll(ahead, () => {});
      // When it could not begin, that is the error.
      answers.catch(() => {});
      const row = await begun;
      const between = { asked, answered: clock.steady() };
      const moved = options.time === "database";
      const executeNow = (steps: BoundStatement[]) =>
        executeAll(steps, (answer) => {
          // Awaited before the commit; until then it must not count as an unhandled rejection.
          answer.catch(() => {});
          unread.push(answer);
        });
      const now = moved ? await runLater(databaseTime.now(context, row, between), executeNow) : 0;
      if (moved && Math.abs(now - clock.now()) > clockTolerance) clock.follow(now);
      const skew = moved ? now - clock.now() : 0;
      const inputs = requests.map((request) =>
        moved ? toDatabaseTime(request, now, skew) : request.input,
      );
      const values = await runLater(
        batch ? batch.run(inputs as ReportInput[], await answers) : allOf(requests, inputs),
        answering(ahead, await answers, executeNow),
        async (stop) => {
          const now = performance.now();
          if (stop === "cut" && now - began >= budget.transaction) {
            await commit();
            onNudges(context.takeNudges());
            began = performance.now();
            await start(false);
          } else if (now - turned >= budget.turn) await nextTurn();
          else return;
          turned = performance.now();
        },
      );
      await commit();
      client.release();
      onNudges(context.takeNudges());
      return values.map((value) => toNodeTime(value, skew));
    } catch (late) {
      context.takeNudges();
      const error = (await firstFailure(unread)) ?? late;
      // A connection with an unfinished transaction cannot be used again.
      const clean =
        !committing &&
        failureOf(error) !== "away" &&
        (await client.query("rollback").then(
          () => true,
          () => false,
        ));
      client.release(!clean);
      throw error;
    } finally {
      client = null;
    }
  }

  async function insist(requests: Request[]): Promise<Result[]> {
    for (let left = tries; ; left--)
      try {
        return (await attempt(requests)).map((value) => ({ value }));
      } catch (error) {
        if (error instanceof Undo) return [{ value: error.answer }];
        const failure = failureOf(error);
        // A unique violation means that a concurrent transaction committed first; one retry will see its
        // row.
        const hopeless = failure === "bug" || (failure === "taken" && left <= tries - 2);
        if (hopeless) return apart(requests, error);
        if (failure === "away" || left <= 1) {
          const away = unavailable(messageOf(error));
          return requests.map(() => ({ error: away }));
        }
        await pause(options.random() * 20 * 2 ** (tries - left));
      }
  }

  /** It is the fault of one of them, and the others are not to suffer for it. */
  async function apart(requests: Request[], error: unknown): Promise<Result[]> {
    if (requests.length === 1) {
      const message = `${requests[0]!.verb}: ${messageOf(error)}`;
      return [{ error: new Error(message, { cause: error }) }];
    }
    const results: Result[] = [];
    for (const one of requests) results.push(...(await insist([one])));
    return results;
  }
  return insist;
}

/** Statements after a failed one fail too, with a less specific error. */
async function firstFailure(answers: Promise<unknown>[]): Promise<unknown> {
  for (const answer of await Promise.allSettled(answers))
    if (answer.status === "rejected") return answer.reason as unknown;
  return undefined;
}

/** Resolves when all that waits in the event loop has had its turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
