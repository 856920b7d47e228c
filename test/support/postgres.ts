/**
 * PostgreSQL for tests: the server of `TEST_DATABASE_URL`, or one that is started for the run. Each test
 * that asks gets a database of its own.
 */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { withClient } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a database on the server, of a user who may create others. */
    postgres: string;
    /** Name of a database there that has the schema and nothing else. */
    template: string;
  }
}

const made: string[] = [];

/** Runs a statement on the server's own database; `server`: its URL, of the shared server unless given. */
export async function onServer(statement: string, server = inject("postgres")): Promise<void> {
  await withClient(server, (client) => client.query(statement));
}

/**
 * Makes a database without tables; answers its URL. Whoever passes a server stops it, and with it the database. `how`: the
 * rest of its statement.
 */
export async function freshDatabase(server?: string, how = ""): Promise<string> {
  const url = newDatabase(server ?? inject("postgres"));
  await onServer(`create database ${nameOf(url)} ${how}`, server);
  if (server === undefined) made.push(nameOf(url));
  return url.href;
}

/** Makes a database with the schema and nothing in it, which is a copy of one; answers its URL. */
export async function emptyDatabase(): Promise<string> {
  const url = newDatabase(inject("postgres"));
  await onServer(
    `create database ${nameOf(url)} template ${inject("template")} strategy file_copy`,
  );
  made.push(nameOf(url));
  return url.href;
}

const nameOf = (url: URL) => url.pathname.slice(1);

function newDatabase(server: string): URL {
  const url = new URL(server);
  url.pathname = `/monitord_${randomUUID().replaceAll("-", "")}`;
  return url;
}

/** Drops every database that was made here. */
export async function dropDatabases(): Promise<void> {
  for (const name of made.splice(0)) await onServer(`drop database if exists ${name} with (force)`);
}
