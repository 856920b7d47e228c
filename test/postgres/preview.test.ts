/** A PostgreSQL database of the preview becomes one of today. */
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { migrate } from "../../src/store/postgres/migrate.ts";
import { copiedAt, expectWhatThePreviewStored, previewOf } from "../store/preview.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";

afterAll(dropDatabases);

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function previewDatabase(): Promise<string> {
  const url = await freshDatabase();
  await withClient(url, (client) => client.query(previewOf("postgres")));
  return url;
}

/** Columns, in no order, indexes and constraints of all tables, without the partitions of rows of the preview. */
async function schemaOf(client: Client) {
  const { rows: columns } = await client.query(
    "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public' and table_name not like '%\\_before' order by 1, 2",
  );
  const { rows: indexes } = await client.query(
    "select indexdef from pg_indexes where schemaname = 'public' and tablename not like '%\\_before' order by 1",
  );
  const { rows: constraints } = await client.query(
    "select regexp_replace(conname, 'not_null1$', 'not_null') as conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like '%\\_before' order by 1",
  );
  return { columns, indexes, constraints } as object;
}

test("its rows are read as what they are", async () => {
  const store = await storeAt(await previewDatabase(), () => copiedAt);
  await expectWhatThePreviewStored(store);
  await store.close();
});

test("its tables and indexes are those of a fresh database, and so is what it has recorded", async () => {
  const migrated = async (url: string) =>
    withClient(url, async (client) => ({
      applied: await migrate(client, copiedAt),
      again: await migrate(client, copiedAt),
      recorded: (await client.query("select name from migrations")).rows,
      schema: await schemaOf(client),
    }));
  const fresh = await migrated(await freshDatabase());
  expect(fresh.applied).toEqual(["0001-initial.sql"]);
  expect(fresh.again).toEqual([]);
  expect(await migrated(await previewDatabase())).toEqual(fresh);
});

test("a database that an earlier preview made is refused with what to do", async () => {
  const url = await previewDatabase();
  await withClient(url, async (client) => {
    await client.query("delete from migrations where name > '0011'");
    await expect(migrate(client, copiedAt)).rejects.toThrow(
      /its last migration is 0010-drills\.sql\): start the last preview once, which brings it to 0013-noise\.sql, and then this version/,
    );
  });
});
