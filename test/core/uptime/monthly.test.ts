import { describe, expect, test } from "vitest";
import type { MonthlyReport } from "../../../src/core/model/monthly-report.ts";
import {
  claimedReport,
  firstReport,
  nextReport,
  reportZone,
  settledReport,
} from "../../../src/core/uptime/monthly.ts";
import { day, hour, minute } from "../../../src/core/text/units.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const row = (month: string, more: Partial<MonthlyReport> = {}): MonthlyReport => ({
  user_id: "ada",
  month,
  attempts: 0,
  first_at: null,
  retry_at: null,
  ...more,
});

test("the month in which the choice is seen is the first that is mailed, by the clocks of the person", () => {
  const midnight = at("2026-10-31T23:30");
  expect(firstReport("ada", "UTC", midnight)).toEqual(row("2026-10"));
  expect(firstReport("ada", "Europe/Berlin", midnight)).toEqual(row("2026-11"));
  expect([reportZone({ timezone: null }), reportZone({ timezone: "Asia/Tokyo" })]).toEqual([
    "UTC",
    "Asia/Tokyo",
  ]);
});

test.each([
  ["UTC", "2026-10", "2026-11-01T08:00"],
  ["Europe/Berlin", "2026-10", "2026-11-01T07:00"],
  ["Europe/Berlin", "2026-06", "2026-07-01T06:00"],
  ["Pacific/Kiritimati", "2026-10", "2026-10-31T18:00"],
  ["America/Los_Angeles", "2026-10", "2026-11-01T16:00"],
  // Its clocks change on the first, before eight.
  ["America/New_York", "2026-10", "2026-11-01T13:00"],
  ["UTC", "2027-02", "2027-03-01T08:00"],
  ["UTC", "2028-02", "2028-03-01T08:00"],
  ["UTC", "2026-12", "2027-01-01T08:00"],
])("in %s the report of %s is due at %s", (zone, month, due) => {
  const begun = at(`${month}-15T12:00`);
  expect(nextReport(row(month), zone, begun)).toEqual({ row: row(month), due_at: at(due) });
});

describe("a report that was not sent", () => {
  test("is sent while the next month lasts", () => {
    const { due_at } = nextReport(row("2026-10"), "UTC", at("2026-11-30T23:59"));
    expect(due_at).toBe(at("2026-11-01T08:00"));
  });

  test("makes way for the one after it, whose attempts begin anew", () => {
    const late = row("2026-10", { attempts: 3, first_at: 1, retry_at: at("2027-01-01T00:00") });
    expect(nextReport(late, "UTC", at("2026-12-01T00:00"))).toEqual({
      row: row("2026-11"),
      due_at: at("2026-12-01T08:00"),
    });
  });
});

test("a person who moves west after a report does not get it again", () => {
  const sent = settledReport(row("2026-10"), "sent", at("2026-10-31T18:00"));
  const { due_at } = nextReport(sent, "America/Los_Angeles", at("2026-11-01T17:00"));
  expect(due_at).toBe(at("2026-12-01T16:00"));
});

test("a claim lasts longer than the slowest mail server takes, and then another node has it", () => {
  const now = at("2026-11-01T08:00");
  const claimed = claimedReport(row("2026-10"), now);
  expect(claimed).toMatchObject({ attempts: 1, first_at: now });
  expect(nextReport(claimed, "UTC", now).due_at).toBe(now + 30 * minute);
  expect(claimedReport(claimed, now + hour)).toMatchObject({ attempts: 2, first_at: now });
});

describe("after an attempt", () => {
  const now = at("2026-11-01T08:00");
  const next = row("2026-11");

  test.each(["sent", "refused"] as const)("%s, the next month is waited for", (outcome) => {
    expect(settledReport(claimedReport(row("2026-10"), now), outcome, now)).toEqual(next);
  });

  test("failed, it is tried again for a day, less and less often", () => {
    let one = row("2026-10");
    const waits: number[] = [];
    for (let time = now; one.month === "2026-10" && waits.length < 100; time = one.retry_at ?? 0) {
      one = settledReport(claimedReport(one, time), "failed", time);
      if (one.retry_at !== null) waits.push((one.retry_at - time) / minute);
    }
    expect(waits.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
    expect(waits.reduce((sum, wait) => sum + wait * minute)).toBeLessThan(day);
    expect(one).toEqual(next);
  });

  test("failed without a beginning, it counts from now", () => {
    expect(settledReport(row("2026-10"), "failed", now)).toMatchObject({
      month: "2026-10",
      retry_at: now + 5 * minute,
    });
  });
});
