import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const manifest = `version: 1
project: shop
alert_groups:
  - { external_id: oncall, title: On call }
`;
const plan = (applied: boolean) => ({
  project: "shop",
  revision: 1,
  applied,
  changes: [
    {
      kind: "webhook_monitors",
      external_id: "errors",
      id: null,
      title: "Errors",
      action: "create",
      fields: [],
      webhook_url: "http://mon.example/api/webhook/s3cret",
    },
  ],
  warnings: [],
});

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "POST /plan": { body: plan(false) },
    "POST /apply": { body: plan(true) },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_key" });
  Object.assign(place.env, {
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: place.folder,
    GITHUB_STEP_SUMMARY: place.write("summary.md", "before\n"),
    GITHUB_OUTPUT: place.write("output.txt", ""),
  });
  place.write("monitors.yaml", manifest);
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const file = (name: string) => readFileSync(join(place.folder, name), "utf8");

test("an apply writes the summary and the outputs, and masks what is secret", async () => {
  const { code, stdout, stderr } = await place.ctl(["apply", "-o", "json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ applied: true });
  expect(stderr).toBe("::add-mask::http://mon.example/api/webhook/s3cret\n");
  expect(file("summary.md")).toMatch(/^before\n### Applied project `shop` on /);
  expect(file("output.txt")).toBe("changed=true\ncreated=1\nupdated=0\ndeleted=0\n");
});

test("only a key that the runner cannot know is masked, and only a URL that is printed", async () => {
  const planned = await place.ctl(["plan"]);
  expect(planned.stderr).not.toContain("add-mask::mon_key");
  const file = place.write("key", "mon_of_file\n");
  const env = { MONITORCTL_API_KEY: "", MONITORCTL_API_KEY_FILE: file };
  expect((await place.ctl(["plan"], { env })).stderr).toContain("::add-mask::mon_of_file\n");
});

test("mistakes are annotated at their lines, from the root of the repository", async () => {
  place.write("ops/wrong.yaml", manifest.replace("title:", "titel:"));
  const { code, stderr } = await place.ctl(["diff", "-f", "ops/wrong.yaml"]);
  expect(code).toBe(3);
  expect(stderr).toContain("::error file=ops/wrong.yaml,line=4,col=28,");
  expect(file("summary.md")).toContain("unknown field");
  expect(api.asked).toEqual([]);
});

test("a failure that is in no file is an annotation too", async () => {
  api.answers["POST /plan"] = problem(503, "Busy.");
  const { code, stderr } = await place.typed(["diff"], "");
  expect(code).toBe(9);
  expect(stderr).toMatch(/^::error title=monitorctl%3A /m);
});

test("--no-gha, and any other place than GitHub, has none of it", async () => {
  const off = await place.ctl(["diff", "--no-gha"]);
  expect([off.code, off.stderr]).toEqual([0, ""]);
  const elsewhere = await place.ctl(["diff"], { env: { GITHUB_ACTIONS: "" } });
  expect([elsewhere.code, elsewhere.stderr]).toEqual([0, ""]);
  expect([file("summary.md"), file("output.txt")]).toEqual(["before\n", ""]);
});
