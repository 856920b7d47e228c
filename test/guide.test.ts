/** The guides and the examples against the program. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { groupsOf, sectionsOf, type Guide } from "../src/core/guide/guide.ts";
import { readGuides } from "../src/guide/read-guides.ts";
import { newPlace } from "./ctl/run.ts";
import { unknownIn } from "./support/command-lines.ts";
import { withTables } from "./support/guide-tables.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
const guides = readGuides();
const pathOf = ({ name }: Guide) => `src/guide/${name}.md`;

/** The blocks of code of a language. */
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, block]) => block!,
  );

/** A text that people read, and the anchors of its headings. */
const anchors = (guide: Guide) => sectionsOf(guide).map(({ id }) => id);

/** Where a link of the text at `path` leads nowhere. */
function deadLinks(path: string, text: string, own: readonly string[]): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to]) => to!)
    .filter((to) => !/^https?:/.test(to))
    .filter((to) => {
      const [file, anchor] = to.split("#");
      if (file === "") return !own.includes(anchor!);
      const target = join(dirname(path), file!);
      if (!existsSync(root + target)) return true;
      const guide = guides.find((one) => pathOf(one) === target);
      return guide !== undefined && anchor !== undefined && !anchors(guide).includes(anchor);
    });
}

describe.each(guides)("the guide $name", (guide) => {
  const text = read(pathOf(guide));

  test("has links that lead somewhere", () => {
    expect(deadLinks(pathOf(guide), text, anchors(guide))).toEqual([]);
  });

  test("has the program's tables", async () => {
    const made = await format(await withTables(text), { parser: "markdown", printWidth: 100 });
    await expect(made).toMatchFileSnapshot(root + pathOf(guide));
  });

  test("names commands and options that exist", async () => {
    expect(await unknownIn(blocks(text, "sh").join("\n"))).toEqual([]);
  });

  test.each(blocks(text, "yaml"))("has this valid YAML: %s", async (block) => {
    using place = newPlace();
    const head = block.startsWith("version:")
      ? ""
      : `version: 1\nproject: guide\n${block.includes("alert_groups:") ? "" : "alert_groups: [{ external_id: oncall, title: On call }]\n"}`;
    place.write("monitors.yaml", head + block);
    const { code, stderr } = await place.inside(["validate", "--strict"]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
});

test("guides have a place of their own, and groups stand together", () => {
  const orders = guides.map(({ order }) => order);
  expect(new Set(orders).size).toBe(orders.length);
  for (const { guides: ofGroup } of groupsOf(guides)) {
    const tens = ofGroup.map(({ order }) => Math.floor(order / 10));
    expect(tens.at(-1)! - tens[0]!).toBeLessThanOrEqual(1);
  }
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
