import { openSqliteStore } from "../store/sqlite/store.ts";
import type { Store } from "./store.ts";

/**
 * Opens the database file, migrated to this version's schema; throws one sentence when it cannot. The use
 * cases run in the writer thread, and are loaded there alone.
 */
export function openSqlite(options: { path: string; now: number }): Promise<Store> {
  // The thread starts from a file, which has another name where it is compiled.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return openSqliteStore({ ...options, writer: new URL(`./writer.${extension}`, import.meta.url) });
}
