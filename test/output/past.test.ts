import { describe, expect, test } from "vitest";
import type { MonitorPast } from "../../src/api/history.ts";
import { barPieces, barText, responseText, uptimeText } from "../../src/ctl/output/past.ts";
import { statusText } from "../../src/ctl/output/status.ts";
import { styleOf } from "../../src/ctl/output/style.ts";
import * as answers from "../support/answers.ts";

const past = (with_: Partial<MonitorPast> = {}): MonitorPast => ({
  monitor_id: "shop",
  kind: "health_check_monitors",
  states: [
    { state: "unknown", steps: 2 },
    { state: "healthy", steps: 18 },
    { state: "degraded", steps: 3 },
    { state: "failing", steps: 1 },
  ],
  uptime: 0.98417,
  p50_ms: 231,
  ...with_,
});

describe("the last 24 hours of a monitor", () => {
  test("are a block per hour, whose height says the state without a color", () => {
    expect(barText(past(), 24, false)).toBe(`··${"▂".repeat(18)}▅▅▅█`);
    expect(barText(past(), 24, true)).toBe(`..${"_".repeat(18)}ooo#`);
  });

  test("show the worst state of two hours where there is less room", () => {
    expect(barText(past(), 12, false)).toBe(`·${"▂".repeat(9)}▅█`);
  });

  test("are the last of the steps, filled up where there are fewer", () => {
    const states = (steps: number) => [{ state: "healthy" as const, steps }];
    expect(barText(past({ states: states(25) }), 24, true)).toBe("_".repeat(24));
    expect(barText(past({ states: states(4) }), 24, true)).toBe(`${".".repeat(20)}____`);
    expect(barText(undefined, 24, true)).toBe("");
  });

  test("have a color for each run of blocks", () => {
    expect(barPieces("··▂▂▅█").map(({ text, tone }) => [text, tone])).toEqual([
      ["··", "dim"],
      ["▂▂", "good"],
      ["▅", "warn"],
      ["█", "bad"],
    ]);
  });

  test("have a response time and an uptime that is never rounded up", () => {
    expect(responseText(past())).toBe("231 ms");
    expect(responseText(past({ p50_ms: 12_400 }))).toBe("12.4 s");
    expect(responseText(past({ p50_ms: null }))).toBe("");
    expect(uptimeText(past({ uptime: 0.99999 }))).toBe("99.99 %");
    expect(uptimeText(past({ uptime: 1 }))).toBe("100 %");
    expect(uptimeText(past({ uptime: null }))).toBe("");
  });
});

test("the status loses figures and half of the bar, then the bar, as the terminal gets narrower", () => {
  const shop = answers.health({ id: "shop", title: "Shop", status: "down" });
  const heading = (width: number | null) =>
    statusText([shop], [], Date.UTC(2026, 10, 21), styleOf({ color: false, ascii: false, width }), {
      all: true,
      pasts: new Map([["shop", past()]]),
    }).split("\n");
  expect(heading(null)[0]).toMatch(/LAST 24 H +RESPONSE +UP +REASON/);
  expect(heading(null)[1]).toContain(`··${"▂".repeat(18)}▅▅▅█  231 ms    98.41 %`);
  expect(heading(100)[0]).toMatch(/LAST 24 H +REASON/);
  expect(heading(100)[1]).toContain(`·${"▂".repeat(9)}▅█`);
  expect(heading(79)[0]).not.toContain("24 H");
});
