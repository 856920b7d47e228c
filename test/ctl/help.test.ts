import { beforeAll, describe, expect, test } from "vitest";
import { listRemedy } from "../../src/ctl/call/remedies.ts";
import { examples } from "../../src/ctl/program/examples.ts";
import { newPlace } from "./run.ts";

const place = newPlace();
const help = async (...words: string[]) => (await place.typed([...words, "--help"], "")).stdout;

/** Every command by its words, families before what they hold. */
const paths: string[][] = [];
beforeAll(async () => {
  for (const name of namesIn(await help())) {
    paths.push([name]);
    if (/^Usage: .*(<command>$|\[command\])/m.test(await help(name)))
      for (const below of namesIn(await help(name))) paths.push([name, below]);
  }
});

/** The commands that a help lists. */
function namesIn(text: string): string[] {
  const lists = text.slice(text.indexOf("-h, --help"));
  return [...lists.matchAll(/^ {2}([a-z][a-z-]*)(?: |$)/gm)].map((match) => match[1]!);
}

describe("help", () => {
  test("of every command begins with examples of that very command", async () => {
    expect(paths.length).toBeGreaterThan(40);
    const without: string[] = [];
    for (const path of paths) {
      const text = await help(...path);
      const called = `monitorctl ${path.join(" ")}`;
      if (!text.startsWith("Examples:\n  ") || !text.includes(called)) without.push(called);
    }
    expect(without).toEqual([]);
  });

  test("has no example of what there is not", () => {
    const known = new Set(paths.map((path) => path.join(" ")));
    expect(Object.keys(examples).filter((path) => path !== "" && !known.has(path))).toEqual([]);
  });

  test("is the same with help COMMAND, and of a family alone", async () => {
    const asked = await place.typed(["help", "keys", "create"], "");
    expect(asked.stdout).toBe(await help("keys", "create"));
    const alone = await place.typed(["keys"], "");
    expect([alone.code, alone.stdout]).toEqual([0, await help("keys")]);
  });

  test("of a command below another one lists no options of that one", async () => {
    const text = await help("oncall", "cover");
    expect(text).not.toMatch(/--at|--week/);
    expect(text.match(/--output/g)).toHaveLength(1);
    expect(await help("oncall")).toMatch(/--at[^]*--week/);
  });

  test.each([
    [["keys", "crate"], "Did you mean create?", "monitorctl help keys"],
    [["get"], "missing required argument", "monitorctl help get"],
    [["get", "hc", "--wach"], "Did you mean --watch?", "monitorctl help get"],
    [
      ["oncall", "cover", "a", "b", "--at", "2h"],
      "unknown option '--at'",
      "monitorctl help oncall cover",
    ],
    [
      ["oncall", "cover", "a", "b", "-o", "csv"],
      "Allowed choices are text, json",
      "monitorctl help oncall cover",
    ],
    [["help", "keys", "mint"], 'unknown command "keys mint"', "monitorctl help keys"],
  ])("is what %j is told to look at", async (args, said, next) => {
    const { code, stderr } = await place.typed(args, "");
    expect(code).toBe(3);
    expect(stderr).toContain(said);
    expect(stderr).toContain(`  try: ${next}\n`);
  });
});

test("--no-color leaves colours out of results and of errors", async () => {
  const env = { NO_COLOR: "", FORCE_COLOR: "1" };
  const coloured = await place.typed(["get", "x"], "", { env });
  expect(coloured.stderr).toContain("\u001b[31m");
  const plain = await place.typed(["get", "x", "--no-color"], "", { env });
  expect(plain.stderr).not.toContain("\u001b");
});

test("--no-input asks nothing, on a terminal too", async () => {
  const { code, stderr } = await place.typed(
    ["login", "http://127.0.0.1:1", "--no-input"],
    "XXXXX-XXXXX\n",
  );
  expect(code).toBe(3);
  expect(stderr).toContain("error[no_code]");
});

test.each([
  ["/api/v1/overrides/weekend", "list them: monitorctl api GET /schedules/ID/overrides"],
  ["/api/v1/incidents/7", "list them: monitorctl incidents"],
  ["/api/v1/elsewhere/7", null],
])("after a 404 of %s the next step is %s", (path, next) => {
  expect(listRemedy(path)).toBe(next);
});
