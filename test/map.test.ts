/** The map, `src/README.md`, against the code: the files, folders and functions that it names are there. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const map = readFileSync(`${root}src/README.md`, "utf8");

/** Every file and folder of `bin`, `src` and `test`. */
const places = globSync(["bin/**", "src/**", "test/**"], { cwd: root });

/** The names in backticks of `text`. */
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);

/** `a/{b,c}` as two paths. */
function spread(path: string): string[] {
  const [, before, list, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(",").map((part) => `${before}${part}${after}`);
}

/** What `path` can stand for. The map writes the end of a path, mostly without the ending of its name. */
const placesOf = (path: string) =>
  places.filter((place) => `/${place.replace(/\.tsx?$/, "")}`.endsWith(`/${path}`));

test("every file and folder that the map names is there", () => {
  // A path, or a name with a dash, which only files have. Placeholders (`<kind>`, `…`) are neither.
  const named = quoted(map)
    .filter((name) => /^[a-z]+(\/[\w/{},.-]*|(-[a-z]+)+)$/.test(name))
    .flatMap(spread)
    .map((path) => path.replace(/\/$|\.ts$/, ""))
    .filter((path) => !path.startsWith("dist/"));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((path) => placesOf(path).length === 0)).toEqual([]);
});

test("every file that tests are made of is on their page, and no other", () => {
  const page = readFileSync(`${root}test/support/README.md`, "utf8");
  const named = quoted(page).filter((name) => name.endsWith(".ts"));
  const files = globSync("*.ts", { cwd: `${root}test/support` });
  expect(files.filter((file) => !named.includes(file))).toEqual([]);
  const known = (name: string) => places.some((place) => `/${place}`.endsWith(`/${name}`));
  expect(named.filter((name) => !known(name))).toEqual([]);
});

describe("where is the rule …?", () => {
  const rows = map
    .slice(map.indexOf("## Where is the rule"), map.indexOf("## A release"))
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, , path]) => path?.startsWith("`"))
    .map(([, question, path, functions]) => ({ question, path: path!, functions: functions! }));

  test("has at least fifteen answers", () => expect(rows.length).toBeGreaterThanOrEqual(15));

  test.each(rows)("$question", ({ path, functions }) => {
    const [file] = quoted(path);
    expect(placesOf(file!)).toEqual([`src/${file}.ts`]);
    const here = `src/${file}.ts`;
    // A word of the answer is a function of this file or of another that the answer names, or is that file.
    const files = quoted(functions)
      .flatMap((name) => [`src/${name}.ts`, here.replace(/[^/]+$/, `${name}.ts`)])
      .filter((one) => places.includes(one));
    const texts = [here, ...files].map((one) => readFileSync(root + one, "utf8"));
    const absent = quoted(functions)
      .filter((name) => /^\w+$/.test(name) && !files.some((one) => one.endsWith(`/${name}.ts`)))
      .filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(absent).toEqual([]);
  });
});
