/** Tables with rows and without statistics are analyzed, once. The server itself begins at fifty rows. */
import { Client } from "pg";
import { beforeEach, expect, test } from "vitest";
import { analyzeTables } from "../../src/store/postgres/statistics.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";

let client: Client;
beforeEach(async () => {
  client = new Client({ connectionString: await emptyDatabase() });
  await client.connect();
  return async () => {
    await client.end();
    await dropDatabases();
  };
});

async function fill(from: number, to: number) {
  await client.query(
    "insert into users (id, org_id, version, inserted_at, updated_at, email, email_key) select n, 'o', 1, n, n, n, n from generate_series($1::int, $2::int) as n",
    [from, to],
  );
  // Otherwise the server hears of it within ten seconds.
  await client.query("select pg_stat_force_next_flush()");
}

const lookedAt = async () => {
  const { rows } = await client.query(
    "select relname, last_analyze from pg_stat_user_tables where last_analyze is not null",
  );
  return rows;
};

test("a table that has filled is analyzed, and those of a few rows are not", async () => {
  await fill(1, 39);
  await analyzeTables(client);
  expect(await lookedAt()).toEqual([]);
  await fill(40, 45);
  await analyzeTables(client);
  const once = await lookedAt();
  expect(once).toEqual([{ relname: "users", last_analyze: expect.any(Date) }]);
  await fill(46, 500);
  await analyzeTables(client);
  expect(await lookedAt()).toEqual(once);
});
