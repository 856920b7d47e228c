import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { monitord, processEnv } from "../support/programs.ts";
import { runMonitord } from "../support/process.ts";

let folder: string;
let dataDir: string;
let database: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-backup-"));
  dataDir = join(folder, "data");
  database = join(dataDir, "monitord.db");
  await run("migrate");
  return () => rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runMonitord([...args, "--data-dir", dataDir]);
const users = (file: string): unknown[] => {
  const sqlite = new Sqlite(file, { readonly: true });
  const emails = sqlite.prepare("select email from users").pluck().all();
  sqlite.close();
  return emails;
};

describe("restore", () => {
  /** Another application's database with these statements. */
  const other = (file: string, sql: string): void => {
    const sqlite = new Sqlite(file);
    sqlite.exec(sql);
    sqlite.close();
  };
  const changed = (file: string, sql: string): void => {
    copyFileSync(database, file);
    other(file, sql);
  };
  const bad: [name: string, make: (file: string) => void, why: RegExp][] = [
    [
      "a newer database",
      (file) => changed(file, "insert into migrations values ('0099-future.sql', 0, '0.9.0')"),
      /made by a newer version of monitord \(it has 0099-future\.sql\): start monitord 0\.9\.0 or newer/,
    ],
    [
      "a database of Laravel",
      (file) => other(file, "create table migrations (id integer, migration text, batch integer)"),
      /is a database of another application/,
    ],
    [
      "a database of another application with our columns",
      (file) =>
        other(
          file,
          "create table migrations (name text, applied_at integer); insert into migrations values ('0001-initial.sql', 0)",
        ),
      /is a database of another application/,
    ],
    [
      "a database with another application's mark",
      (file) => changed(file, "pragma application_id = 252006673"),
      /is a database of another application/,
    ],
    ["an empty file", (file) => writeFileSync(file, ""), /is empty/],
    [
      "random bytes",
      (file) => writeFileSync(file, crypto.getRandomValues(new Uint8Array(8192))),
      /is not a SQLite database/,
    ],
    [
      "a truncated database",
      (file) => {
        copyFileSync(database, file);
        truncateSync(file, statSync(file).size / 2);
      },
      /is damaged/,
    ],
    [
      "a database with a page of zeros",
      (file) => {
        const bytes = readFileSync(database);
        writeFileSync(file, bytes.fill(0, 4096 * 4, 4096 * 5));
      },
      /is damaged/,
    ],
    ["a folder", (file) => mkdirSync(file), /is not a file/],
    [
      "a compressed file",
      (file) => writeFileSync(file, gzipSync("x".repeat(99))),
      /with gzip: decompress it first/,
    ],
    ["a short file", (file) => writeFileSync(file, "PK"), /is not a SQLite database/],
    [
      "a dump of another database",
      (file) => writeFileSync(file, "PGDMP\x01\x0e"),
      /use pg_restore/,
    ],
    [
      "a database without tables",
      (file) => other(file, "pragma user_version = 1"),
      /is a database without tables/,
    ],
  ];

  test.each(bad)("refuses %s in one sentence and touches nothing", async (_, make, why) => {
    const file = join(folder, "bad.db");
    make(file);
    const before = readFileSync(database);
    const { code, stderr } = await run("restore", file);
    expect([code, stderr.trim().split("\n")]).toEqual([1, [expect.stringMatching(why)]]);
    expect(stderr).toContain("Nothing was changed.");
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("monitord.db"))).toEqual([
      "monitord.db",
    ]);
    expect(readdirSync(folder).sort()).toEqual(["bad.db", "data"]);
  });

  test("takes a database that was not closed, with its latest writes", async () => {
    const file = join(folder, "copied.db");
    const writing = new Sqlite(database);
    writing.exec("update organizations set name = 'Written last'");
    copyFileSync(database, file);
    copyFileSync(`${database}-wal`, `${file}-wal`);
    writing.close();
    expect(await run("restore", file)).toMatchObject({ code: 0 });
    const restored = new Sqlite(database, { readonly: true });
    expect(restored.prepare("select name from organizations").pluck().all()).toEqual([
      "Written last",
    ]);
    restored.close();
  });

  test("prints commands that use the same configuration file", async () => {
    const config = join(folder, "my monitord.yaml");
    writeFileSync(config, `data-dir: ${dataDir}\n`);
    const file = join(folder, "my backup.db");
    const backup = await runMonitord(["backup", file, "--config", config]);
    expect(backup.stderr).toContain(`monitord restore '${file}' --config '${config}'\n`);
    const restored = await runMonitord(["restore", file, "--config", config]);
    expect(restored.stderr).toMatch(
      /To go back: monitord restore \S+ --config '\S+ monitord\.yaml'/,
    );
    const status = await runMonitord(["keys", "revoke", "none", "--config", config]);
    expect(status.stderr).toContain(`monitord keys list --config '${config}'\n`);
  });

  test("reads a backup from its input, as backup writes one to its output", async () => {
    const file = join(folder, "backup.db");
    await run("backup", file);
    await run("users", "create", "ada@example.com");
    const restore = (input: Buffer) =>
      spawnSync(process.execPath, [monitord, "restore", "-", "--data-dir", dataDir], {
        env: processEnv,
        input,
      });
    const empty = restore(Buffer.alloc(0));
    expect([empty.status, String(empty.stderr)]).toEqual([
      1,
      "monitord: standard input is empty. Nothing was changed.\n",
    ]);
    expect(restore(gzipSync(readFileSync(file))).status).toBe(1);
    expect(users(database)).toEqual(["ada@example.com"]);
    const { status, stderr } = restore(readFileSync(file));
    expect([status, String(stderr)]).toEqual([
      0,
      expect.stringContaining("Restored standard input. Start monitord again.\n"),
    ]);
    expect(users(database)).toEqual([]);
    expect(statSync(database).mode & 0o777).toBe(0o600);
  });

  test("leaves a link to a database on another disk a link", async () => {
    const file = join(folder, "backup.db");
    await run("backup", file);
    const disk = join(folder, "disk");
    mkdirSync(disk);
    renameSync(database, join(disk, "shop.db"));
    symlinkSync(join(disk, "shop.db"), database);
    const { code, stderr } = await run("restore", file);
    expect(code).toBe(0);
    expect(lstatSync(database).isSymbolicLink()).toBe(true);
    expect(readdirSync(disk)).toHaveLength(2);
    expect(stderr).toContain(`To go back: monitord restore ${join(disk, "shop.db")}.`);
  });

  test("names the command that goes back, and that command works", async () => {
    const file = join(folder, "backup.db");
    await run("backup", file);
    await run("users", "create", "ada@example.com");
    const { stderr } = await run("restore", file);
    expect(users(database)).toEqual([]);
    const [, aside] = /To go back: monitord restore (\S+) --data-dir \S+$/m.exec(stderr)!;
    expect((await run("restore", aside!)).code).toBe(0);
    expect(users(database)).toEqual(["ada@example.com"]);
    const key = join(dataDir, "secrets.key");
    rmSync(key);
    expect((await run("restore", file)).stderr).toContain(
      `put the secrets.key of that database to ${key}, then start monitord again.`,
    );
  });
});

