/** `monitorctl fmt` on files. */
import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newPlace, type Place } from "./run.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

const sound = "version: 1\nproject: shop\n";
const odd = "project:   shop\nversion: 1\n";
const text = (name: string) => readFileSync(join(place.folder, name), "utf8");

test("formats files in place, and prints the names of those that it changed", async () => {
  place.write("m/a.yaml", odd);
  place.write("m/b.yaml", sound);
  const { code, stdout, stderr } = await place.inside(["fmt", "m"]);
  expect([code, stdout, stderr]).toEqual([0, "m/a.yaml\n", "1 of 2 files formatted.\n"]);
  expect(text("m/a.yaml")).toBe(sound);
  const again = await place.inside(["fmt", "m"]);
  expect([again.code, again.stdout, again.stderr]).toEqual([0, "", "2 files, all formatted.\n"]);
});

test("--check writes nothing, names the files, and exits with 2", async () => {
  place.write("monitors.yaml", odd);
  const { code, stdout, stderr } = await place.inside(["fmt", "--check"]);
  expect([code, stdout]).toEqual([2, "monitors.yaml\n"]);
  expect(stderr).toContain("1 of 1 file not formatted. Nothing was written");
  expect(text("monitors.yaml")).toBe(odd);
  place.write("monitors.yaml", sound);
  expect((await place.inside(["fmt", "--check"])).code).toBe(0);
});

test("--diff prints the changes as diff -u does, and writes nothing", async () => {
  const users = Array.from({ length: 9 }, (_, n) => `  - { external_id: u${n} }\n`).join("");
  place.write("m.yaml", `version: 1\nproject: shop\n\nusers:\n${users}  - {external_id: x}\n`);
  const { code, stdout } = await place.inside(["fmt", "m.yaml", "--diff"]);
  expect(stdout).toBe(
    [
      "--- m.yaml",
      "+++ m.yaml (formatted)",
      "@@ -11,4 +11,4 @@",
      "   - { external_id: u6 }",
      "   - { external_id: u7 }",
      "   - { external_id: u8 }",
      "-  - {external_id: x}",
      "+  - { external_id: x }",
      "",
    ].join("\n"),
  );
  expect(code).toBe(0);
  expect(text("m.yaml")).toContain("{external_id: x}");
  expect((await place.inside(["fmt", "m.yaml", "--diff", "--check"])).code).toBe(2);
});

test("formats the input to the output, also without a change", async () => {
  for (const input of [odd, sound]) {
    const { code, stdout, stderr } = await place.ctl(["fmt", "-"], { input });
    expect([code, stdout, stderr]).toEqual([0, sound, ""]);
  }
  const check = await place.ctl(["fmt", "--check", "-"], { input: odd });
  expect([check.code, check.stdout]).toEqual([2, "(input)\n"]);
});

test("writes through a symbolic link, which stays one", async () => {
  place.write("real/a.yaml", odd);
  symlinkSync("real/a.yaml", join(place.folder, "link.yaml"));
  expect((await place.inside(["fmt", "link.yaml"])).code).toBe(0);
  expect(lstatSync(join(place.folder, "link.yaml")).isSymbolicLink()).toBe(true);
  expect(text("real/a.yaml")).toBe(sound);
});

test("writes no file if one cannot be read", async () => {
  place.write("m/a.yaml", odd);
  place.write("m/b.yaml", "title: Shop: EU\n");
  const { code, stderr } = await place.inside(["fmt", "m"]);
  expect(code).toBe(3);
  expect(stderr).toContain("m/b.yaml:1:8");
  expect(stderr).toContain("Nothing was written.");
  expect(text("m/a.yaml")).toBe(odd);
});
