/** `monitord backup FILE`: a consistent copy, made while the daemon goes on. */
import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { configured, err, type Invocation, isOnServer } from "./invocation.ts";
import { databaseFileOf } from "../open-store.ts";

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (isOnServer(config, "use pg_dump, or your server's own backups.")) return 1;
  const file = invocation.args[0] ?? "";
  if (existsSync(file)) {
    err(`monitord: ${file} is there already; choose another name.`);
    return 1;
  }
  if (!existsSync(databaseFileOf(config))) {
    err(`monitord: there is no database in ${config.dataDir}.`);
    return 1;
  }
  // Under its name only when it is whole: a backup that was cut short must not look like one.
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  // It holds webhook ids and push tokens: for its owner alone, from the first byte.
  closeSync(openSync(partial, "wx", 0o600));
  const source = new Sqlite(databaseFileOf(config), { readonly: true });
  try {
    await source.backup(partial);
  } finally {
    source.close();
  }
  const problem = verify(partial);
  if (problem !== null) {
    rmSync(partial, { force: true });
    err(`monitord: the copy is damaged (${problem}); nothing was kept.`);
    return 1;
  }
  renameSync(partial, file);
  err(`Wrote ${file}. To use it: monitord restore ${file}`);
  return 0;
}

/** Why a database file cannot be used; null: it is intact, and a database of monitord. */
export function verify(file: string): string | null {
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = new Sqlite(file, { fileMustExist: true });
    const result = sqlite.pragma("integrity_check(1)", { simple: true });
    if (result !== "ok") return String(result);
    const ours = sqlite.prepare("select 1 from sqlite_master where name = 'migrations'").get();
    return ours ? null : "it is not a database of monitord";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    sqlite?.close();
  }
}
