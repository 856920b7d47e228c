/** Commands that root runs on the data directory of the user of the service: monitord must still be able to open it. */
import {
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { keepOwner } from "../../src/store/kit/on-disk.ts";
import { runMonitord } from "../support/process.ts";

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-sudo-"));
  dataDir = join(folder, "data");
  await run("migrate");
  return () => rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runMonitord([...args, "--data-dir", dataDir]);

describe.skipIf(process.geteuid?.() !== 0)("root on the folder of another user", () => {
  const user = 12345;
  const owners = () =>
    Object.fromEntries(
      readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).uid]),
    );

  test.each([
    ["migrate", "of a new database", async () => void (await run("migrate"))],
    ["restore", "in an empty folder", async (file: string) => void (await run("restore", file))],
    [
      "restore",
      "over a database",
      async (file: string) => {
        await run("migrate");
        await run("restore", file);
      },
    ],
    [
      "secrets rotate",
      "",
      async () => {
        await run("migrate");
        await run("secrets", "rotate");
      },
    ],
  ])("leaves it all files after %s %s", async (_command, _where, act) => {
    const file = join(folder, "backup.db");
    await run("backup", file);
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    chownSync(dataDir, user, user);
    await act(file);
    expect(readdirSync(dataDir)).toContain("monitord.db");
    expect(new Set(Object.values(owners()))).toEqual(new Set([user]));
    // What root keeps elsewhere stays its own.
    expect(statSync(file).uid).toBe(0);
  });

  test("gives that user no file of root to which a link leads", () => {
    const [target, link] = [join(folder, "of root"), join(dataDir, "monitord.new")];
    writeFileSync(target, "");
    symlinkSync(target, link);
    chownSync(dataDir, user, user);
    keepOwner(link, link);
    expect(lstatSync(link).uid).toBe(user);
    expect(statSync(target).uid).toBe(0);
  });

  test("restore puts no database in place of a file of root to which that user had a link lead", async () => {
    const [backup, target] = [join(folder, "backup.db"), join(folder, "of root")];
    const link = join(dataDir, "monitord.db");
    await run("backup", backup);
    writeFileSync(target, "root:x:0\n");
    rmSync(link);
    symlinkSync(target, link);
    for (const path of [dataDir, link]) lchownSync(path, user, user);
    expect((await run("restore", backup)).code).toBe(0);
    expect(readFileSync(target, "utf8")).toBe("root:x:0\n");
    expect(lstatSync(link)).toMatchObject({ uid: user });
    expect(lstatSync(link).isFile()).toBe(true);
  });

  test("keeps the owner of a key file in a folder of its own", async () => {
    const key = join(dataDir, "secrets.key");
    chownSync(key, user, user);
    expect((await run("secrets", "rotate")).code).toBe(0);
    expect(owners()).toMatchObject({ "secrets.key": user, "monitord.db": 0 });
  });
});
