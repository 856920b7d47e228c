import { expect, it } from "vitest";
import type { CellState } from "../../../src/dashboard/chart/cells.ts";
import { uptimeIn } from "../../../src/dashboard/chart/uptime.ts";

const spans = (...of: CellState[]) =>
  of.map((state, i) => ({ state, from: i * 100, to: i * 100 + 100 }));
const figures = (...of: CellState[]) => uptimeIn(spans(...of), 0, of.length * 100);

it("a gap of monitoring ends no outage, and is neither up nor down", () => {
  expect(figures("ok", "down", "unknown", "down", "ok")).toEqual({
    good: 0.5,
    outages: 1,
    longest_ms: 300,
  });
});

it("an outage ends with the first other state that was observed, and with a pause", () => {
  expect(figures("down", "unknown", "ok", "down")).toMatchObject({ outages: 2, longest_ms: 100 });
  expect(figures("down", "paused", "stale")).toMatchObject({ outages: 2, longest_ms: 100 });
});

it("nothing is said of a time without observation", () => {
  expect(figures("unknown", "paused")).toEqual({ good: null, outages: 0, longest_ms: 0 });
});
