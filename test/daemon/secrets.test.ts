/** `monitord secrets`, and what other commands say about the key. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { night } from "../support/builders.ts";
import { runMonitord } from "../support/process.ts";
import { writerHere } from "../support/writer.ts";

let folder: string;
let keyFile: string;
let database: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-secrets-"));
  keyFile = join(folder, "secrets.key");
  database = join(folder, "monitord.db");
  await run("migrate");
  await run("org", "create", "first");
  return () => rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runMonitord([...args, "--data-dir", folder], {});
const keyLine = () => readFileSync(keyFile, "utf8").trim().split("\n").at(-1)!;
const sealedWith = () => {
  const text = readFileSync(database, "latin1");
  return new Set([...text.matchAll(/v1:([0-9a-f]{8}):/g)].map(([, id]) => id));
};

test("rotate seals everything with a new key, leaves nothing of the old one, and the database opens", async () => {
  const before = keyLine();
  const [old] = sealedWith();
  const { code, stderr } = await run("secrets", "rotate");
  expect(code).toBe(0);
  expect(stderr).toContain(`need the old key (${old})`);
  expect(keyLine()).not.toBe(before);
  const ids = sealedWith();
  expect(ids.size).toBe(1);
  expect(ids).not.toContain(old);
  const { stdout } = await run("secrets", "status");
  expect(stdout).toContain(`Key file: ${keyFile}, mode 600`);
  expect(stdout).toContain(`Key: ${[...ids][0]}. It fits the database`);
  const store = await openSqlite({ path: database, now: night }, writerHere);
  expect((await store.read.organizations()).length).toBeGreaterThan(0);
  await store.close();
});

test("a rotation that was cut short is completed by the next one", async () => {
  // As it is between the two writes of the file.
  const old = keyLine();
  await run("secrets", "rotate");
  writeFileSync(keyFile, `${keyLine()}\n${old}\n`);
  expect((await run("secrets", "status")).stdout).toContain("Old keys:");
  expect((await run("secrets", "rotate")).code).toBe(0);
  expect((await run("secrets", "status")).stdout).not.toContain("Old keys:");
});

test("a backup in another folder is refused without the key, and opens with it", async () => {
  const other = mkdtempSync(join(tmpdir(), "monitord-secrets-"));
  const { stderr } = await run("backup", join(other, "monitord.db"));
  expect(stderr).toContain(`Not in it, and needed with it: the key of its secrets, ${keyFile}.`);
  const there = (...args: string[]) => runMonitord([...args, "--data-dir", other], {});
  const refused = await there("secrets", "status");
  expect(refused.code).toBe(78);
  expect(refused.stderr).toContain(
    `the secrets key file ${join(other, "secrets.key")} is not there`,
  );
  expect(existsSync(join(other, "secrets.key"))).toBe(false);
  const named = await there("secrets", "status", "--secrets-key-file", keyFile);
  expect(named.code).toBe(0);
  copyFileSync(keyFile, join(other, "secrets.key"));
  expect((await there("secrets", "status")).code).toBe(0);
  rmSync(other, { recursive: true });
});

test("doctor names a key file that others can read", async () => {
  chmodSync(keyFile, 0o644);
  const { stdout } = await run("doctor", "--port", "1");
  expect(stdout).toContain(`✗ secrets key file ${keyFile}: its mode is 644, others can read it`);
  expect(stdout).toContain(`chmod 600 ${keyFile}`);
});

test("a start makes a key file and a database that others could read private", async () => {
  for (const file of [keyFile, database]) chmodSync(file, 0o644);
  expect((await run("secrets", "status")).stdout).toContain(`${keyFile}, mode 600`);
  for (const file of [keyFile, database]) expect(statSync(file).mode & 0o777).toBe(0o600);
});