describe("backup", () => {
  test("writes to standard output where the file is called -, and talks on the other stream", async () => {
    await run("users", "create", "ada@example.com");
    const file = join(folder, "piped.db");
    const command = `"${process.execPath}" "${monitord}" backup - --data-dir "${dataDir}" > "${file}"`;
    execFileSync("sh", ["-c", command], {
      env: { ...processEnv },
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(users(file)).toEqual(["ada@example.com"]);
    expect(existsSync("-")).toBe(false);
    expect(readdirSync(dataDir)).not.toContain("monitord.db.partial");
  });

  test("says what it does not hold", async () => {
    const config = join(folder, "monitord.yaml");
    writeFileSync(config, "log-level: warn\n");
    const { stderr } = await run("backup", join(folder, "backup.db"), "--config", config);
    expect(stderr).toContain(`Not in it: ${config} (--config).`);
    expect(stderr).toContain("Not in it: flags and MONITORD_ variables of the service.");
  });

  test("makes a file that another program rebuilt one that can shrink, which doctor asks for", async () => {
    const rebuilt = new Sqlite(database);
    rebuilt.pragma("journal_mode = delete");
    rebuilt.pragma("auto_vacuum = none");
    rebuilt.exec("vacuum");
    rebuilt.close();
    const doctor = async () => (await run("doctor", "--port", "1")).stdout;
    expect(await doctor()).toContain("never gives back the space of deleted rows");
    const file = join(folder, "backup.db");
    await run("backup", file);
    await run("restore", file);
    expect(await doctor()).toContain(`✓ database ${database}`);
  });

  test("leaves nothing where it cannot be written, and names the reason", async () => {
    const { code, stderr } = await run("backup", join(folder, "missing", "backup.db"));
    expect(code).toBe(1);
    expect(stderr).toContain("the backup failed");
  });
});
