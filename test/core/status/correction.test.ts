import { describe, expect, test } from "vitest";
import { corrected, saidOf, type Correction } from "../../../src/core/status/correction.ts";

const update = { text: "Order fail.", public_state: "identified" } as const;
const left = { message: undefined, state: undefined, title: undefined };
const by = (correction: Partial<Correction>) =>
  corrected(update, "Shop", { ...left, ...correction });

describe("a correction of a public update", () => {
  test("changes the fields that are given, and names those that differ", () => {
    expect(by({ message: "Orders fail." })).toEqual({
      update: { text: "Orders fail.", public_state: "identified" },
      title: "Shop",
      changes: [{ field: "message", from: "Order fail.", to: "Orders fail." }],
      titleChanges: [],
    });
    expect(by({ state: null }).changes).toEqual([{ field: "state", from: "identified", to: null }]);
    expect(by({ title: null })).toEqual({
      update,
      title: null,
      changes: [],
      titleChanges: [{ field: "public_title", from: "Shop", to: null }],
    });
  });
  test("changes nothing where all is equal", () => {
    const same = by({ message: update.text, state: "identified", title: "Shop" });
    expect([same.changes, same.titleChanges]).toEqual([[], []]);
  });
});

test("what an update said begins with its state", () => {
  expect(saidOf(update)).toBe("Identified. Order fail.");
  expect(saidOf({ text: "Order fail.", public_state: null })).toBe("Order fail.");
});
