/** Which partitions are made and which are old, without a database. */
import { expect, test } from "vitest";
import { isOld, missingRanges, rangeOf, spanFor } from "../../src/store/kit/partitions.ts";

const day = 24 * 3600_000;
const monday = Date.UTC(2026, 10, 23);
const days = (from: number, to: number) => ({ from: monday + from * day, to: monday + to * day });

test("today and the next three days are made", () => {
  expect(missingRanges([], monday + 5000, day)).toEqual([
    days(0, 1),
    days(1, 2),
    days(2, 3),
    days(3, 4),
  ]);
});

test("what is there stays as it is, and what is missing lies between", () => {
  const existing = [{ from: -Infinity, to: monday + day }, days(2, 4)];
  expect(missingRanges(existing, monday + 5000, 10 * day)).toEqual([days(1, 2)]);
  expect(missingRanges([days(0, 7)], monday, day)).toEqual([]);
});

test("partitions of long retention are longer, so that there are about ten", () => {
  expect([1, 8, 10, 30, 365].map((kept) => spanFor(kept * day) / day)).toEqual([1, 1, 1, 3, 37]);
  expect(missingRanges([days(-1, 1)], monday, 13 * day)).toEqual([days(1, 14)]);
});

test("ids and instants are read as the catalog prints them", () => {
  const range = days(0, 1);
  expect(rangeOf("arrivals", `FOR VALUES FROM ('${range.from}') TO ('${range.to}')`)).toEqual(
    range,
  );
  const ids = "FOR VALUES FROM ('01a205b3-d000') TO ('01a20ada-2c00')";
  expect(rangeOf("reports", ids)).toEqual(range);
  expect(rangeOf("reports", "FOR VALUES FROM (MINVALUE) TO ('01a20ada-2c00')")?.from).toBe(
    -Infinity,
  );
  expect(rangeOf("reports", "DEFAULT")).toBeNull();
});

test("a partition is old when its last moment is", () => {
  const old = (before: number, shifts = [0]) =>
    isOld(days(0, 1), { before, now: before + 8 * day, shifts });
  expect(old(monday + day - 1)).toBe(false);
  expect(old(monday + day)).toBe(true);
});

test("after a step of the clock the same range has rows of two times", () => {
  const year = 365 * day;
  const of = (now: number) => ({ before: now - 8 * day, now, shifts: [0, year] });
  // Monitors of before the step write what happens now into the range of a year ago, those of after it into that of now.
  const now = monday + year + day / 2;
  expect(isOld(days(0, 1), of(now))).toBe(false);
  expect(isOld(days(0, 1), of(now + 9 * day))).toBe(true);
  expect(isOld({ from: now - 10 * day, to: now - 9 * day }, of(now))).toBe(true);
});
