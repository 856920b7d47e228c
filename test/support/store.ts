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

/** An empty store; `end` closes it and leaves nothing behind. `another`: a further connection to the same database. */
export async function emptyStore(
  now: () => number,
): Promise<{ store: Store; another: () => Promise<Store>; end: () => Promise<void> }> {
  if (onPostgres) {
    const url = await emptyDatabase();
    const store = await storeAt(url, now);
    const others: Store[] = [];
    return {
      store,
      async another() {
        const other = await storeAt(url, now);
        others.push(other);
        return other;
      },
      end: async () => {
        for (const other of others) await other.close();
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
    // A file has one daemon.
    another: async () => store,
    end: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
