/** A disk without room, played by a limit of pages that the test lifts: SQLite answers as it does without room. */
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { isBulk } from "../../src/app/bulk.ts";
import { verbs } from "../../src/app/verbs.ts";
import type { Turn } from "../../src/store/sqlite/wire.ts";
import { openWriter, type Writer } from "../../src/store/sqlite/writer.ts";
import { night } from "../support/builders.ts";

let path: string;
let writer: Writer;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-full-"));
  path = join(folder, "monitord.db");
  writer = openWriter({ path, now: night }, verbs, isBulk);
  return () => {
    writer.close();
    rmSync(folder, { recursive: true });
  };
});

let turns = 0;
const organization = (name: string): Turn => ({
  id: ++turns,
  source: "test",
  verb: "create_organization",
  request: { verb: "create_organization", input: { name, now: night } },
});
const wal = () => statSync(`${path}-wal`).size;
/** Large rows: by forty the WAL has some megabytes. */
function fill(rows = 40): void {
  for (let i = 0; i < rows; i++)
    expect(writer.run([organization(`${turns} ${"x".repeat(50_000)}`)]).lost).toBeNull();
}

test("the WAL is cut by upkeep, and by no reader that stays in it, such as Litestream, is anybody held up", () => {
  fill();
  writer.upkeep();
  // These stay in the WAL; after the last row of a full one the reader would find all in the file, and hold up nobody.
  fill(30);
  const litestream = new Sqlite(path, { readonly: true });
  litestream.exec("begin");
  litestream.prepare("select count(*) from organizations").get();
  const before = wal();
  expect(writer.run([organization("while a reader holds the WAL")]).lost).toBeNull();
  expect(writer.upkeep()).toMatchObject({ failure: null, full: false });
  expect(wal()).toBeGreaterThanOrEqual(before);
  litestream.exec("commit");
  writer.upkeep();
  expect(wal()).toBe(0);
  expect(litestream.prepare("select count(*) from organizations").pluck().get()).toBe(71);
  litestream.close();
});

test("the WAL does not grow beyond some megabytes under load", () => {
  for (let i = 0; i < 5; i++) fill();
  expect(wal()).toBeLessThan(8 * 1024 ** 2);
});

test("the space of deleted rows leaves the file in small steps, but for a spare part", () => {
  for (let i = 0; i < 3; i++) fill();
  writer.upkeep();
  const before = statSync(path).size;
  const other = new Sqlite(path);
  other.exec("delete from organizations");
  const free = () => Number(other.pragma("freelist_count", { simple: true }));
  const deleted = free();
  writer.upkeep();
  expect(free()).toBe(deleted - 128);
  while (free() > 512) writer.upkeep();
  other.pragma("wal_checkpoint(TRUNCATE)");
  expect(statSync(path).size).toBeLessThan(before * 0.6);
  other.close();
});

test("a reserve stands beside the database, for this user alone", () => {
  expect(existsSync(`${path}.reserve`)).toBe(false);
  writer.upkeep();
  const { size, mode, blocks } = statSync(`${path}.reserve`);
  expect([size, mode & 0o777]).toEqual([12 * 1024 ** 2, 0o600]);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
});
