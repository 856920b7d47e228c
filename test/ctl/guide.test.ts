import { describe, expect, test } from "vitest";
import { markdownText } from "../../src/ctl/guide/markdown-text.ts";
import { styleOf } from "../../src/ctl/output/style.ts";
import { newPlace } from "./run.ts";

const place = newPlace();
const run = (...words: string[]) => place.inside(["guide", ...words]);

describe("monitorctl guide", () => {
  test("lists the guides with their questions, without a server", async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Monitor$/m);
    expect(stdout).toMatch(/^ {2}endpoints +How do I watch a page/m);
  });

  test("prints one, with its title", async () => {
    const { code, stdout } = await run("endpoints");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Watch any endpoint\n\n/);
    expect(stdout).toContain("Choose what is watched\n");
    expect(stdout).not.toContain("```");
  });

  test("prints a part, and the parts below it", async () => {
    const { stdout } = await run("endpoints#choose-what-is-watched");
    expect(stdout).toMatch(/^Choose what is watched\n/);
    expect(stdout.length).toBeLessThan((await run("endpoints")).stdout.length);
  });

  test("finds parts by words", async () => {
    const { stdout } = await run("--search", "certificate days");
    expect(stdout).toMatch(/^endpoints#[\w-]+$/m);
    const none = await run("--search", "penguin");
    expect([none.code, none.stderr]).toEqual([
      3,
      expect.stringContaining('no guide has the words "penguin"'),
    ]);
  });

  test.each([
    [["endpoint"], 'no guide "endpoint", did you mean "endpoints"?'],
    [["endpoints#nothing"], 'the guide endpoints has no part "nothing"'],
  ])("says what there is in place of %j", async (words, message) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(3);
    expect(stderr).toContain(message);
  });
});

test("links and emphasis are words in a terminal, and code stands out", () => {
  const style = styleOf({ color: true, ascii: false });
  const text =
    "## A `b`\n\n**Do** [this](phones.md#now), see [it](https://e.example) and `c`.\n\n<!-- end -->\n\n```sh\nls **\n```";
  expect(markdownText(text, style)).toBe(
    "\u001b[1mA `b`\u001b[0m\n\nDo this (guide phones#now), see it (https://e.example) and \u001b[36mc\u001b[0m.\n\n\u001b[36m    ls **\u001b[0m\n",
  );
});

test("tables are aligned by the words that are shown", () => {
  const style = styleOf({ color: false, ascii: false });
  const table = "| a | b |\n| --- | --- |\n| [long name](phones.md) | 1 |\n| `x \\| y` | ✓ 22 |";
  expect(markdownText(table, style)).toBe(
    "a                         b\n------------------------  ----\nlong name (guide phones)  1\n`x | y`                   ✓ 22\n",
  );
});
