import { expect, test } from "vitest";
import { bars, percent, saidOf, uptimeOf } from "../../src/dashboard/uptime.ts";

const hour = 3600_000;
const entry = (at: number, status: "up" | "down" | "degraded" | "pending") => ({
  at: at * hour,
  status,
});

test("each piece shows its worst, and what is not known is not good", () => {
  const uptime = uptimeOf(
    [entry(2, "up"), entry(5, "down"), entry(5.5, "up"), entry(8, "degraded")],
    0,
    10 * hour,
    10,
  );
  expect(uptime.pieces).toEqual([
    null,
    null,
    "good",
    "good",
    "good",
    "bad",
    "good",
    "good",
    "warn",
    "warn",
  ]);
  expect(uptime).toMatchObject({ outages: 1, longest_ms: hour / 2 });
  expect(uptime.good).toBeCloseTo(7.5 / 8);
  expect(saidOf(uptime, "last day")).toBe(
    "93.75 % up in the last day, 1 outage, the longest 30 min.",
  );
});

test("what was before counts from where the time begins", () => {
  const uptime = uptimeOf([entry(-50, "down")], 0, 10 * hour, 5);
  expect(uptime).toMatchObject({ good: 0, outages: 1, longest_ms: 10 * hour });
  expect(uptime.pieces).toEqual(Array(5).fill("bad"));
});

test("a change of the reason is the same outage", () => {
  const uptime = uptimeOf([entry(1, "down"), entry(2, "down"), entry(3, "up")], 0, 4 * hour, 4);
  expect(uptime).toMatchObject({ outages: 1, longest_ms: 2 * hour });
});

test("nothing is said of what nobody has looked at", () => {
  const uptime = uptimeOf([entry(0, "pending")], 0, hour, 2);
  expect(uptime.good).toBeNull();
  expect(saidOf(uptime, "last day")).toBe("Nothing is known of the last day.");
});

test("percent never rounds up to what was not", () => {
  expect(percent(0.99999)).toBe("99.99 %");
  expect(percent(1)).toBe("100 %");
});

test("a quiet day is one shape, with words for those who do not see it", () => {
  const svg = bars(uptimeOf([entry(-1, "up")], 0, hour, 48), "last 24 h").text;
  expect(svg.match(/<rect/g)).toHaveLength(1);
  expect(svg).toContain('aria-label="100 % up in the last 24 h, no outage."');
});
