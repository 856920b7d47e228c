import { expect, test } from "vitest";
import { fallsShort, resultOf, resultText, shortfallLines, withResult } from "./result.ts";

const taken = { date: "2026-01-02", node: "v24.0.0", machine: "2 × a CPU" };
const ratio = { median: 0.4512, min: 0.4, max: 0.5 };
const row = (least: number) =>
  resultOf("a", { name: "A", ours: "1/s", peer: "2/s", ratio, goal: { least } }, taken);

test("whether a goal is reached is computed from its figure", () => {
  expect([0.45, 0.46].map((least) => fallsShort(row(least)))).toEqual([false, true]);
  const measures = (most: number) => [{ name: "p99", value: 10, unit: "ms", goal: { most } }];
  const late = (most: number) =>
    resultOf("a", { name: "A", ours: "", measures: measures(most) }, taken);
  expect([9, 10].map((most) => fallsShort(late(most)))).toEqual([true, false]);
});

test("a row that falls short says why", () => {
  expect(resultText(row(0.5), "It is slow.")).toBe(
    "a: A\n    1/s ÷ 2/s\n    ✗ ratio 0.451 (0.4–0.5), goal ≥ 0.5\n    It is slow.",
  );
  expect(resultText(row(0.4), "It is slow.")).not.toContain("slow");
  expect(shortfallLines([row(0.4), row(0.5)], { a: "It is slow." })).toEqual([
    "- `a`: ratio 0.451 (0.4–0.5), goal ≥ 0.5. It is slow.",
  ]);
});

test("a result takes the place of the former one of its row, in the order of the rows", () => {
  const named = (one: string, name: string) => resultOf(one, { name, ours: "" }, taken);
  const before = [named("c", "old"), named("a", "old"), named("gone", "old")];
  const after = withResult(before, named("a", "new"), ["a", "b", "c"]);
  expect(after.map((one) => [one.row, one.name])).toEqual([
    ["a", "new"],
    ["c", "old"],
  ]);
});
