/** The fast reading of a plain text answers what the one with places does, or leaves the text to it. */
import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { parseAllDocuments } from "yaml";
import { expect, test } from "vitest";
import { plainValues } from "../../src/manifest/plain-values.ts";
import { readSource } from "../../src/manifest/read-source.ts";

/** As the parser with places reads it; null: with a mistake. */
function placed(text: string): unknown[] | null {
  const documents = [
    ...parseAllDocuments(text, {
      prettyErrors: false,
      logLevel: "silent",
      version: "1.2",
      schema: "core",
      merge: true,
      stringKeys: true,
    }),
  ];
  const isWrong = documents.some(({ errors }) => errors.length > 0);
  return isWrong ? null : documents.map((one) => one.toJS({ maxAliasCount: -1 }) as unknown);
}

const texts = globSync(["examples/**/*.{yml,yaml}", "test/**/*.{yml,yaml}"]).flatMap((path) => {
  const lines = readFileSync(path, "utf8").split("\n");
  // Twenty lines each: a mistake in a short text is not hidden behind another.
  return Array.from({ length: Math.ceil(lines.length / 20) }, (_, i) =>
    lines.slice(i * 20, i * 20 + 20).join("\n"),
  );
});

/** What has a meaning in YAML, or looks as if it had. */
const bits = [
  "\n",
  ":",
  "#",
  "[",
  "]",
  "{",
  "}",
  ",",
  "~",
  "-",
  "@",
  "`",
  "=",
  "'",
  '"',
  "|",
  ">",
  "?",
  "&",
  "*",
  "!",
  "%",
  "\\",
  "$",
  "\t",
  "\r",
  "\u00a0",
  "\u0085",
  "\u2028",
  "\ufeff",
  "  ",
  "- ",
  "- - ",
  ": ",
  " #",
  "? a",
  "&a ",
  "*a",
  "!!str ",
  "<<: ",
  "%YAML 1.1\n",
  "null",
  "Null",
  "true",
  "yes",
  "0o17",
  "017",
  "0x1F",
  "1e3",
  ".inf",
  ".nan",
  "-.5",
  "1_000",
  "2024-01-01",
  "12:30:00",
  "---\n",
  "...\n",
  "\n\n",
  "a: b",
  "1: b",
  "null: b",
  "\u00e9",
  "|-\n",
  "__proto__: 1",
  "a?b",
  "x&y",
  "'it''s'",
  '"\\x41"',
  '"\\',
  "[a, b]",
  "{a: b}",
  "9999999999999999",
];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.integer({ min: 0, max: 4 }),
  put: fc.constantFrom("", ...bits),
});

const edited = fc
  .tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 4 }))
  .map(([text, edits]) =>
    edits.reduce((left, { at, cut, put }) => {
      const from = Math.floor(at * left.length);
      return left.slice(0, from) + put + left.slice(from + cut);
    }, text),
  );

test("a plain text has the same values for both parsers", () => {
  const seen = { plain: 0, left: 0 };
  fc.assert(
    fc.property(edited, (text) => {
      const plain = plainValues(text);
      seen[plain ? "plain" : "left"]++;
      if (plain) expect(plain).toEqual(placed(text));
    }),
    { numRuns: 4000, seed: 20 },
  );
  expect(Math.min(seen.plain, seen.left)).toBeGreaterThan(300);
});

test.each([
  ["a variable", "a: ${B}"],
  ["an escape of a dollar sign", 'a: "\\x24{B}"'],
  ["an anchor", "a: &b c"],
  ["an alias", "a: [*b]"],
  ["a tag", "a: !!str 1"],
  ["a merge key", "<<: {a: b}"],
  ["a key of the prototype", "__proto__: {a: b}"],
  ["a tab", "a:\tb"],
  ["a no-break space", "a:\u00a0b"],
  ["copies", "for_each: [a]"],
  ["a list", "- a"],
  ["a scalar", "a"],
  ["no document", "# nothing\n"],
  ["a document that is empty", "a: b\n---\n"],
  ["a number that is too large for both", "a: 12e4567"],
  ["a key twice", "a: b\na: c"],
  ["a mistake", "a: b: c"],
  ["a depth that no manifest has", `a: ${"[".repeat(2000)}${"]".repeat(2000)}`],
])("a text with %s is left to the other parser", (_what, text) => {
  expect(plainValues(text)).toBeNull();
});

test("the nodes of a plain text know their places when they are asked for", () => {
  const { parts } = readSource({ name: "m.yaml", text: "a: b\n---\nc:\n  d: e\n" });
  expect(parts.map(({ value }) => value)).toEqual([{ a: "b" }, { c: { d: "e" } }]);
  const node = parts[1]!.document.getIn(["c", "d"], true) as { range: number[] };
  expect(parts[1]!.source.counter.linePos(node.range[0]!)).toEqual({ line: 4, col: 6 });
});
