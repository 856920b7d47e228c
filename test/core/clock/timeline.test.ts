import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareClocks,
  isEarlier,
  isLasting,
  standsFor,
  startTimeline,
  type Timeline,
} from "../../../src/core/clock/timeline.ts";

const hour = 3600_000;
const steady: Timeline = { offset: 1_000_000, step: null };
const stepped = (by: number, since: number): Timeline => ({
  offset: 1_000_000,
  step: { by, since },
});

describe("service time", () => {
  test.each<[string, Timeline, { wall: number; steady: number }, Timeline]>([
    ["goes on with a wall clock that agrees", steady, { wall: 1_000_500, steady: 500 }, steady],
    [
      "follows a second",
      steady,
      { wall: 1_001_500, steady: 500 },
      { offset: 1_001_000, step: null },
    ],
    ["follows it back", steady, { wall: 999_500, steady: 500 }, { offset: 999_000, step: null }],
    ["holds back more", steady, { wall: 1_001_501, steady: 500 }, stepped(1001, 1_000_500)],
    [
      "holds back a step to the past",
      steady,
      { wall: 700_500, steady: 500 },
      stepped(-300_000, 1_000_500),
    ],
    [
      "waits while the wall clock stands there",
      stepped(hour, 1_000_500),
      { wall: 1_000_900 + hour + 1000, steady: 900 },
      stepped(hour, 1_000_500),
    ],
    [
      "waits anew after another step",
      stepped(hour, 1_000_500),
      { wall: 1_000_900 - hour, steady: 900 },
      stepped(-hour, 1_000_900),
    ],
    [
      "forgets a step that was taken back",
      stepped(hour, 1_000_500),
      { wall: 1_000_900, steady: 900 },
      steady,
    ],
  ])("%s", (_, before, reading, after) => {
    expect(compareClocks(before, reading)).toEqual(after);
  });

  test("adopts a step that has stood for five minutes", () => {
    const step = { by: hour, since: 1000 };
    expect(isLasting(step, 1000 + standsFor - 1)).toBe(false);
    expect(isLasting(step, 1000 + standsFor)).toBe(true);
  });

  test("goes on after a restart within the same boot, whatever the wall clock says", () => {
    const anchor = { boot: "a", steady: 500, at: 1_000_500, step: null };
    const at = { wall: 5 * hour, steady: 900 };
    expect(startTimeline(anchor, { ...at, boot: "a" })).toEqual(steady);
    const held = { ...anchor, step: { by: hour, since: 3 } };
    expect(startTimeline(held, { ...at, boot: "a" }).step).toEqual(held.step);
  });

  test.each([
    ["after a reboot", "a", { boot: "b", steady: 900 }],
    ["where a container counts anew", "a", { boot: "a", steady: 499 }],
    ["where no boot is known", null, { boot: null, steady: 900 }],
  ])("begins at the wall clock %s", (_, boot, reading) => {
    const anchor = { boot, steady: 500, at: 1_000_500, step: null };
    const wall = 5 * hour;
    const fresh = { offset: wall - reading.steady, step: null };
    expect(startTimeline(anchor, { ...reading, wall })).toEqual(fresh);
    expect(startTimeline(null, { ...reading, wall })).toEqual(fresh);
  });

  test("is set back by a start when the newest row is more than a second ahead", () => {
    expect(isEarlier(1000, 2000)).toBe(false);
    expect(isEarlier(1000, 2001)).toBe(true);
  });

  test("passes as the steady clock does, whatever becomes of the wall clock", () => {
    const move = fc.record({
      steps: fc.integer({ min: -400 * 24, max: 400 * 24 }).map((hours) => hours * hour),
      passed: fc.integer({ min: 0, max: 60_000 }),
    });
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        let timeline = steady;
        let [ahead, at] = [0, 500];
        for (const { steps, passed } of moves) {
          ahead += steps;
          at += passed;
          const wall = 1_000_000 + at + ahead;
          timeline = compareClocks(timeline, { wall, steady: at });
          expect(timeline.offset).toBe(1_000_000);
          expect(timeline.step?.by ?? 0).toBe(ahead);
        }
      }),
    );
  });
});
