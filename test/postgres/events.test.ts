/** Events of several nodes on one database: in one order, and none is passed over. */
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { SaveInput } from "../../src/app/declare/save-resource.ts";
import type { Store } from "../../src/app/store.ts";
import type { EventPosition } from "../../src/core/model/model.ts";
import { freshDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";
import { startServer, type Server } from "../support/postgres-server.ts";

let server: Server;
let url: string;
let stores: Store[] = [];
let clients: Client[] = [];

async function open(): Promise<Store> {
  const store = await storeAt(url, () => Date.now(), "database");
  stores.push(store);
  return store;
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

// A server of their own: events wait for its oldest transaction, whoever began it.
beforeAll(async () => {
  server = await startServer({ fsync: "off" });
});
beforeEach(async () => {
  url = await freshDatabase(server.url);
});
afterEach(async () => {
  for (const client of clients) await client.end();
  for (const store of stores) await store.close();
  clients = [];
  stores = [];
});
afterAll(() => server.stop());

const write = (client: Client, id: string) =>
  client.query(
    `insert into events (org_id, at, kind, object_id, about) values ('o', 1, 'incident', $1, '{}')`,
    [id],
  );
const person = (org_id: string, email: string): SaveInput<"users"> => ({
  actor: { org_id, name: "test", request_id: null },
  kind: "users",
  id: null,
  given: {},
  complete: {
    email,
    name: null,
    timezone: null,
    monthly_report: false,
    role: null,
    external_id: null,
    protect: false,
  },
  if_version: null,
  now: Date.now(),
});
const begin: EventPosition = { tx: 0, seq: 0 };
const read = async (store: Store, after: EventPosition) => {
  const { events, unsettled } = await store.read.events({
    org_id: null,
    after,
    limit: 100,
  });
  return { ids: events.map((one) => one.object_id), events, unsettled };
};

test("who took a number first and commits last is not passed over", async () => {
  const store = await open();
  const [slow, quick] = [await connect(), await connect()];
  await slow.query("begin");
  await write(slow, "first");
  await write(quick, "second");
  // The second is there, and has to wait for what might come before it.
  const waiting = await read(store, begin);
  expect([waiting.ids, waiting.unsettled]).toEqual([[], true]);
  expect(await store.read.last_event()).toEqual(begin);
  await slow.query("commit");
  const { ids, unsettled } = await read(store, begin);
  expect([ids, unsettled]).toEqual([["first", "second"], false]);
});

test("what was rolled back holds nothing up", async () => {
  const store = await open();
  const [slow, quick] = [await connect(), await connect()];
  await slow.query("begin");
  await write(slow, "never");
  await write(quick, "always");
  await slow.query("rollback");
  expect((await read(store, begin)).ids).toEqual(["always"]);
});

test("a reader that follows sees everything once, however many write", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  const { id: org_id } = await one.run("ensure_organization", {
    name: "default",
    now: Date.now(),
  });
  let writing = true;
  const writers = Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      (i % 2 === 0 ? one : other).run("save", person(org_id, `u${i}@example.com`)),
    ),
  ).finally(() => (writing = false));
  const seen: string[] = [];
  let after = begin;
  for (let again = true; again;) {
    again = writing;
    const { events, unsettled } = await read(one, after);
    seen.push(...events.map((event) => event.object_id));
    after = events.at(-1)?.position ?? after;
    again ||= unsettled || events.length > 0;
  }
  await writers;
  expect(seen).toHaveLength(200);
  expect(new Set(seen).size).toBe(200);
});

test("a commit on one node is said to the other at once", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  let heard = false;
  other.onNudge((nudge) => {
    heard ||= nudge === "events";
  });
  const { id: org_id } = await one.run("ensure_organization", {
    name: "default",
    now: Date.now(),
  });
  // The listening connection may still be on its way: what is said before is not heard.
  for (let i = 0; !heard && i < 50; i++) {
    await one.run("save", person(org_id, `v${i}@example.com`));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(heard).toBe(true);
});
