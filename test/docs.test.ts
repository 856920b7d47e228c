/** The README, the guides and the examples against the program. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { groupsOf, sectionsOf } from "../src/core/guide/guide.ts";
import { healthChecks } from "../src/core/status/remedies.ts";
import { readGuides } from "../src/guide/read-guides.ts";
import { problems } from "../src/http/answer/problems.ts";
import { growthChart } from "./bench/growth-chart.ts";
import { fallsShort, type Result } from "./bench/result.ts";
import { shortfalls } from "./bench/shortfalls.ts";
import { newPlace } from "./ctl/run.ts";
import { blocksOf } from "./support/blocks.ts";
import { unknownIn } from "./support/command-lines.ts";
import { tables, withTables } from "./support/guide-tables.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");

/** A text for people: its path, and the anchors of its headings. */
interface Text {
  path: string;
  text: string;
  anchors: string[];
}

const anchorsOf = (body: string) => sectionsOf({ title: "", body }).map(({ id }) => id);
const guides: Text[] = readGuides().map((guide) => {
  const path = `src/guide/${guide.name}.md`;
  return { path, text: read(path), anchors: anchorsOf(guide.body) };
});
const readme: Text = { path: "README.md", text: read("README.md"), anchors: [] };
readme.anchors = anchorsOf(readme.text);
const examples: Text[] = globSync("examples/**/README.md", { cwd: root }).map((path) => {
  const text = read(path);
  return { path, text, anchors: anchorsOf(text) };
});
const texts = [readme, ...guides, ...examples];

/** The texts of the blocks of code of a language. */
const blocks = (text: string, language: string) =>
  blocksOf(text, language).map((block) => block.text);

/** Links that lead nowhere. */
function deadLinks({ path, text, anchors }: Text): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to]) => to!)
    .filter((to) => !/^(https?|mailto):/.test(to))
    .filter((to) => {
      const [file, anchor] = to.split("#");
      if (file === "") return !anchors.includes(anchor!);
      const target = join(dirname(path), file!);
      if (!existsSync(root + target)) return true;
      const other = texts.find((one) => one.path === target);
      return other !== undefined && anchor !== undefined && !other.anchors.includes(anchor);
    });
}

test.each(texts)("the links of $path lead somewhere", (text) => {
  expect(deadLinks(text)).toEqual([]);
});

test.each([
  ...Object.entries(healthChecks).map(([name, { guide }]) => [`the sub-check ${name}`, guide]),
  ...Object.entries(problems).map(([name, { guide }]) => [`the problem ${name}`, guide]),
])("the guide that %s names exists: %s", (_, guide) => {
  expect(
    deadLinks({ ...readme, text: `[it](src/guide/${guide!.replace(/#|$/, ".md$&")})` }),
  ).toEqual([]);
});

test.each(texts)("the commands and options in $path exist", async ({ text }) => {
  const shell = [
    ...blocks(text, "sh"),
    ...[...text.matchAll(/`(monitor(?:ctl|d) [^`]+)`/g)].map(([, one]) =>
      one!.replaceAll(/\n\s*/g, " "),
    ),
  ];
  expect(await unknownIn(shell.join("\n"))).toEqual([]);
});

const figures = { path: "test/bench/README.md", text: read("test/bench/README.md") };

test.each([...guides, figures])("the tables of $path are the program's", async ({ path, text }) => {
  const made = await format(await withTables(text), { parser: "markdown", printWidth: 100 });
  await expect(made).toMatchFileSnapshot(root + path);
});

test("every table of the program is in a guide", () => {
  const used = [...guides, figures].flatMap(({ text }) =>
    [...text.matchAll(/<!-- generated:([\w-]+) -->/g)].map(([, name]) => name!),
  );
  expect(used.toSorted()).toEqual(Object.keys(tables).toSorted());
});

test("a row of the bench says why if, and only if, it falls short", () => {
  const results = JSON.parse(read("test/bench/figures.json")) as Result[];
  const short = results.filter(fallsShort).map(({ row }) => row);
  expect(Object.keys(shortfalls).toSorted()).toEqual(short.toSorted());
});

test.each(["SQLite", "PostgreSQL"])(
  "the chart of what grows on %s is that of the bench",
  async (name) => {
    const results = JSON.parse(read("test/bench/figures.json")) as Result[];
    const growth = `growth-${name.toLowerCase()}`;
    const { series } = results.find(({ row }) => row === growth)!;
    await expect(growthChart(name, series!)).toMatchFileSnapshot(
      `${root}src/guide/images/${growth}.svg`,
    );
  },
);

const yaml = guides.flatMap(({ path, text }) => blocks(text, "yaml").map((block) => [path, block]));

test.each(yaml)("the YAML in %s is valid: %s", async (_path, block = "") => {
  using place = newPlace();
  const group = block.includes("alert_groups:")
    ? ""
    : "alert_groups: [{ external_id: oncall, title: On call }]\n";
  const head = block.startsWith("version:") ? "" : `version: 1\nproject: guide\n${group}`;
  place.write("monitors.yaml", head + block);
  const { code, stderr } = await place.inside(["validate", "--strict"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

test("guides have a place of their own, and their groups stand together", () => {
  const orders = readGuides().map(({ order }) => order);
  expect(new Set(orders).size).toBe(orders.length);
  for (const { guides: ofGroup } of groupsOf(readGuides()))
    expect(new Set(ofGroup.map(({ order }) => Math.floor(order / 10))).size).toBe(1);
});

describe("the README", () => {
  test("is read in a few minutes, and names every guide", () => {
    expect(readme.text.split("\n").length).toBeLessThanOrEqual(201);
    for (const { path } of guides) expect(readme.text).toContain(`](${path}`);
  });

  test("shows the example that it applies", () => {
    const bare = (text: string) =>
      text
        .split("\n")
        .map((line) => line.replace(/\s*#.*$/, "").trim())
        .filter((line) => line !== "")
        .join("\n");
    expect(bare(readme.text)).toContain(bare(read("examples/minimal/monitors.yaml")));
  });
});
/** Fields of monitors that the tables of other tools name in their second column. */
const snippets = [
  ...read("src/guide/endpoints.md").matchAll(/`((?:\w+: )(?:\[.*?\]|'.*?'|".*?"|[\w/:.,-]+))`/g),
]
  .map(([, text]) => text!)
  .filter((text) => /^(accepted_statuses|body_|slow_above|certificate_|dns_|timeout)/.test(text));

test.each(snippets)("this field of the guide is valid: %s", async (text) => {
  using place = newPlace();
  const choice = text.startsWith("dns_")
    ? "url: dns:///a.example"
    : "url: https://a.example/\n    expect: http";
  place.write(
    "monitors.yaml",
    `version: 1
project: guide
alert_groups: [{ external_id: oncall, title: On call }]
health_check_monitors:
  - external_id: a
    title: A
    alert_group: oncall
    ${choice}
    ${text}
`,
  );
  const { code, stderr } = await place.inside(["validate", "--strict"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

test.each(globSync("examples/{endpoints,minimal}/monitors.yaml", { cwd: root }))(
  "%s is valid",
  async (path) => {
    using place = newPlace();
    place.write("monitors.yaml", read(path));
    expect(await place.inside(["validate", "--strict"])).toMatchObject({ code: 0, stderr: "" });
  },
);

test("each example that a hint names is there", () => {
  const hints = read("src/core/health/report-hint.ts");
  for (const [, name] of hints.matchAll(/"([\w.]+\.(?:php|ts|cs|py|mjs))"\]/g))
    expect(read(`examples/health-endpoint/${name}`)).toMatch(/checkResults/);
});
