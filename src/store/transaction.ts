/**
 * One verb as one transaction of PostgreSQL.
 *
 * Nothing of it outlives the transaction in the session, so that a pooler in transaction mode may stand
 * between. Who loses against another transaction tries again. When the connection is lost nobody knows
 * whether a commit arrived: the caller is told that the database is away and may repeat what it asked.
 */
import { drizzle } from "drizzle-orm/pg-proxy";
import type { PoolClient, QueryResult } from "pg";
import type { Nudge } from "../app/ports.ts";
import type { Instant } from "../core/model.ts";
import type { Connections } from "./connections.ts";
import { contextOf, type Context } from "./context.ts";
import { postgresKit } from "./kit.postgres.ts";
import type { Database } from "./kit.sqlite.ts";
import { toDatabaseTime, toNodeTime } from "./node-time.ts";
import { failureOf, messageOf } from "./postgres-failure.ts";
import { runLater, type Procedure, type Step } from "./procedure.ts";
import { postgresTables } from "./schema.postgres.ts";
import { Undo } from "./verbs/apply.ts";
import { procedures } from "./verbs/index.ts";
import { unavailable } from "./waiting.ts";
import type { Request } from "./wire.ts";

/** Sends one statement; answers its rows as arrays of columns. */
type Send = (text: string, params: unknown[]) => Promise<unknown[][]>;

interface Prepared {
  execute(params: Record<string, unknown>): Promise<unknown[]>;
}

/** Statements over `send`, and what runs them. */
export function contextOver(send: Send): {
  context: Context;
  execute: (step: Step) => Promise<unknown[]>;
} {
  const db = drizzle(async (text, params: unknown[]) => ({
    rows: await send(text, params),
  }));
  const prepared = new WeakMap<object, Prepared>();
  return {
    context: contextOf(postgresKit, db as unknown as Database, postgresTables),
    execute: ({ statement, params, each }) => {
      let ready = prepared.get(statement);
      if (!ready) {
        ready = statement.prepare() as Prepared;
        prepared.set(statement, ready);
      }
      return ready.execute(each ? { rows: asJson(each) } : params);
    },
  };
}

function asJson({ rows, columns }: NonNullable<Step["each"]>): string {
  const stored = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const value = row[name] ?? null;
        return [name, value === null ? null : column.mapToDriverValue(value)];
      }),
    );
  return JSON.stringify(rows.map(stored));
}

export function sendOn(client: Pick<PoolClient, "query">): Send {
  return async (text, values) =>
    (await client.query({ text, values, rowMode: "array" }))
      .rows as unknown[][];
}

/** Tries of one verb before it is given up. */
const tries = 8;

/**
 * With its settings, in one round trip: durable whatever the server's default is, and never waiting long.
 * A node that stands still in the middle loses its locks.
 */
const begin = [
  "begin isolation level read committed read write",
  "set local synchronous_commit = on",
  "set local statement_timeout = 8000",
  "set local lock_timeout = 4000",
  "set local idle_in_transaction_session_timeout = 10000",
  "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now",
].join("; ");

export interface LaneOptions {
  connections: Connections;
  /** `caller`: verbs go by the `now` that they are given; for tests that move the time. */
  time: "database" | "caller";
  clockNow: () => Instant;
  random: () => number;
  onNudges: (nudges: Nudge[]) => void;
}

/** A lane: runs one verb at a time. */
export function makeLane(
  options: LaneOptions,
): (request: Request) => Promise<unknown> {
  const { connections, onNudges } = options;
  let client: PoolClient | null = null;
  const { context, execute } = contextOver((text, params) =>
    sendOn(client!)(text, params),
  );

  async function attempt(request: Request): Promise<unknown> {
    client = await connections.borrow();
    let committing = false;
    try {
      const began = (await client.query(begin)) as unknown as QueryResult[];
      const { now } = began.at(-1)!.rows[0] as { now: string };
      const moved = options.time === "database";
      const skew = moved ? Number(now) - options.clockNow() : 0;
      const procedure = procedures[request.verb] as (
        c: Context,
        input: unknown,
      ) => Procedure<unknown>;
      const value = await runLater(
        procedure(
          context,
          moved ? toDatabaseTime(request, Number(now), skew) : request.input,
        ),
        execute,
      );
      committing = true;
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw new Error(`${command} at the commit`);
      client.release();
      onNudges(context.takeNudges());
      return toNodeTime(value, skew);
    } catch (error) {
      context.takeNudges();
      // A connection that is not at the beginning again belongs to nobody.
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

  return async (request) => {
    for (let left = tries; ; left--)
      try {
        return await attempt(request);
      } catch (error) {
        if (error instanceof Undo) return error.answer;
        const failure = failureOf(error);
        if (failure === "bug")
          throw new Error(`${request.verb}: ${messageOf(error)}`, {
            cause: error,
          });
        if (failure === "away" || left <= 1)
          throw unavailable(messageOf(error));
        await pause(options.random() * 20 * 2 ** (tries - left));
      }
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
