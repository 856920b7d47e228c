import { expect, test } from "vitest";
import { gatherTime } from "../../../src/core/health/schedule.ts";

test.each([
  ["no check fell due", 0, 400, 256, 400],
  ["400 a second fell due", 160, 400, 256, 400],
  ["800 a second fell due", 320, 400, 400, 120],
  ["800 a second fell due, and fewer than could be made", 96, 120, 256, 120],
  ["all free slots were filled", 256, 400, 256, 50],
  ["no slot was free", 0, 400, 0, 50],
  ["two claims came in one millisecond", 1, 0, 256, 120],
])("when %s, checks gather accordingly", (_, claimed, within, free, expected) => {
  expect(gatherTime({ claimed, within, free })).toBe(expected);
});
