import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handoffAfter, handoffsBetween } from "../../../src/core/on-call/handoffs.ts";
import { cronFault, nextRun } from "../../../src/core/silence/maintenance.ts";

const number = (min: number, max: number) => fc.integer({ min, max }).map(String);
/** A field of a cron expression. */
const field = (min: number, max: number, names: readonly string[] = []) => {
  const one =
    names.length > 0 ? fc.oneof(number(min, max), fc.constantFrom(...names)) : number(min, max);
  const range = fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map((ends) => ends.toSorted((a, b) => a - b).join("-"));
  const step = fc.tuple(fc.oneof(fc.constant("*"), range), number(1, 9)).map((of) => of.join("/"));
  const list = fc.array(fc.oneof(one, range, step), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    { weight: 3, arbitrary: one },
    list.map((parts) => parts.join()),
  );
};
const days = ["SUN", "mon", "Tue", "FRI", "SAT"];
const crons = fc
  .tuple(
    number(0, 59),
    field(0, 23),
    field(1, 31),
    field(1, 12, ["JAN", "mar", "OCT"]),
    fc.oneof(field(0, 7, days), fc.constantFrom("MON-FRI", "5L", "MON#1")),
  )
  .map((fields) => fields.join(" "))
  .filter((cron) => cronFault(cron, "UTC") === null);
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "America/Santiago",
  "Pacific/Apia",
];
/** Two years, in minutes, with every change of the clocks in them. */
const instants = fc
  .integer({ min: 0, max: 2 * 366 * 24 * 60 })
  .map((after) => Date.UTC(2026, 0, 1) + after * 60_000);

describe("handoffs", () => {
  it("are those of croner, whatever the expression and the zone", () => {
    fc.assert(
      fc.property(crons, fc.constantFrom(...zones), instants, (cron, timezone, at) => {
        const handoffs = { cron, timezone };
        let expected: number | null = at;
        for (let n = 1; n <= 3; n++) {
          expected = nextRun(handoffs, expected);
          expect(handoffAfter(handoffs, at, n)).toBe(expected);
          if (expected === null) return;
          expect(handoffsBetween(handoffs, at, expected)).toBe(n);
        }
      }),
      { seed: 20_261_126, numRuns: 300 },
    );
  });

  it("of more expressions than are cached are calculated again", () => {
    const at = Date.UTC(2026, 0, 1);
    for (let i = 0; i < 600; i++)
      expect(
        handoffAfter({ cron: `${i % 60} ${Math.floor(i / 60)} * * *`, timezone: "UTC" }, at - 1),
      ).toBe(at + i * 60_000);
  });

  it.each(["5/15 9 * * *", "*/0 9 * * *", "0 9 LW * *", "@daily", "0 9 * * MON#2"])(
    "of `%s`, which croner alone reads, are those of croner",
    (cron) => {
      const at = Date.UTC(2026, 0, 1);
      expect(handoffAfter({ cron, timezone: "UTC" }, at)).toBe(
        nextRun({ cron, timezone: "UTC" }, at),
      );
    },
  );

  it("of an expression that names no day never come", () => {
    expect(
      handoffAfter({ cron: "0 9 30 FEB *", timezone: "UTC" }, Date.UTC(2026, 0, 1)),
    ).toBeNull();
  });

  it("of an expression that names one day in four years come", () => {
    const leap = handoffAfter({ cron: "@yearly", timezone: "UTC" }, Date.UTC(2026, 5, 1));
    expect(leap).toBe(Date.UTC(2027, 0, 1));
    const day = { cron: "0 9 29 FEB *", timezone: "UTC" };
    expect(handoffAfter(day, Date.UTC(2026, 0, 1))).toBe(Date.UTC(2028, 1, 29, 9));
  });
});
