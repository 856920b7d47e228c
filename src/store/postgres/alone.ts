/** Procedures on one connection of their own. */
import type { Client } from "pg";
import type { Context } from "../queries/context.ts";
import { runLater, type Procedure } from "../kit/procedure.ts";
import type { Tables } from "../kit/tables.ts";
import { contextOver, sendOn } from "./sending.ts";

export interface Alone {
  context: Context;
  /** Runs a procedure in the transaction that is open, and waits for its writes. */
  run: <T>(procedure: Procedure<T>) => Promise<T>;
  /** Runs it as a transaction of its own, on disk when this returns unless `durable` is false. */
  inTransaction: <T>(procedure: Procedure<T>, durable?: boolean) => Promise<T>;
}

export function aloneOn(client: Client, tables: Tables): Alone {
  const { context, executeAll } = contextOver(sendOn(client), tables);

  async function run<T>(procedure: Procedure<T>): Promise<T> {
    const writes: Promise<unknown>[] = [];
    const answer = await runLater(procedure, (steps) =>
      executeAll(steps, (write) => writes.push(write)),
    );
    await Promise.all(writes);
    return answer;
  }

  return {
    context,
    run,
    async inTransaction(procedure, durable = true) {
      await client.query("begin isolation level read committed read write");
      try {
        await client.query(`set local synchronous_commit = ${durable ? "on" : "off"}`);
        const answer = await run(procedure);
        await client.query("commit");
        return answer;
      } catch (error) {
        await client.query("rollback").catch(() => {});
        throw error;
      }
    },
  };
}
