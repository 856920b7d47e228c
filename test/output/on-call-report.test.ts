import { expect, test } from "vitest";
import type { OnCallReport } from "../../src/api/on-call/report.ts";
import { reportMarkdown, reportTable } from "../../src/ctl/output/report/report-table.ts";
import { dutyRow } from "../support/schedules.ts";
import { styleOf } from "../../src/ctl/output/style.ts";

type DutyRow = OnCallReport["people"][number];

const row = dutyRow({ flags: ["much_time", "two_weeks"] }) as DutyRow;
const quiet: DutyRow = {
  ...row,
  user_id: "u2",
  name: "Bob",
  pages: 0,
  night_pages: 0,
  median_minutes: null,
  worst_minutes: null,
  above_share: null,
  flags: [],
};
const report: OnCallReport = {
  from: "2026-11-30T08:00:00Z",
  until: "2026-12-28T08:00:00Z",
  people: [row, quiet],
  schedules: [
    {
      schedule_id: "s1",
      schedule: "Primary",
      people: 2,
      hours: 670,
      gap_hours: 2,
      flags: ["few_people"],
    },
    { schedule_id: "s2", schedule: "Nights", people: 6, hours: 672, gap_hours: 0, flags: [] },
  ],
};
const named = (name: string): OnCallReport => ({
  ...report,
  people: [{ ...row, name }],
  schedules: [{ ...report.schedules[1]!, schedule: name }],
});

test("the report is a table, with a line for each schedule", () => {
  expect(reportTable(report, styleOf({ color: false, ascii: false }))).toBe(
    `SCHEDULE  PERSON  HOURS  NIGHTS  WEEKENDS  SHARE  SHIFTS  INCIDENTS  PAGES           REMINDERS  ACKNOWLEDGED        ESCALATED  NOTES
Primary   Ada     336.3  126     96        +12    2       3          5 (2 at night)  1          4 min (worst 10.5)  1          over 25% of the time, two weeks in a row
Primary   Bob     336.3  126     96        -      2       3          0               1          -                   1
Primary: 2 people (fewer than 6), 670 h on call, 2 h without a person
Nights: 6 people, 672 h on call
`,
  );
});

test("the report is Markdown, in which names are no markup", () => {
  expect(reportMarkdown(named("a|b *c* <d>\n`e`"))).toContain(
    "| a\\|b \\*c\\* \\<d\\> \\`e\\` | 336.3 |",
  );
  expect(reportMarkdown(named("[x](y)"))).toContain("- \\[x\\](y): 6 people, 672 h on call\n");
  const [head, rule] = reportMarkdown(report).split("\n");
  expect(head!.split("|").length).toBe(rule!.split("|").length);
});
