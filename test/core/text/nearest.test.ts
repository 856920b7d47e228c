import { expect, test } from "vitest";
import { didYouMean, splitSuggestion } from "../../../src/core/text/nearest.ts";

test("a message is split from the suggestion that ends it, whatever is in the name", () => {
  for (const name of ["url", 'a "quoted" name', "two\nlines"]) {
    const message = `unknown field${didYouMean(`${name}x`, [name])}`;
    expect(splitSuggestion(message)).toEqual(["unknown field", `did you mean "${name}"?`]);
  }
});

test("a message without a suggestion at its end is whole", () => {
  for (const message of ["unknown field", "is that so?", 'x, did you mean "url"? Known: url', ""])
    expect(splitSuggestion(message)).toEqual([message, null]);
});
