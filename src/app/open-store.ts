/** Opens a store with the use cases of this folder. */
import { openPostgresStore, type PostgresOptions } from "../store/postgres/store.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import type { Store } from "./store.ts";
import { verbs } from "./verbs.ts";

/** Opens the database file, migrated to this version's schema; throws one sentence when it cannot. */
export function openSqlite(options: { path: string; now: number }): Promise<Store> {
  // The thread starts from a file, which has another name where it is compiled.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return openSqliteStore({ ...options, writer: new URL(`./writer.${extension}`, import.meta.url) });
}

/** Opens the store; it is ready once the schema is up to date. */
export const openPostgres = (options: PostgresOptions): Store => openPostgresStore(options, verbs);
