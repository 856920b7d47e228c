import { describe, expect, it } from "vitest";
import { seeded } from "../support/seeded.ts";
import { growth, slopeOf, type Point } from "./slope.ts";

/** Eight hours, a reading each minute: a sawtooth of a garbage collector, noise, and a leak of `leak` per hour. */
function readings(leak: number, seed = 1): Point[] {
  const random = seeded(seed);
  return Array.from({ length: 480 }, (_, i) => {
    const at = i / 60;
    return { at, value: 120 + (i % 7) + 4 * random() + leak * at };
  });
}

describe("readings of a run", () => {
  it("that go up and down around one value are flat", () => {
    for (let seed = 1; seed <= 50; seed++)
      expect(growth("memory", readings(0, seed), { perHour: 0.5 })).toBeNull();
  });

  it("with a leak below their own noise grow", () => {
    for (let seed = 1; seed <= 50; seed++)
      expect(growth("memory", readings(1, seed), { perHour: 0.5 })).toMatch(
        /^memory grows by (0\.9|1|1\.0)\d* ± 0\.\d+ an hour$/,
      );
  });

  it("lie on a line whose slope is found, without doubt", () => {
    const line = Array.from({ length: 48 }, (_, i) => ({ at: i, value: 3 * i + 7 }));
    const found = slopeOf(line)!;
    expect(found.slope).toBeCloseTo(3);
    expect(found.within).toBeCloseTo(0);
  });

  it("that are far apart leave the slope open", () => {
    const { slope, within } = slopeOf([0, 9, 1, 8, 2].map((value, at) => ({ at, value })))!;
    expect(Math.abs(slope)).toBeLessThan(within);
  });

  it("above the most that is allowed are too much, flat or not", () => {
    expect(growth("the log", readings(0), { perHour: 0.5, most: 100 })).toMatch(
      /^the log reached 1\d\d/,
    );
  });

  it("are too few to say anything", () => {
    expect(slopeOf(readings(0).slice(0, 2))).toBeNull();
    expect(growth("memory", readings(0).slice(0, 2), { perHour: 1 })).toBe(
      "memory: too few readings",
    );
  });
});
