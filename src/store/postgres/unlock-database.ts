/** Makes the secrets of a database readable, and seals those that are not. */
import type { Client } from "pg";
import type { Tables } from "../kit/tables.ts";
import type { Secrets } from "../kit/secrets.ts";
import { sealStep, unlock } from "../secrets/unlock.ts";
import { aloneOn } from "./alone.ts";

/** Throws `SecretsRefused` when the key file does not fit the database. */
export async function unlockDatabase(
  client: Client,
  tables: Tables,
  secrets: Secrets,
  secretsKeyFile: string,
): Promise<void> {
  const { context, inTransaction } = aloneOn(client, tables);
  await inTransaction(unlock(context, secrets, secretsKeyFile));
  while ((await inTransaction(sealStep(context, secrets))) > 0);
}
