import { expect, test } from "vitest";
import { asSentence, lastLine } from "../../../src/core/text/text.ts";

test("a text gets a period, unless it ends like a sentence", () => {
  expect(["rolled back", "Done.", "Really?", "wait…"].map(asSentence)).toEqual([
    "rolled back.",
    "Done.",
    "Really?",
    "wait…",
  ]);
});

test("the last line of an output is the last one with text", () => {
  expect(lastLine("dump\r\nNo space left on device\n\n")).toBe("No space left on device");
  expect(lastLine("one\rtwo")).toBe("two");
  expect(lastLine(" \n")).toBeNull();
  expect(lastLine(null)).toBeNull();
});
