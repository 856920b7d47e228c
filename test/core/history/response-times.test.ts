import { expect, test } from "vitest";
import {
  accuracy,
  countTimes,
  joinTimes,
  percentileOf,
} from "../../../src/core/history/response-times.ts";

test("a percentile is at most 2.5 % off, joined or not", () => {
  const values = Array.from({ length: 1000 }, (_, i) => i + 1);
  const halves = [countTimes(values.slice(0, 500)), countTimes(values.slice(500))];
  for (const times of [countTimes(values), joinTimes(halves)])
    for (const share of [0.5, 0.95, 1]) {
      const exact = share * 1000;
      expect(Math.abs(percentileOf(times, share)! - exact)).toBeLessThanOrEqual(exact * accuracy);
    }
});

test("an answer within 0 ms is 0 ms, and no answer has no percentile", () => {
  expect(percentileOf(countTimes([0, 0, 80]), 0.5)).toBe(0);
  expect(percentileOf(countTimes([]), 0.5)).toBeNull();
});
