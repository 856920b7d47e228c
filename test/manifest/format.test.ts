/** `monitorctl fmt` as a function: the same manifest, in one form. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Document,
  isCollection,
  isNode,
  isPair,
  Lexer,
  parseAllDocuments,
  visit,
  YAMLMap,
  type Node,
  type Pair,
} from "yaml";
import { format } from "../../src/manifest/format/format.ts";
import { anyDeclaration } from "../support/declarations.ts";
import { blocksOf } from "../support/blocks.ts";
import { brokenManifests } from "./broken.ts";

const formatted = (text: string): string => {
  const result = format({ name: "m.yaml", text });
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join("; "));
  return result.text;
};
const meaning = (text: string) =>
  parseAllDocuments(text, { merge: true, version: "1.2" }).map((document) =>
    (document as Document).toJS(),
  );
const comments = (text: string) =>
  [...new Lexer().lex(text)].filter((lexeme) => lexeme.startsWith("#")).toSorted();

/** Both keep their meaning and their comments, and a second formatting makes no change. */
function expectKept(text: string): string {
  const result = formatted(text);
  expect(meaning(result)).toEqual(meaning(text));
  expect(comments(result)).toEqual(comments(text));
  expect(formatted(result)).toBe(result);
  return result;
}

describe("any manifest", () => {
  const random = fc.infiniteStream(fc.nat(99));
  test("keeps its meaning, its comments and its anchors, and has one form", () => {
    fc.assert(
      fc.property(
        anyDeclaration("shop"),
        random,
        fc.integer({ min: 1, max: 6 }),
        (declaration, numbers, indent) => {
          const next = () => numbers.next().value;
          expectKept(disordered({ version: 1, ...declaration }, next, indent));
        },
      ),
      { numRuns: 100 },
    );
  });

  /** The text of a document with comments, empty lines, anchors, flow style and keys in any order. */
  function disordered(value: object, next: () => number, indent: number): string {
    const document = new Document(value);
    const anchored: Node[] = [];
    visit(document, {
      Pair(_key, pair) {
        // The second of two equal values may stand for the first.
        const { value } = pair as Pair<unknown, Node>;
        if (isNode(value) && next() < 4) anchored.push(value);
      },
      Node(_key, node, path) {
        const parent = path.at(-1);
        if (isCollection(node) && next() < 20) node.flow = true;
        if (node instanceof YAMLMap) node.items.sort(() => (next() < 30 ? next() - 50 : 0));
        const inFlow = path.some((one) => isCollection(one) && one.flow);
        if (inFlow || (isCollection(node) && isPair(parent))) return;
        if (next() < 10) node.commentBefore = ` c${next()}`;
        if (next() < 10) node.spaceBefore = true;
        if (next() < 10 && !isCollection(node) && isPair(parent) && parent.value === node)
          node.comment = ` d${next()}`;
      },
    });
    for (const [at, node] of anchored.entries())
      if (!isCollection(node)) (node as { anchor?: string }).anchor = `a${at}`;
    return document.toString({ indent, lineWidth: next() < 50 ? 40 : 0, indentSeq: next() < 50 });
  }
});

const read = (path: string) => readFileSync(join(root, path), "utf8");
const root = fileURLToPath(new URL("../..", import.meta.url));
const texts = [
  ...globSync("examples/*/monitors.yaml", { cwd: root }).map((path) => [path, read(path)]),
  ...globSync("src/guide/*.md", { cwd: root }).flatMap((path) =>
    blocksOf(read(path), "yaml").map(({ text }, at) => [`${path} ${at}`, text]),
  ),
  ...Object.entries(brokenManifests).map(([name, content]) => [name, String(content)]),
].filter(([, text]) => format({ name: "m.yaml", text: text! }).ok) as [string, string][];

test.each(texts)("%s keeps its meaning", (_name, text) => {
  expectKept(text);
});

test("more than a hundred texts are tried", () => {
  expect(texts.length).toBeGreaterThan(100);
});

const head = "version: 1\nproject: shop\n";

const user = "  - external_id: u\n    email: u@x.example\n";

