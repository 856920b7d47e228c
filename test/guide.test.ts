/** The guides and the examples against the program. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newPlace } from "./ctl/run.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");

const guide = read("src/guide/endpoints.md");
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!);

test.each(blocks)("this YAML of the guide is valid: %s", async (text) => {
  using place = newPlace();
  place.write(
    "monitors.yaml",
    `version: 1\nproject: guide\nalert_groups: [{ external_id: oncall, title: On call }]\n${text}`,
  );
  const { code, stderr } = await place.inside(["validate", "--strict"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

/** Fields of monitors that the tables of other tools name in their second column. */
const snippets = [...guide.matchAll(/`((?:\w+: )(?:\[.*?\]|'.*?'|".*?"|[\w/:.,-]+))`/g)]
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
