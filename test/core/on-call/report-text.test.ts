import { expect, test } from "vitest";
import { reportCsv } from "../../../src/core/on-call/report-csv.ts";
import { shareOf } from "../../../src/core/on-call/report-text.ts";
import { dutyRow } from "../../support/schedules.ts";

test("the report is CSV for programs, by the names of the API", () => {
  const people = [
    dutyRow({ flags: ["much_time", "two_weeks"] }),
    dutyRow({
      user_id: "u2",
      name: "Bob",
      above_share: null,
      median_minutes: null,
      worst_minutes: null,
    }),
  ];
  expect(reportCsv({ people })).toBe(
    [
      "schedule_id,schedule,user_id,name,hours,night_hours,weekend_hours,above_share,shifts,incidents,pages,night_pages,reminders,median_minutes,worst_minutes,escalated,flags",
      "s1,Primary,u1,Ada,336.25,126,96,12.04,2,3,5,2,1,4,10.5,1,much_time two_weeks",
      "s1,Primary,u2,Bob,336.25,126,96,,2,3,5,2,1,,,1,",
      "",
    ].join("\r\n"),
  );
});

test.each([
  [
    { hours: 348, above_share: 60 },
    { equal: 288, above: 21 },
  ],
  [
    { hours: 220, above_share: -68 },
    { equal: 288, above: -24 },
  ],
  [{ hours: 0, above_share: 0 }, null],
  [{ hours: 5, above_share: null }, null],
])("the share of %j is %j", (row, share) => {
  expect(shareOf(row)).toEqual(share);
});
