import { expect, test } from "vitest";
import { thrownText, unreadable } from "../../../src/core/text/thrown.ts";

test.each<[unknown, string]>([
  [new TypeError("x is not a function"), "TypeError: x is not a function"],
  [new Error("one\nline \u0000"), "Error: one line \ufffd"],
  ["a text", "a text"],
  [undefined, "undefined"],
])("what was thrown is a line: %s", (thrown, text) => {
  expect(thrownText(thrown)).toBe(text);
});

test("a long message is cut, and the reason of a check says whose mistake it is", () => {
  expect(thrownText(new Error("x".repeat(1000)))).toHaveLength(198);
  expect(unreadable(new Error("x"))).toBe("monitord could not read the answer: Error: x");
});
