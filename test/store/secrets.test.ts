/** Secrets at rest: sealed by a key outside the database, and joined to it at each start. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { readKeys, writeKeys } from "../../src/store/secrets/key-file.ts";
import { keyOf, makeKey, Secrets } from "../../src/store/kit/secrets.ts";
import { night } from "../support/builders.ts";
import { writerHere } from "../support/writer.ts";

let folder: string;
let path: string;
let secretsKeyFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-secrets-"));
  path = join(folder, "monitord.db");
  secretsKeyFile = join(folder, "secrets.key");
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSqlite({ path, now: night }, writerHere);

describe("a sealed value", () => {
  const secretsWith = (...keys: Parameters<Secrets["use"]>[0]) => {
    const secrets = new Secrets();
    secrets.use(keys);
    return secrets;
  };

  test("is another one each time, and opens in its column alone", () => {
    const secrets = secretsWith(makeKey());
    const [one, two] = [secrets.seal("a.b", "canary"), secrets.seal("a.b", "canary")];
    expect(one).not.toBe(two);
    expect(one).not.toContain("canary");
    expect(secrets.open("a.b", one)).toBe("canary");
    const again = secretsWith(makeKey());
    expect(() => again.open("a.b", one)).toThrow(/needs key/);
  });

  test("does not open in another column, nor changed", () => {
    const key = makeKey();
    const secrets = secretsWith(key);
    const sealed = secrets.seal("a.b", "canary");
    expect(() => secretsWith(key).open("a.c", sealed)).toThrow(/changed or moved/);
    expect(secrets.open("a.b", sealed)).toBe("canary");
    expect(() => secrets.open("a.c", sealed)).toThrow(/changed or moved/);
    const changed = sealed.slice(0, -4) + (sealed.endsWith("AAAA") ? "BBBB" : "AAAA");
    expect(() => secretsWith(key).open("a.b", changed)).toThrow(/changed or moved/);
  });

  test("of an old key opens as long as the file has that key", () => {
    const [old, fresh] = [makeKey(), makeKey()];
    const sealed = secretsWith(old).seal("a.b", "canary");
    const secrets = secretsWith(fresh, old);
    expect(secrets.open("a.b", sealed)).toBe("canary");
    expect(secrets.seal("a.b", "x")).toContain(`v1:${fresh.id}:`);
  });

  test("that is not sealed is what it says", () => {
    expect(secretsWith(makeKey()).open("a.b", "v1: not sealed")).toBe("v1: not sealed");
  });
});

describe("a start", () => {
  test("makes the key, readable for this user alone, and never another one", async () => {
    await (await open()).close();
    expect(statSync(secretsKeyFile).mode & 0o777).toBe(0o600);
    const made = readFileSync(secretsKeyFile, "utf8");
    await (await open()).close();
    expect(readFileSync(secretsKeyFile, "utf8")).toBe(made);
  });

  test.each([
    ["without the key file", () => rmSync(secretsKeyFile), "is not there"],
    ["with another key", () => writeKeys(secretsKeyFile, [makeKey()]), "has other keys"],
  ])("%s refuses in one sentence with the remedy, and makes none", async (_, harm, why) => {
    await (await open()).close();
    const { id } = readKeys(secretsKeyFile)![0]!;
    harm();
    const before = readKeys(secretsKeyFile);
    await expect(open()).rejects.toThrow(
      `The secrets in the database are sealed with the key ${id}, but the secrets key file ${secretsKeyFile} ${why}. Put the file of this database there, or name it with --secrets-key-file.`,
    );
    expect(readKeys(secretsKeyFile)).toEqual(before);
  });

  test("with a damaged key file says so", async () => {
    await (await open()).close();
    writeKeys(secretsKeyFile, [keyOf(Buffer.from("short"))]);
    await expect(open()).rejects.toThrow(/is damaged/);
  });
});
