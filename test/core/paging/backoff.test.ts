import { describe, expect, test } from "vitest";
import { nextAttempt } from "../../../src/core/paging/backoff.ts";

const now = 1_000_000;
const wait = (attempts: number, retry_after_ms: number | null, jitter = 0.5) =>
  nextAttempt({ attempts, retry_after_ms, jitter, now }) - now;

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

  test("never lets Retry-After shorten a wait", () => {
    expect(wait(7, 1_000)).toBe(60_000);
    expect(wait(7, 0)).toBe(60_000);
  });
});
