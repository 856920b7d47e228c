/** Makes the secrets of a database file readable, and seals those that are not. */
import type Sqlite from "better-sqlite3";
import type { Context } from "../queries/context.ts";
import { runNow, type Procedure } from "../kit/procedure.ts";
import { keyFileBeside } from "../secrets/key-file.ts";
import type { Secrets } from "../kit/secrets.ts";
import { sealStep, unlock } from "../secrets/unlock.ts";
import { makeExecute } from "./execute.ts";
import type { WriterOptions } from "./wire.ts";

/** Throws `SecretsRefused` when the key file does not fit the database. */
export function unlockFile(
  sqlite: Sqlite.Database,
  context: Context,
  secrets: Secrets,
  { path, secretsKeyFile = keyFileBeside(path) }: WriterOptions,
): void {
  const execute = makeExecute();
  const inTransaction = <T>(procedure: () => Procedure<T>): T =>
    sqlite.transaction(() => runNow(procedure(), execute)).immediate();
  inTransaction(() => unlock(context, secrets, secretsKeyFile));
  const step = () => inTransaction(() => sealStep(context, secrets));
  if (step() === 0) return;
  while (step() > 0);
  // The former text of the rows still stands in free parts of the file and in the WAL.
  sqlite.exec("vacuum");
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
}
