import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { fromNothing, missing } from "../../src/store/migrations/make-migration.ts";
import { folderOf, initial } from "../../src/store/migrations/migrations.ts";
import { version } from "../../src/store/migrations/version.ts";
import type { StartWriter } from "../../src/store/sqlite/start-writer.ts";
import { unusable } from "../../src/store/sqlite/verify.ts";
import { night } from "../support/builders.ts";
import { makeEarlierFile } from "../support/earlier-file.ts";
import { writerHere } from "../support/writer.ts";
import { storeContract } from "./contract.ts";

const folders: string[] = [];
const paths = new WeakMap<Store, string>();

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "monitord-"));
  folders.push(folder);
  return join(folder, "monitord.db");
}

async function open(
  path = freshPath(),
  startWriter?: StartWriter,
  journalFrom?: number,
): Promise<Store> {
  const store = await openSqlite(
    { path, now: night, ...(journalFrom !== undefined && { journalFrom }) },
    startWriter,
  );
  paths.set(store, path);
  return store;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

// In the thread of the test; those below have the writer's own.
storeContract("SQLite", {
  open: () => open(freshPath(), writerHere),
  async reopen(store) {
    const path = paths.get(store)!;
    await store.close();
    return open(path, writerHere);
  },
});

/** Files whose rows come back to front where a statement has no order: what needs one says so. */
const reversed = new Set<string>();
// oxlint-disable-next-line typescript/unbound-method -- it is called with a database
const { prepare } = Sqlite.prototype;
beforeAll(() => {
  const asked = new WeakSet<Sqlite.Database>();
  vi.spyOn(Sqlite.prototype, "prepare").mockImplementation(function (this: Sqlite.Database, text) {
    if (reversed.has(this.name) && !asked.has(this)) {
      asked.add(this);
      this.pragma("reverse_unordered_selects = ON");
    }
    return prepare.call(this, text);
  } as typeof prepare);
});
afterAll(() => vi.restoreAllMocks());

// Every report that is only counted goes through the journal, as in a batch of many.
storeContract("SQLite with a report journal, and without an order of its own", {
  open: () => {
    const path = freshPath();
    reversed.add(path);
    return open(path, writerHere, 1);
  },
  async reopen(store) {
    const path = paths.get(store)!;
    await store.close();
    return open(path, writerHere, 1);
  },
});

test("the migrations make the tables that are declared, and nothing is missing", async () => {
  expect((await missing("sqlite")).sql).toBe("");
  expect((await fromNothing("sqlite")).sql).toBe(
    readFileSync(new URL(initial, folderOf("sqlite")), "utf8"),
  );
});

test("a database from a newer version is refused in one sentence", async () => {
  const store = await open();
  const path = paths.get(store)!;
  await store.close();
  const sqlite = new Sqlite(path);
  sqlite.exec("insert into migrations values ('9999-tomorrow.sql', 0, '9.9.0')");
  sqlite.close();
  await expect(openSqlite({ path, now: night })).rejects.toThrow(
    /newer version of monitord \(it has 9999-tomorrow\.sql\): start monitord 9\.9\.0 or newer/,
  );
  const copy = `${path}.before-9999-tomorrow`;
  writeFileSync(copy, "");
  await expect(openSqlite({ path, now: night })).rejects.toThrow(`: monitord restore ${copy}`);
});

test.each([
  ["without a column", "alter table subjects drop column measured", "no subjects.measured"],
  ["without a table", "drop table silences", "no silences."],
  [
    "with a column of another name",
    "alter table users rename column name to called",
    "no users.name",
  ],
  [
    "with a column that each row needs",
    `create table other (schedule_id text, user_id text, "from" integer, until integer, began integer, confirmed_at integer,
      hat text not null); drop table known_shifts; alter table other rename to known_shifts`,
    "known_shifts.hat",
  ],
])("a database %s is refused in one sentence", async (_, change, named) => {
  const store = await open();
  const path = paths.get(store)!;
  await store.close();
  const sqlite = new Sqlite(path);
  sqlite.exec(change);
  sqlite.close();
  await expect(openSqlite({ path, now: night })).rejects.toThrow(
    `The database does not have the tables of monitord ${version} (it has ${named}`,
  );
  expect(unusable(path)).toContain(`(it has ${named}`);
});

test("a database with columns and tables of somebody else is used", async () => {
  const path = freshPath();
  await (await open(path)).close();
  const sqlite = new Sqlite(path);
  sqlite.exec(`alter table users add column shoe text;
    alter table users add column hat text not null default 'none';
    create table mine (a text not null)`);
  sqlite.close();
  await (await open(path)).close();
});

test("an upgrade copies the database first, readable for this user alone, and keeps the last two copies", async () => {
  const path = freshPath();
  makeEarlierFile(path);
  for (const [name, on] of [
    ["0001-first", 1],
    ["0002-second", 2],
  ] as const) {
    writeFileSync(`${path}.before-${name}`, "");
    utimesSync(`${path}.before-${name}`, on, on);
  }
  await (await open(path)).close();
  const copy = `${path}.before-0001-initial`;
  expect(readdirSync(dirname(path)).sort()).toEqual([
    "monitord.db",
    "monitord.db.before-0001-initial",
    "monitord.db.before-0002-second",
    "secrets.key",
  ]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const copied = new Sqlite(copy, { readonly: true });
  expect(copied.pragma("quick_check", { simple: true })).toBe("ok");
  expect(copied.prepare("select row from earlier").pluck().get()).toBe("kept");
  expect(copied.prepare("select name from sqlite_master").pluck().all()).toEqual(["earlier"]);
  copied.close();
});

test("nothing is copied by an upgrade where the operator wants no copy, nor by a start without an upgrade", async () => {
  const path = freshPath();
  makeEarlierFile(path);
  for (const migrationCopy of [false, true]) {
    const store = await openSqlite({ path, now: night, migrationCopy });
    await store.close();
  }
  expect(readdirSync(dirname(path)).sort()).toEqual(["monitord.db", "secrets.key"]);
});

test("a clean stop leaves one file beside the key, which is the whole database", async () => {
  const store = await open();
  const path = paths.get(store)!;
  await store.run("ensure_organization", { name: "ours", now: night });
  await store.close();
  expect(readdirSync(dirname(path)).sort()).toEqual(["monitord.db", "secrets.key"]);
  const copied = new Sqlite(path, { readonly: true });
  expect(copied.prepare("select name from organizations").all()).toEqual([{ name: "ours" }]);
  copied.close();
});

test("the files are for this user alone, also in a folder that others may read, and of an older version", async () => {
  const path = freshPath();
  chmodSync(dirname(path), 0o755);
  writeFileSync(path, "", { mode: 0o644 });
  chmodSync(path, 0o644);
  const store = await open(path);
  await store.run("ensure_organization", { name: "ours", now: night });
  const modes = readdirSync(dirname(path)).map((name) => [
    name,
    (statSync(join(dirname(path), name)).mode & 0o777).toString(8),
  ]);
  await store.close();
  expect(modes).toEqual([
    ["monitord.db", "600"],
    ["monitord.db-shm", "600"],
    ["monitord.db-wal", "600"],
    ["secrets.key", "600"],
  ]);
});

test("a file carries the mark of monitord and the number of its schema, and the version that made each step", async () => {
  const store = await open();
  await store.close();
  const sqlite = new Sqlite(paths.get(store)!, { readonly: true });
  expect(sqlite.pragma("application_id", { simple: true })).toBe(0x6d6f6e64);
  expect(sqlite.pragma("user_version", { simple: true })).toBeGreaterThan(0);
  const recorded = sqlite.prepare("select version from migrations").pluck().all();
  expect(new Set(recorded)).toEqual(new Set([version]));
  sqlite.close();
});

test("the database of another application is refused, and gets no tables of ours", async () => {
  const path = freshPath();
  const other = new Sqlite(path);
  other.exec("create table migrations (name text, applied_at integer); create table invoices (id)");
  other.exec("insert into migrations values ('0001-initial.sql', 0)");
  await expect(openSqlite({ path, now: night })).rejects.toThrow(
    `The file ${path} is a database of another application: choose another --data-dir.`,
  );
  expect(other.prepare("select count(*) from sqlite_master").pluck().get()).toBe(2);
  other.close();
});

test("space of deleted rows can be given back, in a file that is made by this version", async () => {
  const store = await open();
  await store.close();
  const sqlite = new Sqlite(paths.get(store)!, { readonly: true });
  expect(sqlite.pragma("auto_vacuum", { simple: true })).toBe(2);
  sqlite.close();
});

test("a damaged database is refused and not started empty", async () => {
  const path = freshPath();
  const { writeFileSync } = await import("node:fs");
  writeFileSync(path, "this is not a database, but it is long enough to read");
  await expect(openSqlite({ path, now: night })).rejects.toThrow(/not a database/);
  expect(dirname(path)).toBeTruthy();
});

test("a thread of the writer that ends is replaced, and takes writes again", async () => {
  const threads: Worker[] = [];
  const began = (thread: Worker) => void threads.push(thread);
  process.on("worker", began);
  const store = await open();
  process.off("worker", began);
  await store.run("ensure_organization", { name: "before", now: night });
  const under = store.run("ensure_organization", { name: "under way", now: night });
  // What the thread has not answered fails, or is answered before it ends.
  await Promise.allSettled([under, threads.at(-1)!.terminate()]);
  await vi.waitFor(() => store.run("create_organization", { name: "after", now: night }), {
    timeout: 60_000,
  });
  expect(store.failure()).toBe(null);
  const names = (await store.read.organizations()).map(({ name }) => name).sort();
  expect(names).toEqual(["after", "before"]);
  await store.close();
});

test("while another process holds the lock, writes wait and then say that nothing was stored", async () => {
  const store = await open();
  const other = new Sqlite(paths.get(store)!);
  other.exec("begin immediate");
  const organization = { name: "x", now: night };
  await expect(store.run("create_organization", organization)).rejects.toThrow(
    /did not confirm the write/,
  );
  expect(store.failure()).toContain("locked");
  other.exec("rollback");
  other.close();
  await store.run("create_organization", organization);
  expect(store.failure()).toBeNull();
  await store.close();
});
