import { expect, test } from "vitest";
import { quoted } from "../../../src/core/text/shell.ts";

test.each([
  ["/var/lib/a-b_c.db", "/var/lib/a-b_c.db"],
  ["my file", "'my file'"],
  ["Dan's", `'Dan'\\''s'`],
])("the word %s is %s in a shell", (word, text) => {
  expect(quoted(word)).toBe(text);
});
