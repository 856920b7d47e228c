/** What a release consists of, and the script that makes one. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sectionOf } from "../../.ci/release/changelog.ts";
import { installedPackages, isCompatible } from "../../.ci/release/licences.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };

test("every package that is installed with monitord may be distributed with it", () => {
  const packages = installedPackages(read("package-lock.json"));
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter(({ licence }) => !isCompatible(licence))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-2.0-only)", true],
  ["MIT AND GPL-2.0-only", false],
  ["GPL-2.0-only", false],
  ["UNLICENSED", false],
  ["", false],
])("the licence %j fits: %s", (licence, fits) => {
  expect(isCompatible(licence)).toBe(fits);
});

test("the changelog has a section for this version", () => {
  expect(sectionOf(read("CHANGELOG.md"), version)).toContain("### ");
  expect(sectionOf(read("CHANGELOG.md"), "0.0.1")).toBe(null);
  expect(sectionOf("## [1.2.3]\n\n## [1.2.2]\n- x\n", "1.2.3")).toBe(null);
});

describe("the release script", () => {
  let folder: string;
  const git = (...args: string[]) => spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  const release = (...args: string[]) => {
    const command = [join(root, ".ci/release/main.ts"), ...args];
    return spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "monitord-release-"));
    for (const file of ["package.json", "package-lock.json", ".gitignore"])
      copyFileSync(root + file, join(folder, file));
    writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## [9.0.0-rc.1]\n\n- News\n");
    git("init", "--quiet", "--initial-branch=main");
    git("config", "user.name", "Ada");
    git("config", "user.email", "ada@example.com");
    git("add", "--all");
    git("commit", "--quiet", "--message", "all");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("sets the version, commits, tags, and lists the packages", () => {
    const { status, stdout, stderr } = release("9.0.0-rc.1", "--ci", "true");
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("npm publish --provenance --tag next");
    expect(git("status", "--porcelain").stdout).toBe("");
    expect(git("log", "--format=%s", "-1").stdout).toBe("release: 9.0.0-rc.1\n");
    expect(git("tag", "--list", "-n9").stdout).toMatch(
      /v9\.0\.0-rc\.1 +monitord 9\.0\.0-rc\.1[\s\S]+- News/,
    );
    const inside = (name: string) =>
      JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;
    expect(inside("package.json")["version"]).toBe("9.0.0-rc.1");
    expect(inside("package-lock.json")["version"]).toBe("9.0.0-rc.1");
    const sbom = inside("monitord-9.0.0-rc.1.cdx.json") as {
      bomFormat: string;
      components: { name: string }[];
    };
    expect(sbom.bomFormat).toBe("CycloneDX");
    const names = sbom.components.map(({ name }) => name);
    expect(names).toContain("fastify");
    expect(names).not.toContain("vitest");

    const again = release("9.0.0-rc.1", "--ci", "true");
    expect([again.status, again.stderr]).toEqual([1, "release: the tag v9.0.0-rc.1 exists\n"]);
  });

  test("changes nothing in a dry run", () => {
    const { status, stdout } = release("9.0.0-rc.1", "--dry-run", "--ci", "true");
    expect(status).toBe(0);
    expect(stdout).toContain("v9.0.0-rc.1 can be released. Nothing was changed.");
    expect(git("tag").stdout + git("status", "--porcelain").stdout).toBe("");
  });

  test.each([
    ["no version", [], () => {}, "pass a version"],
    ["another branch", ["9.0.0-rc.1"], () => git("checkout", "-q", "-b", "x"), "must be main"],
    ["changes", ["9.0.0-rc.1"], () => writeFileSync(join(folder, "x"), ""), "commit your changes"],
    ["no notes", ["9.0.0"], () => {}, "no section for 9.0.0"],
    ["a failing CI", ["9.0.0-rc.1", "--ci", "false"], () => {}, "false failed"],
  ])("refuses %s", (_, args, prepare, why) => {
    prepare();
    const { status, stderr } = release("--ci", "true", ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(why);
    expect(git("tag").stdout).toBe("");
  });
});
