import { expect, test } from "vitest";
import { deeperThan, moreValuesThan } from "../../../src/core/text/json-depth.ts";

test.each([
  ["", 0, false],
  ["1", 0, false],
  ["[]", 0, true],
  ["[]", 1, false],
  ['{"a":[{}]}', 2, true],
  ['{"a":[{}]}', 3, false],
  ["[][][]", 1, false],
  ['"[[[["', 0, false],
  ['"\\"[[["', 0, false],
  ['["\\\\",[]]', 1, true],
  ["]]]]", 0, false],
])("%s nests deeper than %i: %s", (text, limit, deeper) => {
  expect(deeperThan(text, limit)).toBe(deeper);
});

test("a million brackets are told from their first few", () => {
  expect(deeperThan("[".repeat(1_000_000), 32)).toBe(true);
});

test.each([
  ["1", 1, false],
  ["[]", 2, false],
  ["[]", 1, true],
  ['{"a":1,"b":[2,3]}', 5, false],
  ['{"a":1,"b":[2,3]}', 4, true],
  ['"a,b,[,{"', 1, false],
  ['"\\",["', 1, false],
])("%s may have more than %i values: %s", (text, limit, more) => {
  expect(moreValuesThan(text, limit)).toBe(more);
});
