/** A copy of every table, from SQLite to PostgreSQL and back: rows made from the columns, compared by other means. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { copyDatabase, type CopyListener } from "../../src/store/copy/copy.ts";
import type { End } from "../../src/store/copy/end.ts";
import { isSame } from "../../src/store/copy/rows.ts";
import { postgresEnd } from "../../src/store/postgres/copy-end.ts";
import { sqliteEnd } from "../../src/store/sqlite/copy-end.ts";
import { night } from "../support/builders.ts";
import { dropDatabases, freshDatabase, onServer } from "../support/postgres.ts";
import { withClient } from "../support/postgres-server.ts";
import { rowsOfFile, rowsOfServer, someRow, tableNames } from "../support/rows.ts";
import { writerHere } from "../support/writer.ts";

let folder: string;
let url: string;
const file = (name: string) => join(folder, `${name}.db`);
const secretsKeyFile = () => join(folder, "secrets.key");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-copy-"));
  url = await freshDatabase();
  return () => rmSync(folder, { recursive: true });
});
afterAll(dropDatabases);

/** A file in which each table has some rows, and the first ones several pages. */
async function filled(name: string): Promise<void> {
  const store = await openSqlite(
    { path: file(name), now: night, secretsKeyFile: secretsKeyFile() },
    writerHere,
  );
  await store.close();
  const end = sqliteEnd(file(name), "source", night);
  await end.run(
    (function* () {
      for (const table of tableNames) {
        // A database with a journal is refused.
        if (table === "report_journal") continue;
        const count = table === "arrivals" || table === "reports" ? 4500 : 7;
        const rows = Array.from({ length: count }, (_, i) => someRow(table, i));
        yield* end.context.of[table].insertAll(rows as never);
      }
    })(),
  );
  await end.close();
}

const silent: CopyListener = { begin: () => {}, page: () => {} };

/** Copies between two ends that it closes. */
async function copy(source: End, target: End, on: Partial<CopyListener> = {}) {
  try {
    const compared = await copyDatabase({
      source,
      target,
      secretsKeyFile: secretsKeyFile(),
      id: crypto.randomUUID(),
      now: () => night,
      *settle() {},
      on: { ...silent, ...on },
    });
    return compared!;
  } finally {
    await source.close();
    await target.close();
  }
}

const onFile = (name: string, role: "source" | "target") => sqliteEnd(file(name), role, night);
const onUrl = (role: "source" | "target") => postgresEnd(url, "the server", role, night);

/** Without what copies leave. */
const unmarked = (rows: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => name !== "copy_mark"));

test("has each row of each table on the other side, and back again", async () => {
  await filled("before");
  const before = rowsOfFile(file("before"));
  expect(Object.keys(before).toSorted()).toEqual([...tableNames].toSorted());
  expect(Object.keys(before).filter((name) => before[name]!.length === 0)).toEqual([
    "report_journal",
  ]);

  const compared = await copy(onFile("before", "source"), await onUrl("target"));
  expect(compared.map(({ table }) => table)).toEqual(tableNames);
  expect(compared.every(isSame)).toBe(true);
  expect(await rowsOfServer(url)).toEqual(before);

  await copy(await onUrl("source"), onFile("after", "target"));
  expect(rowsOfFile(file("after"))).toEqual(before);
  expect(unmarked(rowsOfFile(file("before")))).toEqual(before);
});

/** The number of arrivals on the server in each partition. */
const partitionsOfArrivals = () =>
  withClient(url, async (client) => {
    const counted = await client.query(
      "select tableoid::regclass::text as name, count(*)::int as rows from arrivals group by 1",
    );
    return counted.rows as unknown[];
  });

test("brings each row to the partition that it stays in, also when it begins again", async () => {
  await filled("before");
  await cutShort("copy", 50);
  expect(await partitionsOfArrivals()).toEqual([{ name: "arrivals_before", rows: 4500 }]);
  const source = onFile("before", "source");
  await source.run(source.marks.remove({ id: 1 }));
  await copy(source, await onUrl("target"));
  expect(await partitionsOfArrivals()).toEqual([{ name: "arrivals_before", rows: 4500 }]);
});

/** Copies until this many pages of a phase are done, and then dies. */
async function cutShort(doing: "copy" | "compare", pages: number): Promise<void> {
  let left = pages;
  const dying = copy(onFile("before", "source"), await onUrl("target"), {
    page(at) {
      if (at === doing && --left === 0) throw new Error("killed");
    },
  });
  await expect(dying).rejects.toThrow("killed");
}

