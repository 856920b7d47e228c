import { expect, test } from "vitest";
import { isReportCurrent } from "../../../src/core/health/current-report.ts";
import { night } from "../../support/builders.ts";

test.each([
  ["of the last check", "down", night, true],
  ["of an earlier check: the last fetch failed", "down", night - 60_000, false],
  ["of an unknown time, while the monitor is up", "up", null, true],
  ["of an unknown time, while the monitor is down", "down", null, false],
] as const)("the sub-checks %s", (_, status, last_report_at, current) => {
  expect(isReportCurrent({ status, checked_at: night, last_report_at })).toBe(current);
});
