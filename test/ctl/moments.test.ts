/** Dates and times as people type them after `--from`, `--until`, `--at` and `--since`. */
import { describe, expect, test } from "vitest";
import { comingOf, instantText, momentOf } from "../../src/ctl/input/duration.ts";
import { once } from "../../src/importer/silence.ts";

const now = Date.UTC(2026, 10, 30);
const either = (text: string, timezone: string) => {
  const coming = comingOf("--from", text, now, timezone);
  expect(instantText(momentOf("--since", text, now, timezone))).toBe(coming);
  return coming;
};

describe("a typed moment", () => {
  test.each([
    ["2026-12-03", "Europe/Berlin", "2026-12-02T23:00:00Z"],
    ["2026-12-03T10:00", "America/Chicago", "2026-12-03T16:00:00Z"],
    ["2026-12-03 10:00:30", "America/Chicago", "2026-12-03T16:00:30Z"],
    ["2026-12-03T10:00Z", "America/Chicago", "2026-12-03T10:00:00Z"],
    ["2026-12-03t10:00 +05:30", "America/Chicago", "2026-12-03T04:30:00Z"],
    // Skipped by the clocks there: the end of the gap. Repeated: the first.
    ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:00:00Z"],
    ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T00:30:00Z"],
  ])("%s in %s", (text, timezone, expected) => {
    expect(either(text, timezone)).toBe(expected);
  });

  test.each([
    "2027-02-29",
    "2027-02-30T10:00",
    "2026-04-31T10:00:00Z",
    "2026-13-01",
    "2026-12-03T25:00",
    "2026-12-3",
    "2026-12-03T10:00 soon",
  ])("%s is none", (text) => {
    expect(() => comingOf("--from", text, now, "UTC")).toThrow("neither a date nor a duration");
    expect(() => momentOf("--since", text, now, "UTC")).toThrow("neither a duration nor a date");
  });
});

describe("a window that an import found", () => {
  test.each([
    ["Europe/Berlin", "--from 2026-12-01T00:00Z --until 2026-12-01T02:30Z"],
    [null, "--from 2026-12-01T01:00 --until 2026-12-01T03:30"],
  ])("in the zone %s", (timezone, expected) => {
    expect(once("2026-12-01T01:00", "2026-12-01T03:30", timezone)).toBe(expected);
  });

  test("with a time that cannot be read keeps it", () => {
    expect(once("2026-12-01T01:00", "WHEN", "UTC")).toBe("--from 2026-12-01T01:00Z --until WHEN");
  });
});
