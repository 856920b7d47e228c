/** Text of senders, as a terminal gets it. */
import { expect, test } from "vitest";
import { oneLine, visible } from "../../src/ctl/output/text.ts";

test.each([
  ["a\r\n b", "a b"],
  ["a\u2028b\u2029c", "a b c"],
  ["a\u001b[2Jb\u009b31m", "a\ufffd[2Jb\ufffd31m"],
  ["evil\u202egpj.exe\u2066", "evil\ufffdgpj.exe\ufffd"],
])("%j stays on its line, and moves and turns nothing", (text, shown) => {
  expect(oneLine(text)).toBe(shown);
});

test("text of several lines keeps them", () => {
  expect(visible("a\u0007\r\nb\u2028c")).toBe("a\ufffd\nb c");
});
