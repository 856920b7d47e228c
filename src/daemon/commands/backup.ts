/**
 * `monitord backup FILE`: writes a consistent copy while the daemon runs; `-` writes it to standard output.
 */
import { createReadStream, existsSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import Sqlite from "better-sqlite3";
import { quoted } from "../../core/text/shell.ts";
import { putInPlace } from "../../store/kit/on-disk.ts";
import { copyTo } from "../../store/sqlite/copy.ts";
import { databaseFileOf } from "../open-store.ts";
import { notInBackup } from "./backup-contents.ts";
import {
  failed,
  configured,
  environment,
  err,
  type Invocation,
  isOnServer,
  onSameData,
} from "./invocation.ts";

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (isOnServer(config, "use pg_dump, or your server's own backups.")) return 1;
  const file = invocation.args[0] ?? "";
  const database = databaseFileOf(config);
  const toOutput = file === "-";
  if (toOutput && process.stdout.isTTY)
    return failed("a backup is not for a terminal. Redirect it: monitord backup - > FILE");
  if (!toOutput && existsSync(file)) return failed(`${file} exists already. Choose another name.`);
  if (!existsSync(database)) return failed(`no database in ${config.dataDir}.`);
  // Under its name only when it is whole: a backup that was cut short must not look like one.
  const partial = `${toOutput ? database : file}.partial`;
  rmSync(partial, { force: true });
  const source = new Sqlite(database, { readonly: true, timeout: 2000 });
  try {
    copyTo(partial, source);
  } catch (error) {
    return failed(`the backup failed, and nothing is left of it: ${(error as Error).message}.`);
  } finally {
    source.close();
  }
  if (toOutput) {
    await pipeline(createReadStream(partial), process.stdout).finally(() => rmSync(partial));
    err(
      `Wrote the backup to standard output. To use it: ${onSameData("restore FILE", invocation)}`,
    );
  } else {
    putInPlace(partial, file);
    err(`Wrote ${file}. To use it: ${onSameData(`restore ${quoted(file)}`, invocation)}`);
  }
  for (const line of notInBackup(invocation, environment(), config.secretsKeyFile)) err(line);
  return 0;
}
