import { expect, test } from "vitest";
import { linesText } from "../../src/ctl/output/table.ts";

test("columns line up after titles with emoji and wide characters", () => {
  const rows = [
    ["Shop", "up"],
    ["監視 🔥", "down"],
  ];
  // Each of the three wide characters takes two columns.
  expect(linesText(rows, "")).toBe("Shop     up\n監視 🔥  down\n");
});

test("a wide title is cut between characters, and never beyond the screen", () => {
  const style = { width: 20, sign: { more: "…" } } as Parameters<typeof linesText>[2];
  expect(linesText([["a", "監視監視監視監視監視監視監視監視"]], "", style)).toBe(
    "a  監視監視監視監視…\n",
  );
});
