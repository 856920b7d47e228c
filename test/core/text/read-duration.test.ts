import { expect, test } from "vitest";
import { readDuration, unitOf } from "../../../src/core/text/read-duration.ts";
import { day, hour, minute } from "../../../src/core/text/units.ts";

test.each([
  ["2h", 2 * hour],
  ["2 h", 2 * hour],
  ["90 min", 90 * minute],
  ["90m", 90 * minute],
  ["1h30m", 90 * minute],
  ["1 h, 30 min", 90 * minute],
  ["1,5 hours", 90 * minute],
  ["0.5 d", 12 * hour],
  ["1 Day", day],
  ["2 weeks", 14 * day],
  ["  45   seconds ", 45_000],
  ["250ms", 250],
])("%s is read", (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test.each(["", "2", "h", "2 x", "2h x", "-2h", "two hours", "1e3 s", "2h".repeat(40)])(
  "%j is no duration",
  (text) => {
    expect(readDuration(text)).toBeNull();
  },
);

test("a bare number counts the unit of its field", () => {
  expect(readDuration("2", minute)).toBe(2 * minute);
  expect(readDuration("2.5", minute)).toBe(150_000);
  expect(readDuration("2 h", minute)).toBe(2 * hour);
});

test("a text of many digits is refused in no time", () => {
  expect(readDuration(`${"1".repeat(50)}!`)).toBeNull();
  expect(readDuration("7".repeat(400), minute)).toBeNull();
});

test("a unit has a length by any of its words", () => {
  expect([unitOf("min"), unitOf("hours"), unitOf("times")]).toEqual([minute, hour, null]);
});
