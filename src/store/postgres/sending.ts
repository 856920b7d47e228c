/** From statements to a connection of PostgreSQL, and its rows back. */
import { drizzle } from "drizzle-orm/pg-proxy";
import type { Client } from "pg";
import { contextOf, type Context } from "../kit/context.ts";
import { executeTogether } from "./execute.ts";
import { postgresKit } from "./kit.ts";
import type { Database } from "../sqlite/kit.ts";
import type { Statement, Step } from "../kit/procedure.ts";
import type { Tables } from "../kit/tables.ts";

/** Sends one statement; answers its rows as arrays of columns. */
type Send = (text: string, params: unknown[]) => Promise<unknown[][]>;

type ExecuteAll = (
  steps: Step[],
  later: (answer: Promise<unknown>) => void,
) => Promise<unknown[][]>;

interface Prepared {
  execute(params: Record<string, unknown>): Promise<unknown[]>;
}

/** Builds statements over `send`, and the function that runs them. */
export function contextOver(
  send: Send,
  tables: Tables,
): {
  context: Context;
  executeAll: ExecuteAll;
} {
  let sent = 0;
  const db = drizzle(async (text, params: unknown[]) => {
    sent++;
    return { rows: await send(text, params) };
  });
  const prepared = new WeakMap<object, Prepared>();
  const run = (statement: Statement, params: Record<string, unknown>) => {
    let ready = prepared.get(statement);
    if (!ready) {
      ready = statement.prepare() as Prepared;
      prepared.set(statement, ready);
    }
    const before = sent;
    const answer = ready.execute(params);
    // The commit must not overtake a write whose answer is not awaited.
    if (sent === before) throw new Error("a statement was not sent at once");
    return answer;
  };
  return {
    context: contextOf(postgresKit, db as unknown as Database, tables),
    executeAll: (steps, later) => executeTogether(steps, run, later),
  };
}

/** Sends on a connection in pipeline mode; statements sent within one turn leave in one piece. */
export function sendOn(client: Client): Send {
  return async (text, values) => {
    gather(client);
    return (await client.query({ text, values, rowMode: "array" })).rows as unknown[][];
  };
}

/**
 * Everything sent until the end of this turn leaves in one piece: a write to the socket costs more than a
 * statement.
 */
export function gather({ connection: { stream } }: Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
