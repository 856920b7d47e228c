import { readFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { fromNothing, missing } from "../../src/store/migrations/make-migration.ts";
import { folderOf, initial } from "../../src/store/migrations/migrations.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { night } from "../support/builders.ts";
import { dropDatabases, emptyDatabase, freshDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";
import { storeContract } from "./contract.ts";

const urls = new WeakMap<Store, string>();

async function open(url?: string): Promise<Store> {
  const at = url ?? (await emptyDatabase());
  const store = await storeAt(at, () => night);
  urls.set(store, at);
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
  expect((await missing("postgres")).sql).toBe("");
  expect((await fromNothing("postgres")).sql).toBe(
    readFileSync(new URL(initial, folderOf("postgres")), "utf8"),
  );
});

test("a write that fails behind the procedure's back is an error of that verb, and the store goes on", async () => {
  const store = await open();
  const create = (name: string) => store.run("create_organization", { name, now: night });
  await create("one");
  await expect(create("one")).rejects.toThrow(/create_organization: duplicate/);
  expect(store.failure()).toBeNull();
  await create("two");
  expect(await store.read.organizations()).toHaveLength(2);
  await store.close();
});

test("both databases have the same tables, columns and indexes", async () => {
  const url = await freshDatabase();
  const store = await open(url);
  await store.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  const partition = "(select relname from pg_class where relispartition)";
  const columns = await client.query<Record<string, string>>(
    `select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name not in ${partition}`,
  );
  const indexes = await client.query<Record<string, string>>(
    `select tablename, indexname from pg_indexes where schemaname = 'public' and tablename not in ${partition} and indexname not like '%pkey' and indexname not like '%_pk'`,
  );
  await client.end();
  const postgres = [
    ...columns.rows.map(
      (row) =>
        `${row["table_name"]}.${row["column_name"]}${row["is_nullable"] === "YES" ? "?" : ""}`,
    ),
    ...indexes.rows.map((row) => `${row["tablename"]} ${row["indexname"]}`),
  ];

  const sqlite = new Sqlite(":memory:");
  migrate(sqlite, night);
  const tables = sqlite
    .prepare<[], { name: string }>(
      // SQLite's own table of sequences is none of ours.
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name);
  const inSqlite = tables.flatMap((table) => [
    ...sqlite
      .prepare<[], { name: string; notnull: number; pk: number }>(
        `select name, "notnull", pk from pragma_table_info('${table}')`,
      )
      .all()
      .map(({ name, notnull, pk }) => `${table}.${name}${notnull || pk ? "" : "?"}`),
    ...sqlite
      .prepare<[], { name: string }>(
        `select name from pragma_index_list('${table}') where origin = 'c'`,
      )
      .all()
      .map(({ name }) => `${table} ${name}`),
  ]);
  // SQLite deletes old reports in the order of their key.
  expect(postgres.sort()).toEqual([...inSqlite, "reports reports_age"].sort());
});
