/** Opens the store that a configuration selects. */
import { dirname, join } from "node:path";
import type { Store } from "../app/store.ts";
import type { StartWriter } from "../store/sqlite/start-writer.ts";
import { withoutPassword } from "../store/postgres/hosts.ts";
import { machineClock, ServiceClock, type MachineClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { steadyLookup } from "../probe/lookup.ts";
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
    clock: ServiceClock;
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
      lookup: steadyLookup(),
      time: around.clock.goesBy === "database" ? "database" : "caller",
    });
  }
  const { openSqlite } = await import("../app/open-sqlite.ts");
  makeDataDir(config.dataDir);
  const path = databaseFileOf(config);
  const options = { path, now: around.clock.now(), migrationCopy, secretsKeyFile };
  return openSqlite(options, around.startWriter, around.onAway);
}

/** Service time over the store of `config`. A machine that a test moves is the only one that counts. */
export const clockFor = (
  config: Pick<Config, "databaseUrl">,
  machine: MachineClock = machineClock,
): ServiceClock =>
  new ServiceClock(
    machine,
    config.databaseUrl !== null && machine === machineClock ? "database" : "wall",
  );

/** Continues the service time that the store has. */
export async function continueClock(clock: ServiceClock, store: Store): Promise<void> {
  if (clock.goesBy === "wall") clock.continueFrom(await store.read.clock(clock.wall()));
}

/** The database as text for people: the file, or the URL without its password. */
export function shownDatabase(config: Pick<Config, "dataDir" | "databaseUrl">): string {
  if (config.databaseUrl === null) return databaseFileOf(config);
  return withoutPassword(config.databaseUrl);
}
