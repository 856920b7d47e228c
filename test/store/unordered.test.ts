/** What a list promises of its order is in its statement: SQLite gives rows back to front where a statement does not say. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import type { Store } from "../../src/app/store.ts";
import { night } from "../support/builders.ts";
import { writerHere } from "../support/writer.ts";
import { storeContract } from "./contract.ts";

const folder = mkdtempSync(join(tmpdir(), "monitord-unordered-"));
const paths = new WeakMap<Store, string>();
let files = 0;

async function open(path = join(folder, `${files++}.db`)): Promise<Store> {
  const store = await openSqlite({ path, now: night }, writerHere);
  paths.set(store, path);
  return store;
}

const { pragma } = Sqlite.prototype;
/** Each connection sets something when it is opened. */
beforeAll(() => {
  vi.spyOn(Sqlite.prototype, "pragma").mockImplementation(function (this: Sqlite.Database, ...asked) {
    pragma.call(this, "reverse_unordered_selects = ON");
    return pragma.apply(this, asked) as unknown;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

storeContract("SQLite that reverses rows without an order", {
  open,
  async reopen(store) {
    const path = paths.get(store)!;
    await store.close();
    return open(path);
  },
});