test.each([
  ["within a table", "copy", 4],
  ["between tables", "copy", 40],
  ["while it compares", "compare", 20],
] as const)(
  "goes on after it was cut short %s, and copies no row twice",
  async (_, doing, pages) => {
    await filled("before");
    const before = rowsOfFile(file("before"));
    await cutShort(doing, pages);
    const said: string[] = [];
    let copied = 0;
    const compared = await copy(onFile("before", "source"), await onUrl("target"), {
      begin: (how) => said.push(how),
      page: (at, __, rows) => void (copied += at === "copy" ? rows : 0),
    });
    expect(compared.every(isSame)).toBe(true);
    expect(said).toEqual(["goes on"]);
    expect(copied).toBeLessThan(Object.values(before).flat().length);
    expect(await rowsOfServer(url)).toEqual(before);
  },
);

test("begins again when the source was used since, whose rows are others now", async () => {
  await filled("before");
  await cutShort("copy", 50);
  const store = await openSqlite(
    { path: file("before"), now: night, secretsKeyFile: secretsKeyFile() },
    writerHere,
  );
  await store.run("create_organization", { name: "Made later", now: night });
  await store.close();
  const said: string[] = [];
  await copy(onFile("before", "source"), await onUrl("target"), { begin: (how) => said.push(how) });
  expect(said).toEqual(["begins again"]);
  expect(await rowsOfServer(url)).toEqual(unmarked(rowsOfFile(file("before"))));
});

test("completes a copy that was cut short when the source was given up already", async () => {
  await filled("before");
  const target = await onUrl("target");
  const unmark = () => Promise.reject(new Error("killed"));
  const dying = copy(onFile("before", "source"), { ...target, unmark });
  await expect(dying).rejects.toThrow("killed");
  const said: string[] = [];
  await copy(onFile("before", "source"), await onUrl("target"), { begin: (how) => said.push(how) });
  expect(said).toEqual(["ended"]);
  expect(await rowsOfServer(url)).toEqual(unmarked(rowsOfFile(file("before"))));
});

test("a row that is different makes the copy useless, and the next one begins again", async () => {
  await filled("before");
  const damaged = await onUrl("target");
  const compared = await copy(onFile("before", "source"), {
    ...damaged,
    // After the last page, and before both are compared.
    continueNumbers: () => onServer("update marks set text = 'another' where at % 7 = 0", url),
  });
  expect(compared.filter((one) => !isSame(one)).map(({ table }) => table)).toEqual(["marks"]);
  expect(await rowsOfServer(url)).toHaveProperty("copy_mark");

  const again = await copy(onFile("before", "source"), await onUrl("target"));
  expect(again.every(isSame)).toBe(true);
  expect(await rowsOfServer(url)).toEqual(unmarked(rowsOfFile(file("before"))));
});

test("numbers of rows go on where they were, also after those rows are deleted", async () => {
  await filled("before");
  const source = onFile("before", "source");
  const last = (await source.numbers())["events"]!;
  await source.run(
    source.context.of.events.remove({ kind: someRow("events", 1)["kind"] as never }),
  );
  await copy(source, await onUrl("target"));
  const there = await onUrl("source");
  expect(await there.numbers()).toMatchObject({ events: last });
  await copy(there, onFile("after", "target"));
  const back = onFile("after", "source");
  expect(await back.numbers()).toMatchObject({ events: last });
  await back.close();
});

test("refuses a target with anything in it, an unfinished copy of another source, and a key that does not fit", async () => {
  await filled("before");
  await filled("other");
  const refused = async (name: string) =>
    copy(onFile(name, "source"), await onUrl("target")).then(
      () => "copied",
      (error: Error) => error.message,
    );
  await cutShort("copy", 4);
  expect(await refused("other")).toBe(
    `the server holds an unfinished copy of another database, ${file("before")}. Delete it, or choose another.`,
  );
  await copy(onFile("before", "source"), await onUrl("target"));
  expect(await refused("other")).toContain(
    "the server is not empty: it has rows in 70 tables (organizations, counters, nodes and others).",
  );
  rmSync(secretsKeyFile());
  expect(await refused("other")).toContain(
    `the secrets key file ${secretsKeyFile()} is not there. Put the file of this database there`,
  );
});

test("of a database with reports in its journal is refused, because only a writer knows their tables", async () => {
  await filled("unclosed");
  const sqlite = new Sqlite(file("unclosed"));
  sqlite.exec("insert into report_journal (entries) values ('[]')");
  sqlite.close();
  expect(() => onFile("unclosed", "source")).toThrow("Let monitord migrate do that, and repeat.");
});
