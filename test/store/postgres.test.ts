import { afterAll, expect, test } from "vitest";
import type { Store } from "../../src/app/ports.ts";
import { missing } from "../../src/store/make-migration.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { night } from "../support/builders.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { storeContract } from "./contract.ts";

const urls = new WeakMap<Store, string>();

async function open(url?: string): Promise<Store> {
  const at = url ?? (await freshDatabase());
  const store = openPostgresStore({
    url: at,
    clock: { now: () => night, sleep: () => Promise.resolve() },
    time: "caller",
    random: () => 0.5,
    onAway: () => {},
  });
  urls.set(store, at);
  await store.ready;
  return store;
}

afterAll(dropDatabases);

storeContract("PostgreSQL", {
  open: () => open(),
  async reopen(store) {
    const url = urls.get(store)!;
    await store.close();
    return open(url);
  },
});

test("the migrations make the tables that are declared, and nothing is missing", async () => {
  expect((await missing("postgres")).statements).toEqual([]);
});
