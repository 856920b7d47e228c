import { expect, test } from "vitest";
import type { ErrorReport } from "../../../src/core/command/command.ts";
import { shareTexts } from "../../../src/core/reports/texts.ts";

const report = (at: number, message: string | null, meta: string | null = null): ErrorReport => ({
  at,
  message,
  source: "shop",
  meta,
});

test("reports that repeat a text stay as they are, and add it once", () => {
  const reports = [
    report(1, "boom"),
    report(2, "boom"),
    report(3, "bang", "{}"),
    report(4, "bang", "{}"),
    report(5, null),
  ];
  expect(shareTexts(reports, undefined)).toEqual({ reports, characters: 4 + 4 + 4 + 2 });
});

test("a report repeats the one before the first", () => {
  expect(shareTexts([report(2, "boom")], report(1, "boom")).characters).toBe(0);
  expect(shareTexts([report(2, "boom")], report(1, null)).characters).toBe(4);
  expect(shareTexts([], report(1, "boom"))).toEqual({ reports: [], characters: 0 });
});

test("the reports that are passed in stay as they were", () => {
  const given = report(2, "boom");
  const [shared] = shareTexts([given], report(1, "boom")).reports;
  expect(shared).not.toBe(given);
  expect(given).toEqual(report(2, "boom"));
});
