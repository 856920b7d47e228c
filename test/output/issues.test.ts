/** Mistakes of a manifest in terminals: every line fits, and the caret stays below what it is about. */
import { describe, expect, test } from "vitest";
import { issuesText, warningsText } from "../../src/ctl/output/issues.ts";
import { styleOf } from "../../src/ctl/output/style.ts";
import type { Issue } from "../../src/manifest/issue.ts";

const source =
  '    timeout_seconds: "abcd" # which nobody has read so far, because it is a long comment';
const issue: Issue = {
  code: "wrong-type",
  message: "`timeout_seconds` must be a number of seconds between 1 and 60, in digits",
  file: "monitoring/shop/monitors.yaml",
  line: 12,
  column: source.indexOf('"abcd"') + 1,
  length: 6,
  source,
  resource: 'health_check_monitors "shop-checkout-health"',
  hint: "write a number without quotes, for example 20, or leave it out: then it is 20 seconds",
};
const closing = "Nothing was changed, because a manifest is applied whole or not at all.";
const shown = (width: number | null, more: Partial<Issue> = {}) =>
  issuesText([{ ...issue, ...more }], closing, styleOf({ color: false, ascii: false, width }));
const words = (text: string) => text.replaceAll(/[\s|]+/g, " ");

describe("a mistake", () => {
  test.each([120, 80, 60, 50])("fits a terminal of %i columns, with all of its words", (width) => {
    const text = shown(width);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
    for (const all of [issue.message, issue.hint!, issue.resource!, closing])
      expect(words(text)).toContain(all);
    expect(text).toContain("monitoring/shop/monitors.yaml:12:22");
  });

  test.each([null, 120, 80, 50])("has its caret below its place with %s columns", (width) => {
    for (const [column, word] of [
      [22, '"abcd"'],
      [source.indexOf("long") + 1, "long"],
    ] as const) {
      const lines = shown(width, { column, length: word.length }).split("\n");
      const caret = lines.findIndex((line) => line.includes("^"));
      expect(lines[caret - 1]!.indexOf(word)).toBe(lines[caret]!.indexOf("^"));
    }
  });

  test("is not folded in a file or a pipe", () => {
    expect(shown(null).split("\n")).toHaveLength(8);
    expect(shown(null)).toContain(`^^^^^^ ${issue.hint}\n`);
  });

  test("has its hint below the caret where it would be a narrow column", () => {
    expect(shown(50)).toMatch(/\^\^\^\^\^\^\n {3}\| write a number/);
    expect(shown(80)).toMatch(/\^\^\^\^\^\^ write a number/);
  });

  test("is told as a warning the same way", () => {
    const text = warningsText([issue], styleOf({ color: false, ascii: false, width: 60 }));
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(text).toContain("warning[wrong-type] ");
  });
});
