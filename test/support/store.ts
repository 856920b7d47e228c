/** A store of either database, for tests that do without a daemon and move the time by their own hand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/app/store.ts";
import { openPostgres } from "../../src/app/open-postgres.ts";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { dropDatabases, freshDatabase } from "./postgres.ts";
import { onPostgres } from "./world.ts";
import { writerHere } from "./writer.ts";

/** An empty store; `end` closes it and leaves nothing behind. */
export async function emptyStore(now: number): Promise<{ store: Store; end: () => Promise<void> }> {
  if (onPostgres) {
    const store = openPostgres({
      url: await freshDatabase(),
      clock: { now: () => now },
      time: "caller",
      random: () => 0.5,
      onAway: () => {},
    });
    await store.ready;
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
      now,
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
