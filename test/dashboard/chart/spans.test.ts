/** Spans under maintenance and gaps, against the same said minute by minute. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worstMaintained, worstSpans } from "../../../src/dashboard/board/worst-spans.ts";
import { cellStates, isFault, type StateSpan } from "../../../src/dashboard/chart/cells.ts";
import { overlay } from "../../../src/dashboard/chart/spans.ts";
import { isObserved } from "../../../src/dashboard/chart/uptime.ts";

const end = 40;
const spans = fc
  .uniqueArray(fc.record({ from: fc.nat(end - 1), state: fc.constantFrom(...cellStates) }), {
    selector: ({ from }) => from,
    maxLength: 12,
  })
  .map((starts): StateSpan[] =>
    starts
      .toSorted((a, b) => a.from - b.from)
      .map((one, i, all) => ({ ...one, to: all[i + 1]?.from ?? end, note: "why" })),
  );
const period = fc
  .tuple(fc.nat(end), fc.option(fc.nat(end)))
  .map(([from, length]) => ({ from, to: length === null ? null : from + length }));
const periods = fc.array(period, { maxLength: 8 });
/** Some ranges that are in order and apart. */
const ranges = fc
  .uniqueArray(fc.nat(end), { maxLength: 12 })
  .map((edges) => edges.toSorted((a, b) => a - b))
  .map((edges) =>
    edges.flatMap((from, i) => (i % 2 === 0 ? [{ from, to: edges[i + 1] ?? end + 1 }] : [])),
  );
const predicate = fc.constantFrom(isFault, isObserved, () => true);

const stateAt = (all: readonly StateSpan[], at: number) =>
  all.find(({ from, to }) => from <= at && at < to)?.state;
const times = Array.from({ length: end }, (_, at) => at);

/** In order, without a hole that they did not have, and none empty. */
function expectInOrder(all: readonly StateSpan[]): void {
  for (const [i, { from, to }] of all.entries()) {
    expect(from).toBeLessThan(to);
    if (i > 0) expect(all[i - 1]!.to).toBeLessThanOrEqual(from);
  }
}

describe("spans", () => {
  it("have the state of each period that lies over them, and their own beside it", () => {
    fc.assert(
      fc.property(spans, periods, predicate, (all, over, only) => {
        const laid = overlay(all, over, "unknown", end, only);
        expectInOrder(laid);
        for (const at of times) {
          const before = stateAt(all, at);
          const covered = over.some(({ from, to }) => from <= at && at < (to ?? end));
          const expected = before !== undefined && covered && only(before) ? "unknown" : before;
          expect(stateAt(laid, at)).toBe(expected);
        }
      }),
    );
  });

  it("of several monitors under maintenance are the worst of each under its own", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(spans, fc.nat(1)), { maxLength: 5 }),
        fc.tuple(ranges, ranges),
        predicate,
        (monitors, lists, only) => {
          const pasts = monitors.map(([own, list]) => ({ spans: own, planned: lists[list]! }));
          const worst = worstMaintained(pasts, only);
          expectInOrder(worst);
          const each = pasts.map((one) => overlay(one.spans, one.planned, "silenced", end, only));
          const expected = worstSpans(each);
          for (const at of times) expect(stateAt(worst, at)).toBe(stateAt(expected, at));
        },
      ),
    );
  });
});
