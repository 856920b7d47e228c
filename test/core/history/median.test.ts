import { expect, it } from "vitest";
import { medianOf } from "../../../src/core/history/median.ts";

it("is the value in the middle, or the mean of two", () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([5])).toBe(5);
  expect(medianOf([9, 1, 5])).toBe(5);
  expect(medianOf([10, 2, 4, 8])).toBe(6);
});
