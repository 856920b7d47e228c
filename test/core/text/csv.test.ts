import { expect, test } from "vitest";
import { csvText } from "../../../src/core/text/csv.ts";

test("a table is lines of cells, that of null empty", () => {
  expect(
    csvText(
      ["name", "hours"],
      [
        ["Ada", 9.5],
        [null, 0],
      ],
    ),
  ).toBe("name,hours\r\nAda,9.5\r\n,0\r\n");
});

test.each([
  ['Ada "A", B', '"Ada ""A"", B"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  [" +1", "' +1"],
  ["-2,5", `"'-2,5"`],
  ["@x", "'@x"],
  ["＝1", "'＝1"],
  ["\t=1", "' =1"],
  ["a\r\nb", "a b"],
  ["a\u001b[2Jb\u202ec", "a [2Jb c"],
])("a text such as %j is one cell of one line, and never a formula", (text, cell) => {
  expect(csvText([], [[text]])).toBe(`\r\n${cell}\r\n`);
});
