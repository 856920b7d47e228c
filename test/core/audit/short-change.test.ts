import { expect, test } from "vitest";
import { foldedChanges, keptChanges } from "../../../src/core/audit/short-change.ts";

test("short values are kept as they are", () => {
  const changes = [{ field: "interval_seconds", from: 60, to: 30 }];
  expect(keptChanges(changes)).toEqual(changes);
});

test("of long texts the place of the difference is kept, and its size", () => {
  const text = (middle: string) => `${"a".repeat(600)}${middle}${"b".repeat(600)}`;
  const [change] = keptChanges([{ field: "condition", from: text("123"), to: text("456") }]);
  expect(change!.from).toMatch(/^…a+123b+… \(1203 characters, 3 differ\)$/);
  expect(change!.to).toMatch(/^…a+456b+… \(1203 characters, 3 differ\)$/);
  expect(String(change!.to).length).toBeLessThan(160);
  const [added] = keptChanges([{ field: "description", from: null, to: "c".repeat(500) }]);
  expect(added).toEqual({
    field: "description",
    from: null,
    to: `${"c".repeat(80)}… (500 characters, 500 differ)`,
  });
  const [list] = keptChanges([{ field: "members", from: ["x".repeat(200)], to: [] }]);
  expect(list!.to).toBe("[] (2 characters, 202 differ)");
});

test("the changes beyond the limit are counted", () => {
  const many = Array.from({ length: 62 }, (_, i) => ({ field: `f${i}`, from: 0, to: i }));
  expect(keptChanges(many).at(-1)).toEqual({ field: "", from: null, to: "and 2 more changes" });
});

test("equal changes of an apply are one with their number, the most frequent first", () => {
  const shorter = { field: "interval_seconds", from: 60, to: 30 };
  const one = (title: string, ...changes: (typeof shorter)[]) => ({
    kind: "health_check_monitors",
    title,
    changes,
  });
  expect(
    foldedChanges([
      one("a", { ...shorter, field: "timeout_seconds" }),
      one("b", shorter),
      one("c", shorter),
    ]),
  ).toEqual([
    { kind: "health_check_monitors", title: null, ...shorter, times: 2 },
    { kind: "health_check_monitors", title: "a", ...shorter, field: "timeout_seconds", times: 1 },
  ]);
});
