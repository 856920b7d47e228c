/** The stylesheet and the pages agree on their classes, and what a page loads stays small. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const src = folder("../../src");

/** The text of these files of `src` without comments, as far as quotes hold none. */
const read = (...patterns: string[]): string =>
  globSync(patterns, { cwd: src })
    .map((path) => readFileSync(`${src}/${path}`, "utf8"))
    .join("\n")
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");

const words = (text: string): string[] => text.match(/[A-Za-z][\w-]*/g) ?? [];

test("every class of the stylesheet is that of a page", () => {
  const code = read(
    "dashboard/**/*.{ts,js}",
    "http/{site,routes/dashboard}/*.ts",
    "core/model/status.ts",
  );
  const quoted = [...code.matchAll(/"([^"\n]*)"|(?<=["`}])( ?[\w-]+)|([\w-]+ ?)(?=["`])/g)];
  const used = new Set([...quoted.flatMap(([text]) => words(text)), "p2"]);
  const selectors = [...read("dashboard/assets/style/*.css").matchAll(/([^{};]+)\{/g)].join("\n");
  const styled = [...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name!);
  expect([...new Set(styled)].filter((name) => !used.has(name))).toEqual([]);
});

test("a page loads at most 23 kB of scripts", () => {
  const dist = folder("../../dist/dashboard/assets");
  const page = readFileSync(`${src}/dashboard/layout.ts`, "utf8");
  const scripts = [...page.matchAll(/assets\/(\w+\.js)/g)].map(([, name]) => name!);
  expect(scripts.length).toBeGreaterThan(3);
  const size = scripts.reduce((sum, name) => sum + readFileSync(`${dist}/${name}`).length, 0);
  expect(size).toBeLessThan(23_000);
});