test.each<[what: string, text: string, formatted: string]>([
  [
    "two spaces",
    "version:   1\nproject: shop\nusers:\n-   external_id: u\n    email: u@x.example\n",
    `${head}\nusers:\n${user}`,
  ],
  [
    "keys in the order of the guide",
    "users:\n  - email: u@x.example\n    external_id: u\nproject: shop\nversion: 1\n",
    `${head}\nusers:\n${user}`,
  ],
  [
    "a key that is unknown stays behind the one before it",
    `${head}users:\n  - email: u@x.example\n    nme: Ada\n    external_id: u\n`,
    `${head}\nusers:\n${user}    nme: Ada\n`,
  ],
  [
    "a comment goes with its key, and the head of the file stays at its head",
    `# Shop\nproject: shop\nversion: 1\nusers:\n  - name: U\n    # of the shop\n    external_id: u # id\n    email: u@x.example\n`,
    `# Shop\nversion: 1\nproject: shop\n\nusers:\n  # of the shop\n  - external_id: u # id\n    email: u@x.example\n    name: U\n`,
  ],
  [
    "a head with an empty line behind it",
    `# Shop\n\n# ours\nproject: shop\nversion: 1\n`,
    `# Shop\n\nversion: 1\n# ours\nproject: shop\n`,
  ],
  [
    "a blank line between resources over several lines, none between those of one",
    `${head}users:\n\n\n  - { external_id: a, email: a@x.example }\n  - {external_id: b,   email: b@x.example}\n${user}${user.replace(": u", ": c")}`,
    `${head}\nusers:\n  - { external_id: a, email: a@x.example }\n  - { external_id: b, email: b@x.example }\n\n${user}\n${user.replace(": u", ": c")}`,
  ],
  [
    "quotes, numbers and brackets as they are written",
    `${head}alert_groups:\n  - { external_id: 'a', title: "A", priority_level: 0x1, contact_days: [ 1,2 ] }\n`,
    `${head}\nalert_groups:\n  - { external_id: 'a', title: "A", priority_level: 0x1, contact_days: [1, 2] }\n`,
  ],
  [
    "a merge key comes first, behind its anchor",
    `${head}x-slow: &slow\n    interval_seconds: 300\nhealth_check_monitors:\n  - external_id: a\n    <<: *slow\n`,
    `${head}\nx-slow: &slow\n  interval_seconds: 300\n\nhealth_check_monitors:\n  - <<: *slow\n    external_id: a\n`,
  ],
  [
    "an anchor stays before its alias",
    `${head}users:\n  - name: &u U\n    external_id: *u\n    email: u@x.example\n`,
    `${head}\nusers:\n  - name: &u U\n    external_id: *u\n    email: u@x.example\n`,
  ],
  [
    "lists stay in their order where a list needs an anchor of another",
    `${head}webhook_monitors:\n  - { external_id: w, title: &t T }\nusers:\n  - { external_id: u, name: *t }\n`,
    `${head}\nwebhook_monitors:\n  - { external_id: w, title: &t T }\n\nusers:\n  - { external_id: u, name: *t }\n`,
  ],
  [
    "texts over several lines keep their lines",
    `${head}alert_groups:\n  - external_id: a\n    description: >-\n         One\n         two\n           three\n\n         four\n    title: |\n          x\n           y\n    runbook_url: plain\n      text\n`,
    `${head}\nalert_groups:\n  - external_id: a\n    title: |\n      x\n       y\n    description: >-\n      One\n      two\n        three\n\n      four\n    runbook_url: plain\n      text\n`,
  ],
  [
    "CRLF and a byte order mark",
    "\ufeffversion:  1\r\nproject: shop\r\nusers: []\r\n",
    "\ufeffversion: 1\r\nproject: shop\r\nusers: []\r\n",
  ],
  [
    "several documents",
    `---\n${head}---\nproject:  shop\nversion: 1\n`,
    `---\n${head}---\n${head}`,
  ],
  [
    "a key without a value",
    `${head}users:\n\n\nalert_groups:\n`,
    `${head}users:\n\nalert_groups:\n`,
  ],
  [
    "a comment behind a key stays there, and one before the entries of an anchor stays between them",
    `${head}x-a: &a\n\n  # five\n  interval_seconds: 5\nx-b:   &b # six\n  # seven\n  interval_seconds: 6\nusers: # people\n${user}`,
    `${head}\nx-a: &a\n  # five\n  interval_seconds: 5\n\nx-b: &b # six\n  # seven\n  interval_seconds: 6\n\nusers: # people\n${user}`,
  ],
  [
    "comments behind the last entry, and the end of a document",
    `---\n${head}users:\n  - { external_id: u }  # first\n\n# ending\n# twice\n...\n`,
    `---\n${head}\nusers:\n  - { external_id: u } # first\n\n# ending\n# twice\n`,
  ],
  [
    "resources that are commented out",
    `${head}users:\n${user}#  - external_id: v\n#    email: |\n#      x\n`,
    `${head}\nusers:\n${user}\n#  - external_id: v\n#    email: |\n#      x\n`,
  ],
  ["comments alone", "# nothing\n", "# nothing\n"],
  ["an empty file", "", ""],
])("%s", (_what, text, result) => {
  const format =
    text === "" || (text.startsWith("#") && !text.includes("\n#") && !text.includes(":"))
      ? formatted
      : expectKept;
  expect(format(text)).toBe(result);
});

test("a file that is no YAML is not formatted, and its mistakes are named", () => {
  const result = format({ name: "m.yaml", text: "title: Shop: EU\n" });
  expect(result).toMatchObject({
    ok: false,
    issues: [{ line: 1, column: 8, code: "quotes_needed" }],
  });
});

test.each(["\u0010", "\u00a0"])(
  "an anchor named %j is read and not formatted, which is said",
  (name) => {
    const result = format({ name: "m.yaml", text: `version: &${name}\nproject: shop\n` });
    expect(result).toMatchObject({
      ok: false,
      issues: [
        {
          code: "unformattable",
          message: expect.stringContaining("Anchor must not contain whitespace or control"),
        },
      ],
    });
  },
);
