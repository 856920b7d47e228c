import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { foldingOf } from "../../src/store/sqlite/open-file.ts";

const pages = (database: Sqlite.Database) =>
  database.pragma("wal_autocheckpoint", { simple: true });

test.each([
  [1500, [500, 1500, 1500, 500]],
  // Of a small disk.
  [200, [200, 200, 200, 200]],
])("under load a commit folds smaller pieces of the WAL than %i pages", (most, expected) => {
  const database = new Sqlite(":memory:");
  database.pragma(`wal_autocheckpoint = ${most}`);
  const foldFor = foldingOf(database);
  const steps = [true, false, false, true].map((underLoad) => {
    foldFor(underLoad);
    return pages(database);
  });
  expect(steps).toEqual(expected);
});
