/** From statements to a connection of PostgreSQL, and its rows back. */
import { drizzle } from "drizzle-orm/pg-proxy";
import { types as defaults, type Client, type CustomTypesConfig } from "pg";
import { contextOf, type Context } from "../queries/context.ts";
import { executeTogether } from "./execute.ts";
import { postgresKit } from "./kit.ts";
import { prepare, type Send } from "./prepared.ts";
import type { Database } from "../kit/kit.ts";
import type { Statement, BoundStatement } from "../kit/procedure.ts";
import type { Tables } from "../kit/tables.ts";

type ExecuteAll = (
  steps: BoundStatement[],
  later: (answer: Promise<unknown>) => void,
) => Promise<unknown[][]>;

/** Builds statements over `send`, and the function that runs them. */
export function contextOver(
  send: Send,
  tables: Tables,
): {
  context: Context;
  executeAll: ExecuteAll;
} {
  let sent = 0;
  const counting: Send = (text, params) => {
    sent++;
    return send(text, params);
  };
  const db = drizzle(async (text, params: unknown[]) => ({ rows: await counting(text, params) }));
  const prepared = new WeakMap<object, ReturnType<typeof prepare>>();
  const run = (statement: Statement, params: Record<string, unknown>) => {
    let ready = prepared.get(statement);
    if (!ready) prepared.set(statement, (ready = prepare(statement, counting)));
    const before = sent;
    const answer = ready(params);
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
  return (text, values) => {
    gather(client);
    return new Promise((resolve, reject) => {
      client.query({ text, values, rowMode: "array", types }, (error, answer) => {
        if (error) reject(error);
        else resolve(answer.rows);
      });
    });
  };
}

/** Whole numbers of 64 bits stay text until a column decodes them. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === defaults.builtins.INT8 ? (sent: string) => sent : defaults.getTypeParser(oid, format),
};

/**
 * Everything sent until the end of this turn leaves in one piece: a write to the socket costs more than a
 * statement.
 */
export function gather({ connection: { stream } }: Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
