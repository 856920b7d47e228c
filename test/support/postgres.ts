/**
 * PostgreSQL for tests: the server of `TEST_DATABASE_URL`, or one that is started for the run. Each test
 * that asks gets a database of its own.
 */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { openPostgres } from "../../src/app/open-postgres.ts";
import type { Store } from "../../src/app/store.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a database on the server, of a user who may create others. */
    postgres: string;
  }
}

const made: string[] = [];

/** Runs a statement on the server's own database; `server`: its URL, of the shared server unless given. */
export async function onServer(statement: string, server = inject("postgres")): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes an empty database; answers its URL. Whoever passes a server stops it, and with it the database. */
export async function freshDatabase(server?: string): Promise<string> {
  const name = `monitord_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name}`, server);
  if (server === undefined) made.push(name);
  const url = new URL(server ?? inject("postgres"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops every database that was made here. */
export async function dropDatabases(): Promise<void> {
  for (const name of made.splice(0)) await onServer(`drop database if exists ${name} with (force)`);
}

/** Opens the store of the database at `url`; instants are the caller's, or those of the database's clock. */
export async function storeAt(
  url: string,
  now: () => number,
  time: "caller" | "database" = "caller",
): Promise<Store> {
  const store = openPostgres({
    url,
    clock: { now },
    time,
    random: () => 0.5,
    onAway: () => {},
  });
  await store.ready;
  return store;
}
