import { expect, test } from "vitest";
import { listed } from "../../../src/core/text/listed.ts";

test.each([
  ["", [], 9],
  ["Ada", ["Ada"], 9],
  ["Ada and Bo", ["Ada", "Bo"], 9],
  ["Ada, Bo and Cy", ["Ada", "Bo", "Cy"], 3],
  ["Ada and 2 more", ["Ada", "Bo", "Cy"], 2],
])("names in a sentence: %j", (sentence, names, most) => {
  expect(listed(names, most)).toBe(sentence);
  if (names.length < 3) expect(listed(names)).toBe(sentence);
});
