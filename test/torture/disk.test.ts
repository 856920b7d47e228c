import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { canInject } from "../support/failing-disk.ts";
import { seeded } from "../support/seeded.ts";
import { Disk, remains, type Remains } from "./disk.ts";
import { readCalls, recordedTo, type FileCall } from "./recorded-calls.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "monitord-disk-")));
  root = join(folder, "root");
  mkdirSync(root);
  return () => rmSync(folder, { recursive: true });
});

/** What a cut after these calls leaves of a file in an empty folder; null: no such name. */
function left(calls: FileCall[], what: Remains, file: string, seed = 1): string | null {
  const disk = new Disk(root, root);
  for (const call of calls) disk.apply(call);
  const place = join(folder, `${what}-${seed}`);
  mkdirSync(place);
  disk.leave(place, what, seeded(seed));
  const path = join(place, file);
  const content = existsSync(path) ? readFileSync(path, "latin1") : null;
  rmSync(place, { recursive: true });
  return content;
}

describe("a disk after a power cut", () => {
  const path = () => join(root, "a");
  const write = (text: string, offset = 0): FileCall => ({
    at: 0,
    kind: "write",
    path: path(),
    offset,
    bytes: Buffer.from(text),
  });
  const create = (): FileCall => ({ at: 0, kind: "create", path: path() });
  const sync = (): FileCall => ({ at: 0, kind: "sync", path: path() });
  const syncFolder = (): FileCall => ({ at: 0, kind: "sync", path: root });

  test("has a file under its name only when file and folder were synced", () => {
    expect(left([create(), write("x")], "synced", "a")).toBeNull();
    expect(left([create(), write("x"), sync()], "synced", "a")).toBeNull();
    expect(left([create(), write("x"), syncFolder()], "synced", "a")).toBe("");
    expect(left([create(), write("x"), sync(), syncFolder()], "synced", "a")).toBe("x");
  });

  test("may have a name before its content, and content without its name", () => {
    const renamed: FileCall = { at: 0, kind: "rename", from: path(), path: join(root, "b") };
    const calls = [create(), syncFolder(), write("x"), renamed];
    expect(left(calls, "names first", "b")).toBe("");
    expect(left(calls, "names lost", "a")).toBe("x");
    expect(left(calls, "names lost", "b")).toBeNull();
    expect(left(calls, "all", "b")).toBe("x");
  });

  test("keeps what was synced, whatever is left of the rest", () => {
    const whole = "s".repeat(10_000);
    const calls = [create(), write(whole), sync(), syncFolder(), write("u".repeat(9000), 10_000)];
    for (const what of remains)
      for (let seed = 0; seed < 20; seed++)
        expect(left(calls, what, "a", seed)!.slice(0, 10_000)).toBe(whole);
  });

  test.each([
    ["torn512", 512],
    ["torn4096", 4096],
  ] as const)("%s ends a write at such a boundary", (what, size) => {
    const calls = [create(), sync(), syncFolder(), write("u".repeat(9000), 100)];
    const ends = new Set(
      Array.from({ length: 40 }, (_, seed) => left(calls, what, "a", seed)!.length),
    );
    expect(ends.size).toBeGreaterThan(2);
    expect([...ends].filter((end) => end !== 9100 && end % size !== 0)).toEqual([]);
  });

  test("reordered may have a later write without an earlier one", () => {
    const calls = [create(), sync(), syncFolder(), write("1".repeat(512)), write("2", 512)];
    const contents = Array.from({ length: 40 }, (_, seed) => left(calls, "reordered", "a", seed));
    expect(contents).toContain(`${"\0".repeat(512)}2`);
    expect(contents).toContain("1".repeat(512));
  });
});

describe.runIf(canInject)("recorded calls", () => {
  test("lead a disk to what the program left", async () => {
    const script = `
      const fs = require("node:fs");
      const [root] = process.argv.slice(1);
      const a = fs.openSync(root + "/a.partial", "w");
      fs.writeSync(a, "hello "); fs.writeSync(a, "world"); fs.writeSync(a, "HELL", 0); fs.fsyncSync(a);
      fs.renameSync(root + "/a.partial", root + "/a");
      fs.writeSync(a, "!"); fs.closeSync(a);
      fs.appendFileSync(root + "/a", "?"); fs.truncateSync(root + "/a", 11);
      fs.copyFileSync(root + "/a", root + "/b"); fs.linkSync(root + "/b", root + "/c");
      fs.mkdirSync(root + "/d"); fs.writeFileSync(root + "/d/e", "\\u00e9\\0");
      fs.writeFileSync(root + "/gone", "x"); fs.unlinkSync(root + "/gone");`;
    const trace = join(folder, "trace");
    const [command, ...rest] = [...recordedTo(trace), process.execPath, "-e", script, root];
    expect(spawnSync(command!, rest, { encoding: "utf8" }).stderr).toBe("");
    const calls = await readCalls(trace, root);
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const disk = new Disk(root, empty);
    for (const call of calls) disk.apply(call);
    const all = join(folder, "all");
    disk.leave(all, "all", seeded(1));
    for (const name of ["a", "b", "c", "d/e", "gone"]) {
      const [real, built] = [root, all].map((place) =>
        existsSync(join(place, name)) ? readFileSync(join(place, name), "utf8") : null,
      );
      expect([name, built]).toEqual([name, real]);
    }
    expect(calls.filter(({ kind }) => kind === "sync")).toHaveLength(1);
  });
});
