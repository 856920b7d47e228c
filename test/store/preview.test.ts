/** A SQLite database of the preview becomes one of today. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
