import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { bundle } from "../../src/bundle.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

test("no bundle imports a module of Node, which would load all that it exports", () => {
  const files = globSync("{daemon,ctl}/bundle/*.js", { cwd: dist });
  const imported = files.flatMap((file) =>
    [...readFileSync(`${dist}/${file}`, "utf8").matchAll(/\bfrom"node:(\w+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(files).toContain("daemon/bundle/writer.js");
  // It makes `require`, for libraries that are CommonJS.
  expect(new Set(imported)).toEqual(new Set(["module"]));
});

describe("a library that is imported while the program runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-bundle-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", '{ "type": "module" }');
  for (const [name, text] of [
    ["old", "exports.parse = () => 'parsed'; exports.delete = 1;"],
    ["opaque", "module.exports = ((one) => one)({ parse: () => 'parsed' });"],
  ] as const) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "main.js" }));
    write(`node_modules/${name}/main.js`, text);
  }
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Bundles a program of this text. */
  const bundled = async (text: string) => {
    write("main.js", text);
    await bundle(join(folder, "bundle"), { main: join(folder, "main.js") });
  };

  test("exports what it does in Node, though it is CommonJS", async () => {
    await bundled(`
      const { parse, default: whole, delete: name } = await import("old");
      export const all = [parse(), whole.parse(), name, (await import("old")).delete];
    `);
    const main = pathToFileURL(join(folder, "bundle/main.js")).href;
    expect(await import(main)).toMatchObject({ all: ["parsed", "parsed", 1, 1] });
  });

  test.each([
    ["unpacked", "const { default: all, parse } = await import('opaque'); f(all, parse);", "parse"],
    ["renamed", "const { parse: read, write } = await import('old'); f(read, write);", "write"],
    ["a property", "f((await import('old')).write);", "write"],
    ["of Node", "const { opne } = await import('node:fs'); f(opne);", "opne"],
  ])("fails the build when a name is missing: %s", async (_, text, name) => {
    await expect(bundled(`export const run = async (f) => { ${text} };`)).rejects.toThrow(
      new RegExp(`main.js imports \\S+ \\(\\S+\\), which does not export ${name}$`),
    );
  });

  test("fails the build when its names are not taken on the spot", async () => {
    const text = "const library = () => import('old'); export const run = async () => library();";
    await expect(bundled(text)).rejects.toThrow("does not take its names on the spot");
  });
});
