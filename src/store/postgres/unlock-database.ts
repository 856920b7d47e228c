/** Makes the secrets of a database readable, and seals those that are not. */
import type { Client } from "pg";
import { runLater, type Procedure } from "../kit/procedure.ts";
import type { Tables } from "../kit/tables.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { sealStep, unlock } from "../secrets/unlock.ts";
import { contextOver, sendOn } from "./sending.ts";

/** Throws `SecretsRefused` when the key file does not fit the database. */
export async function unlockDatabase(
  client: Client,
  tables: Tables,
  secrets: Secrets,
  secretsKeyFile: string,
): Promise<void> {
  const { context, executeAll } = contextOver(sendOn(client), tables);

  async function inTransaction<T>(procedure: Procedure<T>): Promise<T> {
    await client.query("begin isolation level read committed read write");
    try {
      await client.query("set local synchronous_commit = on");
      const writes: Promise<unknown>[] = [];
      const answer = await runLater(procedure, (steps) =>
        executeAll(steps, (write) => writes.push(write)),
      );
      await Promise.all(writes);
      await client.query("commit");
      return answer;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  }

  await inTransaction(unlock(context, secrets, secretsKeyFile));
  while ((await inTransaction(sealStep(context, secrets))) > 0);
}
