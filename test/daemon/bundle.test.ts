import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

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
