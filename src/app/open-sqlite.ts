import { startWriterThread, type StartWriter } from "../store/sqlite/start-writer.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import type { WriterOptions } from "../store/sqlite/wire.ts";
import type { Store } from "./store.ts";

// The thread starts from a file, which has another name where it is compiled.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const writer = new URL(`./writer.${extension}`, import.meta.url);

/**
 * Opens the database file, migrated to this version's schema; throws one sentence when it cannot. The use
 * cases run in the writer's thread, and are loaded there alone.
 */
export const openSqlite = (
  options: WriterOptions,
  startWriter: StartWriter = startWriterThread(writer),
  onAway?: (why: string | null) => void,
): Promise<Store> => openSqliteStore(options, startWriter, onAway);
