import { describe, expect, test } from "vitest";
import { nextAttempt } from "../../../src/core/paging/backoff.ts";

const now = 1_000_000;
const wait = (attempts: number, retry_after_ms: number | null, jitter = 0.5, perhaps = 0) => {
  const at = nextAttempt({ attempts, perhaps, retry_after_ms, jitter, now });
  return at === null ? null : at - now;
};

describe("nextAttempt", () => {
  test("waits 0, 1, 2, 5, 10, 20, 30 seconds and then a minute, for ever", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1440].map((n) => wait(n, null));
    expect(waits).toEqual([0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]);
  });

  test("spreads a wait by a fifth in either direction", () => {
    expect(wait(4, null, 0)).toBe(8_000);
    expect(wait(4, null, 0.999999)).toBe(12_000);
  });

  test("obeys Retry-After up to five minutes", () => {
    expect(wait(1, 30_000)).toBe(30_000);
    expect(wait(1, 300_000)).toBe(300_000);
    expect(wait(1, 86_400_000)).toBe(300_000);
  });

  test("waits 5, 15 and 60 minutes after attempts that may have arrived, and then makes no other", () => {
    const waits = [1, 2, 3, 4].map((perhaps) => wait(perhaps, null, 0.5, perhaps));
    expect(waits).toEqual([300_000, 900_000, 3_600_000, null]);
    expect(wait(40, null, 0.5, 1)).toBe(300_000);
    expect(wait(1, null, 0, 1)).toBe(240_000);
  });

  test("never lets Retry-After shorten a wait", () => {
    expect(wait(7, 1_000)).toBe(60_000);
    expect(wait(7, 0)).toBe(60_000);
  });
});
