import { expect, test } from "vitest";
import {
  newestKind,
  reportKinds,
  type StoredReport,
} from "../../../src/core/reports/report-kinds.ts";

const report = (at: number, message: string | null, source: string | null): StoredReport => ({
  id: `r${at}`,
  at,
  message,
  source,
  meta: null,
});

test("reports are grouped by message, the most frequent first, with their sources and the newest body", () => {
  const kinds = reportKinds([
    report(9, "cart is null", "web-2"),
    report(8, "timeout", "web-1"),
    report(7, "cart is null", "web-1"),
    report(6, "cart is null", "web-2"),
    report(5, null, null),
  ]);
  expect(kinds.map(({ message, count }) => [message, count])).toEqual([
    ["cart is null", 3],
    ["timeout", 1],
    [null, 1],
  ]);
  expect(kinds[0]).toMatchObject({
    first_at: 6,
    newest: { at: 9 },
    sources: [
      { source: "web-2", count: 2 },
      { source: "web-1", count: 1 },
    ],
  });
});

test("without reports there is no kind", () => {
  expect(reportKinds([])).toEqual([]);
});

test("reports with an exception are one kind by it, whatever their messages say", () => {
  const thrown = (at: number, message: string) => ({
    ...report(at, message, null),
    meta: JSON.stringify({ exception: 'KeyError in "total" (cart.py:12)', tags: {} }),
  });
  const kinds = reportKinds([
    thrown(9, "KeyError: 7"),
    { ...report(8, "plain", null), meta: '{"text":"\\"exception\\":\\"x\\""}' },
    thrown(7, "KeyError: 6"),
  ]);
  expect(kinds.map(({ exception, message, count }) => [exception, message, count])).toEqual([
    ['KeyError in "total" (cart.py:12)', "KeyError: 7", 2],
    [null, "plain", 1],
  ]);
  expect(newestKind(kinds)).toBe(kinds[1]);
});

test("the newest kind is the one that was first seen last", () => {
  expect(newestKind([])).toBeNull();
  const kinds = reportKinds([report(9, "a", null), report(5, "b", null), report(2, "a", null)]);
  expect(newestKind(kinds)?.message).toBe("b");
});
