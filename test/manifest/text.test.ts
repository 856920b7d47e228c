/** What is written without the library is what the library writes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Document, isMap, isSeq, Scalar, visit } from "yaml";
import { manifestText } from "../../src/manifest/text.ts";

/** By the library alone. */
function byLibrary(declaration: Record<string, unknown>): string {
  const document = new Document({ version: 1, ...declaration });
  visit(document, {
    Scalar(key, node) {
      if (key === "key" || typeof node.value !== "string" || !node.value.includes("${")) return;
      node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  if (isMap(document.contents))
    for (const { key, value } of document.contents.items)
      if (isSeq(value)) (key as Scalar).spaceBefore = true;
  return document.toString({ lineWidth: 0 });
}

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "Shop of Ada",
    "https://shop.example.com/health?a=b",
    "Europe/Berlin",
    "ada@example.com",
    "true",
    "No",
    "null",
    "Null",
    "1.10",
    "0x1F",
    "1e3",
    ".5",
    "~",
    "a: b",
    "a:",
    "a #b",
    "- a",
    "${TOKEN}",
    "a\nb\n",
    "a\n",
    " a",
    "a ",
    "",
    "8:00",
    "2024-01-01",
    "a:b",
    "x".repeat(200),
  ),
);
const scalars = fc.oneof(texts, fc.integer(), fc.boolean(), fc.double(), fc.constant(null));
const values = fc.oneof(
  { weight: 6, arbitrary: scalars },
  fc.array(scalars, { maxLength: 3 }),
  fc.dictionary(texts, scalars, { maxKeys: 3 }),
);
const names = fc.constantFrom("external_id", "title", "url", "members", "a b", "1", "true");
const items = fc.dictionary(names, values, { minKeys: 1, maxKeys: 4 });

test("a manifest is written as the library writes it", () => {
  fc.assert(
    fc.property(fc.array(items, { maxLength: 4 }), scalars, (list, project) => {
      const declaration = { project, webhook_monitors: list, alert_groups: ["a", "b"] };
      expect(manifestText(declaration)).toBe(byLibrary(declaration));
    }),
    { numRuns: 2000, seed: 20 },
  );
});

test("comments stand before the manifest, and before the resource that they are about", () => {
  const declaration = { users: [{ external_id: "ada" }, { external_id: "bo", name: "${N:-***}" }] };
  const resources = new Map([["bo", ["one\nline", "two"]]]);
  expect(manifestText(declaration, { head: ["Written by hand"], resources })).toBe(
    `# Secrets are not exported. "\${NAME:-***}" keeps the secret that the server has. Set NAME, in the
# environment or in a file that --vars names, to change it, or to apply this to another server.
# Written by hand

version: 1

users:
  - external_id: ada
  # one line
  # two
  - external_id: bo
    name: "\${N:-***}"
`,
  );
});
