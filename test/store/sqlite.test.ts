import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import type { Store } from "../../src/app/ports.ts";
import { missing } from "../../src/store/migrations/make-migration.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { missingFrom } from "../../src/store/migrations/migrations.ts";
import { openSqlite } from "../../src/app/open-store.ts";
import { night } from "../support/builders.ts";
import { storeContract } from "./contract.ts";

const folders: string[] = [];
const paths = new WeakMap<Store, string>();

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "monitord-"));
  folders.push(folder);
  return join(folder, "monitord.db");
}

async function open(path = freshPath()): Promise<Store> {
  const store = await openSqlite({ path, now: night });
  paths.set(store, path);
  return store;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

storeContract("SQLite", {
  open: () => open(),
  async reopen(store) {
    const path = paths.get(store)!;
    await store.close();
    return open(path);
  },
});

test("the migrations make the tables that are declared, and nothing is missing", async () => {
  expect((await missing("sqlite")).statements).toEqual([]);
});

test("a database from a newer version is refused in one sentence", async () => {
  const store = await open();
  const path = paths.get(store)!;
  await store.close();
  const sqlite = new Sqlite(path);
  sqlite.exec("insert into migrations values ('9999-tomorrow.sql', 0)");
  sqlite.close();
  await expect(openSqlite({ path, now: night })).rejects.toThrow(
    /newer version of monitord \(it has 9999-tomorrow\.sql\)/,
  );
});

test("a damaged database is refused and not started empty", async () => {
  const path = freshPath();
  const { writeFileSync } = await import("node:fs");
  writeFileSync(path, "this is not a database, but it is long enough to read");
  await expect(openSqlite({ path, now: night })).rejects.toThrow(/not a database/);
  expect(dirname(path)).toBeTruthy();
});

test("while another process holds the lock, writes wait and then say that nothing was stored", async () => {
  const store = await open();
  const other = new Sqlite(paths.get(store)!);
  other.exec("begin immediate");
  const organization = { name: "x", now: night };
  await expect(store.run("create_organization", organization)).rejects.toThrow(/did not take it/);
  expect(store.healthy()).toBe(false);
  other.exec("rollback");
  other.close();
  await store.run("create_organization", organization);
  expect(store.healthy()).toBe(true);
  await store.close();
});

test("what the first version stored is still there after the upgrade", () => {
  const sqlite = new Sqlite(":memory:");
  const [first] = missingFrom("sqlite", []);
  sqlite.exec("create table migrations (name text primary key, applied_at integer not null)");
  sqlite.exec(first!.sql);
  sqlite.prepare("insert into migrations values (?, 0)").run(first!.name);
  sqlite.exec(`
    insert into organizations (id, name, revision, last_incident_number, inserted_at) values ('o', 'default', 3, 41, 0);
    insert into subjects (id, org_id, kind, status, status_since, fetch_attempts, window_count, window_from, burst_at, burst_count, results)
      values ('s', 'o', 'health_check_monitor', 'up', 0, 0, 0, 0, 0, 0, '[{"name":"database"}]'),
             ('w', 'o', 'webhook_monitor', 'quiet', 0, 0, 7, 0, 0, 0, null);
    insert into alert_groups (id, org_id, version, inserted_at, updated_at, title, priority_level, timezone, contact_hours_all_day, contact_days, webhook_id)
      values ('g', 'o', 1, 5, 5, 'On call', 1, 'UTC', 1, '[0]', 'secret');
    insert into inbound_events (id, org_id, target_kind, target_id, received_at, http_status, reason, body)
      values ('e', 'o', 'alert_group', 'g', 6, 501, 'not yet', '{"ü":1}');
  `);
  expect(migrate(sqlite, night)).toEqual([
    "0002-apart.sql",
    "0003-results-hash.sql",
    "0004-alerts.sql",
    "0005-on-call.sql",
    "0006-declaring.sql",
    "0007-actions.sql",
    "0008-dashboard.sql",
    "0009-device-invitations.sql",
    "0010-status-pages.sql",
    "0011-drills.sql",
    "0012-depends-on.sql",
    "0013-watching.sql",
    "0014-noise.sql",
  ]);
  expect(sqlite.prepare("select org_id, last_incident_number from counters").all()).toEqual([
    { org_id: "o", last_incident_number: 41 },
  ]);
  expect(sqlite.prepare("select * from check_results").all()).toEqual([
    { subject_id: "s", results: '[{"name":"database"}]' },
  ]);
  expect(sqlite.prepare("select id, window_count from subjects order by id").all()).toEqual([
    { id: "g", window_count: 0 },
    { id: "s", window_count: 0 },
    { id: "w", window_count: 7 },
  ]);
  expect(sqlite.prepare("select reason, headers, size, body from inbound_events").all()).toEqual([
    { reason: "not yet", headers: "{}", size: 8, body: '{"ü":1}' },
  ]);
  sqlite.close();
});
