/** A store of either database, for tests that do without a daemon and move the time by their own hand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/app/store.ts";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { dropDatabases, emptyDatabase } from "./postgres.ts";
import { storeAt } from "./postgres-store.ts";
import { onPostgres } from "./world.ts";
import { writerHere } from "./writer.ts";

/** An empty store; `end` closes it and leaves nothing behind. */
export async function emptyStore(
  now: () => number,
): Promise<{ store: Store; end: () => Promise<void> }> {
  if (onPostgres) {
    const store = await storeAt(await emptyDatabase(), now);
    return {
      store,
      end: async () => {
        await store.close();
        await dropDatabases();
      },
    };
  }
  const folder = mkdtempSync(join(tmpdir(), "monitord-store-"));
  const store = await openSqlite(
    {
      path: join(folder, "monitord.db"),
      now: now(),
    },
    writerHere,
  );
  return {
    store,
    end: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
