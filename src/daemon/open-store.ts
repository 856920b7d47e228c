/** Which store a configuration means. */
import { dirname, join } from "node:path";
import type { Clock } from "../app/ports.ts";
import type { Store } from "../app/store.ts";
import type { StartWriter } from "../store/sqlite/start-writer.ts";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { makeDataDir } from "./data-dir.ts";

export const databaseFileOf = (config: Pick<Config, "dataDir">) =>
  join(config.dataDir, "monitord.db");

/**
 * Opens the store that `config` selects; `store.ready` says when it can be used. Loads the code of that
 * database alone: the other one's would be 121 of the 2,109 modules of a start.
 */
export async function openStore(
  config: Pick<Config, "dataDir" | "databaseUrl" | "secretsKeyFile" | "migrationCopy">,
  around: {
    clock: Clock;
    random: () => number;
    onAway: (why: string | null) => void;
    startWriter?: StartWriter;
  },
): Promise<Store> {
  const { secretsKeyFile, migrationCopy } = config;
  makeDataDir(dirname(secretsKeyFile));
  if (config.databaseUrl !== null) {
    const { openPostgres } = await import("../app/open-postgres.ts");
    return openPostgres({
      ...around,
      url: config.databaseUrl,
      secretsKeyFile,
      // A clock that a test moves is the only one that counts.
      time: around.clock === systemClock ? "database" : "caller",
    });
  }
  const { openSqlite } = await import("../app/open-sqlite.ts");
  makeDataDir(config.dataDir);
  const path = databaseFileOf(config);
  const options = { path, now: around.clock.now(), migrationCopy, secretsKeyFile };
  return openSqlite(options, around.startWriter);
}

/** The database as text for people: the file, or the URL without its password. */
export function shownDatabase(config: Pick<Config, "dataDir" | "databaseUrl">): string {
  if (config.databaseUrl === null) return databaseFileOf(config);
  const url = new URL(config.databaseUrl);
  if (url.password !== "") url.password = "***";
  return url.href;
}
