/** Blocks of code in what is read: each shows in a browser and in a terminal as it is meant. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lexer, walkTokens, type Token, type Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { parseGuide } from "../src/core/guide/guide.ts";
import { searchGuides } from "../src/core/guide/search.ts";
import { markdownText } from "../src/ctl/guide/markdown-text.ts";
import { styleFor } from "../src/ctl/output/style.ts";
import { markdownHtml } from "../src/dashboard/guide/markdown.ts";
import { blocksOf, fence } from "./support/blocks.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");

/** Code, which a fence begins and ends. */
const fencesOf = (markdown: string): Tokens.Code[] => {
  const fences: Tokens.Code[] = [];
  void walkTokens(lexer(markdown), (token: Token) => {
    if (token.type === "code" && token.codeBlockStyle !== "indented")
      fences.push(token as Tokens.Code);
  });
  return fences;
};

/** What is wrong with the blocks of code of a text, in a browser and in a terminal. */
function faultsOf(markdown: string): string[] {
  const fences = fencesOf(markdown);
  const { text: html } = markdownHtml(markdown, "");
  const plain = styleFor({ NO_COLOR: "1" }, { isTTY: false }, false);
  const lines = markdownText(markdown, { ...plain, cyan: (text) => `code:${text}` }).split("\n");
  const shown = new Set(
    lines.filter((line) => line.startsWith("code:")).map((line) => line.slice(5).trim()),
  );
  const marks = markdown.split("\n").filter((line) => /^[ >]*(`{3,}|~{3,})/.test(line));
  return [
    ...marks
      .filter((line) => !fence.test(line) && !/^ *```$/.test(line))
      .map((line) => `another mark: ${line}`),
    ...(marks.length === 2 * fences.length ? [] : ["a mark that begins or ends no block"]),
    ...fences.filter(({ text }) => text.trim() === "").map(({ raw }) => `an empty block: ${raw}`),
    ...fences.filter(({ raw }) => !/\n *```\s*$/.test(raw)).map(({ raw }) => `no end: ${raw}`),
    ...fences.filter(({ text }) => text.includes("```")).map(({ raw }) => `two in one: ${raw}`),
    ...(/<ol start=/.test(html) ? ["a list that a block interrupts"] : []),
    ...[...html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "").matchAll(/.*```.*/g)].map(String),
    ...lines.filter((line) => line.includes("```")).map((line) => `in a terminal: ${line}`),
    ...fences
      .flatMap(({ text }) => text.split("\n").map((line) => line.trim()))
      .filter((line) => line !== "" && !shown.has(line))
      .map((line) => `not code in a terminal: ${line}`),
  ];
}

test.each(
  globSync(
    "{README.md,CHANGELOG.md,src/README.md,test/README.md,src/guide/*.md,examples/**/*.md}",
    { cwd: root },
  ),
)("the blocks of code of %s are whole, have content, and leave lists together", (path) => {
  const text = read(path);
  const markdown = path.startsWith("src/guide/") ? parseGuide(path, text).body : text;
  expect(faultsOf(markdown)).toEqual([]);
});

test("what a fence says behind its language is seen by no reader", () => {
  const markdown = '1. a\n\n   ```sh exit="2" norun="needs b"\n   ls\n   ```\n';
  const attributes = { exit: "2", norun: "needs b" };
  expect(blocksOf(markdown)).toEqual([{ language: "sh", attributes, text: "ls\n", line: 3 }]);
  const plain = styleFor({}, { isTTY: false }, false);
  const section = { ...parseGuide("a", read("src/guide/api.md")), body: markdown };
  const shown = [
    markdownHtml(markdown, "").text,
    markdownText(markdown, plain),
    searchGuides([section], "ls")[0]!.excerpt,
  ];
  for (const text of shown) {
    expect(text).toContain("ls");
    expect(text).not.toMatch(/norun|needs|```/);
  }
});

describe("a block of code is wrong when it", () => {
  test.each([
    ["is empty", "a\n\n```text\n\n```\n"],
    ["has no end", "a\n\n```sh\nls\n"],
    ["ends before its content", "1. a\n\n   ```text\n\n   ```\n\n   TABLE\n"],
    ["has a mark of its own", "a\n\n````\nls\n````\n"],
    ["interrupts a list", "1. a\n\n```sh\nls\n```\n\n2. b\n"],
    ["begins in the middle of a line", "1. a ```sh\n   ls\n   ```\n"],
    ["holds another one", "1. a\n\n   ```sh\n   ls\n2. b\n\n   ```sh\n   ls\n   ```\n"],
  ])("%s", (_, markdown) => {
    expect(faultsOf(markdown)).not.toEqual([]);
  });

  test("not when it is part of an item", () => {
    expect(faultsOf("1. a\n\n   ```sh\n   ls\n   ```\n\n2. b\n\n    code\n")).toEqual([]);
  });
});
