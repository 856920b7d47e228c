/** What the commands about files write is on disk before they say so, and a restore that is killed leaves one database. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { makeEarlierFile } from "../support/earlier-file.ts";
import { canInject, killedAt } from "../support/failing-disk.ts";
import { runMonitord, startMonitord } from "../support/process.ts";

describe.runIf(canInject)("on a disk whose calls are seen", () => {
  let folder: string;
  let database: string;
  const trace = () => join(folder, "trace");
  const file = () => join(folder, "backup.db");
  const run = (words: string[], before: string[] = []) =>
    runMonitord([...words, "--data-dir", folder], {}, before);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "monitord-on-disk-"));
    database = join(folder, "monitord.db");
    const daemon = await startMonitord(["--data-dir", folder]);
    expect(await daemon.stop()).toBe(0);
    rmSync(join(folder, "monitord.db.reserve"));
    return () => rmSync(folder, { recursive: true });
  });

  /** The calls of a command, in their order: `fsync monitord.db`, and `says WORD`. */
  async function callsOf(words: string[], said: string): Promise<string[]> {
    const strace = ["strace", "-f", "-y", "-s", "200", "-o", trace()];
    const calls = "trace=fsync,fdatasync,rename,write";
    expect(await run(words, [...strace, "-e", calls])).toMatchObject({ code: 0 });
    const seen = readFileSync(trace(), "utf8")
      .split("\n")
      .flatMap((line) => {
        const [, synced] = /f(?:data)?sync\(\d+<(.*?)>\)/.exec(line) ?? [];
        if (synced !== undefined) return [`sync ${synced}`];
        const [, from, to] = /rename\("(.*?)", "(.*?)"\)/.exec(line) ?? [];
        // Node keeps what it compiled in files of its own.
        if (from?.startsWith(folder)) return [`rename ${from} ${to}`];
        return line.includes(`"${said} `) ? [`says ${said}`] : [];
      });
    return seen.slice(0, seen.indexOf(`says ${said}`) + 1);
  }

  test("restore says so when the file and its name are on disk", async () => {
    expect((await run(["backup", file()])).code).toBe(0);
    const calls = await callsOf(["restore", file()], "Restored");
    const incoming = `${database}.incoming`;
    expect(calls.slice(-4)).toEqual([
      `sync ${incoming}`,
      `rename ${incoming} ${database}`,
      `sync ${folder}`,
      "says Restored",
    ]);
  });

  test("backup says so when the file and its name are on disk", async () => {
    const calls = await callsOf(["backup", file()], "Wrote");
    const partial = `${file()}.partial`;
    expect(calls.slice(-4)).toEqual([
      `sync ${partial}`,
      `rename ${partial} ${file()}`,
      `sync ${folder}`,
      "says Wrote",
    ]);
  });

  test("an upgrade changes the database when the copy of it, and the name of the copy, are on disk", async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    makeEarlierFile(database);
    const calls = await callsOf(["migrate"], "The database");
    const copy = readdirSync(folder).find((name) => name.startsWith("monitord.db.before-"))!;
    const upgrade = calls.indexOf(`sync ${database}-wal`);
    expect(calls.slice(upgrade - 2, upgrade)).toEqual([
      `sync ${join(folder, copy)}`,
      `sync ${folder}`,
    ]);
  });

  /** The name of its organization; null: there is no database. */
  function nameIn(path: string): string {
    const sqlite = new Sqlite(path, { fileMustExist: true });
    const name = sqlite.prepare("select name from organizations").pluck().get() as string;
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    sqlite.close();
    return name;
  }
  function rename(path: string, name: string): void {
    const sqlite = new Sqlite(path);
    sqlite.prepare("update organizations set name = ?").run(name);
    sqlite.close();
  }

  test("a restore that is killed leaves the database or the backup, and the next one ends it", async () => {
    expect((await run(["backup", file()])).code).toBe(0);
    rename(file(), "backup");
    const left = new Set<string>();
    for (const [call, last] of [
      ["link", 1],
      ["unlink", 8],
      ["rename", 2],
      ["fsync", 4],
      ["openat", 4],
    ] as const)
      for (let nth = 1; nth <= last; nth++) {
        rename(database, "before");
        const paths = readdirSync(folder).map((name) => join(folder, name));
        const also = [`${database}-wal`, `${database}-shm`, `${database}.incoming`];
        await run(["restore", file()], killedAt(call, nth, [...paths, ...also]));
        left.add(nameIn(database));
      }
    expect([...left].toSorted()).toEqual(["backup", "before"]);
    expect(await run(["restore", file()])).toMatchObject({ code: 0 });
    expect(nameIn(database)).toBe("backup");
    expect(readdirSync(folder).filter((name) => name.includes("incoming"))).toEqual([]);
  });
});
