import { describe, expect, test } from "vitest";
import {
  moveRetention,
  retentionWaits,
  startRetention,
} from "../../../src/core/clock/retention-clock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = 1000 * day;
const running = startRetention(now);

describe("the retention clock", () => {
  test("follows service time", () => {
    expect(moveRetention(running, now + 10 * minute)).toEqual(startRetention(now + 10 * minute));
  });

  test.each([
    ["ahead", now + 370 * day, now],
    ["back", now - 370 * day, now - 370 * day],
  ])("stands for a day after a jump %s", (_, to, horizon) => {
    const held = moveRetention(running, to);
    expect(held).toEqual({ horizon, looked_at: to, hold_until: to + day });
    expect(retentionWaits(held, to)).toBe(to + day);
    const later = moveRetention(held, to + day - 1);
    expect(later).toEqual({ ...held, looked_at: to + day - 1 });
    expect(retentionWaits(moveRetention(later, to + day), to + day)).toBeNull();
  });

  test.each([
    [1, now + 2 * day],
    [-1, now],
  ])("takes a whole day for a jump and less for a long pause: %i days", (days, until) => {
    expect(moveRetention(running, now + days * day).hold_until).toBe(until);
    expect(moveRetention(running, now + days * (day - 1)).hold_until).toBeNull();
  });

  test("stands anew when time jumps while it stands", () => {
    const held = moveRetention(running, now + 370 * day);
    expect(moveRetention(held, now + 740 * day).hold_until).toBe(now + 741 * day);
  });

  test("catches up by thirty days a day", () => {
    const lagging = { horizon: now - 300 * day, looked_at: now, hold_until: now };
    const { horizon } = moveRetention(lagging, now + 10 * minute);
    expect(horizon - lagging.horizon).toBe(300 * minute);
  });

  test("does not run back in small steps", () => {
    expect(moveRetention(running, now - minute)).toEqual(startRetention(now - minute));
  });

  test("waits for nothing where no node has begun", () => {
    expect(retentionWaits(null, now)).toBeNull();
    expect(retentionWaits(running, now)).toBeNull();
  });
});
