/**
 * Tests run the built program, as its users do: loading it is ten times faster than loading the sources,
 * which every test file, every writer thread and every process of `monitorctl` would do again.
 *
 * Before a run the build is brought up to date, without checking types. `TEST_SOURCES=1` and the coverage
 * run `src` itself.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const src = `${root}src/`;
const dist = `${root}dist/`;
/** Written by every build. */
const stamp = `${dist}ctl/help.txt`;

/** What a test runs in place of a program, as the package holds it: the module in its bundle. */
const bundled = new Map([["ctl/program/program", "ctl/bundle/program"]]);

/** What tests import from `src` is loaded from `dist`; `apart`: also the programs, module by module. */
export const fromBuild = (apart: boolean): Plugin => ({
  // Transformed modules are cached by the names of plugins.
  name: apart ? "from-build-apart" : "from-build",
  enforce: "pre",
  resolveId(id, importer) {
    if (!importer || !id.startsWith(".")) return null;
    const path = fileURLToPath(new URL(id, `file://${importer}`));
    if (!path.startsWith(src) || !path.endsWith(".ts")) return null;
    const name = path.slice(src.length, -3);
    const built = `${dist}${(apart ? undefined : bundled.get(name)) ?? name}.js`;
    return existsSync(built) ? { id: built, external: true } : null;
  },
});

/** vitest calls it once for a project. */
export default function setup() {
  if (isNewerThanSources(stamp)) return;
  const built = spawnSync(process.execPath, [`${src}build.ts`, "--quick"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stdout} ${built.stderr}`);
  const now = new Date();
  utimesSync(stamp, now, now);
}

/** True when the file at `path` was made of the sources as they are now. */
export function isNewerThanSources(path: string): boolean {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync("**", { cwd: src }).every((source) => statSync(src + source).mtimeMs <= made);
}
