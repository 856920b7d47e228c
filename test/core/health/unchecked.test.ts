import { expect, test } from "vitest";
import { isUnchecked, type Expected } from "../../../src/core/health/unchecked.ts";
import { night } from "../../support/builders.ts";

const minute = 60_000;
/** Every minute; with its retry a check takes 40 s at most. */
const monitor: Expected = {
  interval_seconds: 60,
  timeout_seconds: 10,
  fetch_retries: 1,
  due_at: night,
  checked_at: night,
  checks_since: night - 60 * minute,
};
const limit = 3 * minute + 40_000;

test.each<[string, Partial<Expected>, number, boolean]>([
  ["that is checked", {}, limit, false],
  ["that is not checked for three intervals", {}, limit + 1, true],
  ["that is paused", { due_at: null }, 60 * minute, false],
  ["that was never checked", { checked_at: null, checks_since: night }, limit + 1, true],
  ["that is new", { checked_at: null, checks_since: night + minute }, limit + 1, false],
  ["that was resumed a moment ago", { checks_since: night + 59 * minute }, 60 * minute, false],
  ["of before both were known", { checked_at: null, checks_since: null }, 60 * minute, true],
  ["with a timeout that is longer than its interval", { timeout_seconds: 60 }, 5 * minute, false],
])("a monitor %s", (_, more, passed, unchecked) => {
  expect(isUnchecked({ ...monitor, ...more }, night - minute, night + passed)).toBe(unchecked);
});

test("a monitor is not expected to be checked in a monitoring gap", () => {
  expect(isUnchecked(monitor, night + 59 * minute, night + 60 * minute)).toBe(false);
});
