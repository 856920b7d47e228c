/** A SQLite database of the preview becomes one of today. */
import {
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
import Sqlite from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { copiedAt, expectWhatThePreviewStored, previewOf } from "./preview.ts";

let path: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-"));
  path = join(folder, "monitord.db");
  return () => rmSync(folder, { recursive: true });
});

function previewDatabase(): void {
  const sqlite = new Sqlite(path);
  sqlite.exec(previewOf("sqlite"));
  sqlite.close();
}

/** Columns, in no order, and indexes of all tables. */
function schemaOf(sqlite: Sqlite.Database) {
  const tables = sqlite
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => [
      name,
      sqlite
        .prepare(
          `select name, type, "notnull", dflt_value, pk from pragma_table_info('${name}') order by name`,
        )
        .all(),
    ]);
  const indexes = sqlite
    .prepare("select name, sql from sqlite_master where type = 'index' order by name")
    .all();
  return { tables: Object.fromEntries(tables) as object, indexes };
}

test("its rows are read as what they are", async () => {
  previewDatabase();
  const store = await openSqlite({ path, now: copiedAt });
  await expectWhatThePreviewStored(store);
  await store.close();
});

test("has its secrets in no part of the file any more, and each URL leads where it led", async () => {
  previewDatabase();
  const secrets = ["sesame-sesame-sesame", "7e3e4b52-b509-4175-b598-7c27a6315568"];
  expect(secrets.filter((text) => readFileSync(path, "latin1").includes(text))).toEqual(secrets);
  const store = await openSqlite({ path, now: copiedAt, migrationCopy: false });
  const target = await store.read.inbound_target(secrets[1]!);
  expect(target).toMatchObject({ kind: "alert_group", auth: { secret: secrets[0] } });
  await store.close();
  expect(secrets.filter((text) => readFileSync(path, "latin1").includes(text))).toEqual([]);
});

test("is copied before an upgrade changes it, readable for this user alone, and the last two copies are kept", async () => {
  previewDatabase();
  for (const [name, day] of [
    ["0001-first", 1],
    ["0002-second", 2],
  ] as const) {
    writeFileSync(`${path}.before-${name}`, "");
    utimesSync(`${path}.before-${name}`, day, day);
  }
  const store = await openSqlite({ path, now: copiedAt });
  await store.close();
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
  expect(copied.prepare("select max(name) from migrations").pluck().get()).toBe("0014-noise.sql");
  copied.close();
});

test("is not copied before an upgrade where the operator wants no copy, nor by a start without an upgrade", async () => {
  previewDatabase();
  for (const migrationCopy of [false, true]) {
    const store = await openSqlite({ path, now: copiedAt, migrationCopy });
    await store.close();
  }
  expect(readdirSync(dirname(path)).sort()).toEqual(["monitord.db", "secrets.key"]);
});

test("its tables and indexes are those of a fresh database, and so is what it has recorded", () => {
  previewDatabase();
  const [preview, fresh] = [new Sqlite(path), new Sqlite(":memory:")];
  expect(migrate(preview, copiedAt)).toEqual(["0001-initial.sql"]);
  migrate(fresh, copiedAt);
  expect(schemaOf(preview)).toEqual(schemaOf(fresh));
  const recorded = "select name from migrations";
  expect(preview.prepare(recorded).all()).toEqual(fresh.prepare(recorded).all());
  expect(migrate(preview, copiedAt)).toEqual([]);
  preview.close();
  fresh.close();
});

test("a database that an earlier preview made is refused with what to do", async () => {
  previewDatabase();
  const sqlite = new Sqlite(path);
  sqlite.exec("delete from migrations where name > '0012'");
  sqlite.close();
  await expect(openSqlite({ path, now: copiedAt })).rejects.toThrow(
    /its last migration is 0011-drills\.sql\): start the last preview once, which brings it to 0014-noise\.sql, and then this version/,
  );
});
