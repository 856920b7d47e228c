import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isBulk } from "../../src/app/bulk.ts";
import { startError } from "../../src/store/sqlite/file-errors.ts";

let path: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-errors-"));
  path = join(folder, "monitord.db");
  writeFileSync(path, "");
  return () => rmSync(folder, { recursive: true });
});

const denied = Object.assign(new Error("attempt to write a readonly database"), {
  code: "SQLITE_READONLY",
});
const me = process.getuid!();

test("a file without write permission is named with the command that helps", () => {
  chmodSync(path, 0o444);
  expect(String(startError(denied, path, me))).toBe(
    `EnvironmentError: ${path} has mode 444: its owner cannot write to it. Run: chmod u+w ${path}`,
  );
});

test("a file of another user is named with its owner and the command that helps", () => {
  chmodSync(path, 0o600);
  expect(String(startError(denied, path, me + 1))).toBe(
    `EnvironmentError: ${path} belongs to user ${me} and has mode 600, and monitord runs as user ${me + 1}, who cannot write to it. Run: chown ${me + 1} ${path}`,
  );
});

test.each(["SQLITE_NOTADB", "SQLITE_CORRUPT"])(
  "a file that is damaged (%s) is named with the command that replaces it",
  (code) => {
    const damaged = Object.assign(new Error("file is not a database"), { code });
    const told = startError(damaged, path, me) as Error;
    expect(told.name).toBe("EnvironmentError");
    expect(told.message).toContain(`${path} is damaged`);
    expect(told.message).toContain("monitord restore FILE");
  },
);

test("an error without a known cause keeps its own words", () => {
  expect(startError(denied, path, me)).toBe(denied);
  const other = new Error("The database is damaged.");
  expect(startError(other, path, me)).toBe(other);
});

test.each<[verb: string, input: unknown, bulk: boolean]>([
  ["report", {}, true],
  ["deliver_once", {}, true],
  ["apply", {}, true],
  ["deliver", {}, true],
  ["command", { command: { kind: "refused" } }, true],
  ["command", { command: { kind: "checked" } }, false],
  ["command", { command: { kind: "acknowledged" } }, false],
  ["claim_checks", {}, false],
  ["settle_push", {}, false],
  ["save", {}, false],
])("on a full disk %s of %j is refused: %s", (verb, input, bulk) => {
  expect(isBulk({ verb, input })).toBe(bulk);
});
