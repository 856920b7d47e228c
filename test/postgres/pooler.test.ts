/**
 * No session state: the promises of a store hold behind a pooler in transaction mode too. Those of claims,
 * locks, batches and conflicts are asked for: all statements go through the same connections.
 */
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { storeContract } from "../store/contract.ts";
import { declarationPromises } from "../store/contract/declarations.ts";
import { nodePromises } from "../store/contract/nodes.ts";
import { pushPromises } from "../store/contract/pushes.ts";
import { reportPromises } from "../store/contract/reports.ts";
import { night } from "../support/builders.ts";
import { hasPgBouncer, startPgBouncer, type PgBouncer } from "../support/pgbouncer.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";

describe.skipIf(!hasPgBouncer)("behind PgBouncer", () => {
  let pooler: PgBouncer;
  const urls = new WeakMap<Store, string>();

  beforeAll(async () => {
    pooler = await startPgBouncer(inject("postgres"));
  });
  afterAll(async () => {
    await pooler.stop();
    await dropDatabases();
  });

  async function open(url?: string): Promise<Store> {
    const at = url ?? pooler.through(await emptyDatabase());
    const store = await storeAt(at, () => night);
    urls.set(store, at);
    return store;
  }

  const driver = {
    open: () => open(),
    async reopen(store: Store) {
      const url = urls.get(store)!;
      await store.close();
      return open(url);
    },
  };
  storeContract("PostgreSQL", driver, [
    reportPromises,
    nodePromises,
    pushPromises,
    declarationPromises,
  ]);
});
