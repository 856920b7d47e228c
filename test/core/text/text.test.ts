import { expect, test } from "vitest";
import { asSentence } from "../../../src/core/text/text.ts";

test("a text gets a period, unless it ends like a sentence", () => {
  expect(["rolled back", "Done.", "Really?", "wait…"].map(asSentence)).toEqual([
    "rolled back.",
    "Done.",
    "Really?",
    "wait…",
  ]);
});
