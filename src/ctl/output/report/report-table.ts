/** The report of on-call duty for people: a table, or Markdown. */
import type { OnCallReport } from "../../../api/on-call/report.ts";
import { flagTexts } from "../../../core/on-call/report-text.ts";
import { plural } from "../../../core/text/plural.ts";
import type { Style } from "../style.ts";
import { tableText } from "../table.ts";
import { oneLine } from "../text.ts";
import { inCell, markdownTable } from "./markdown.ts";

type DutyRow = OnCallReport["people"][number];
type ScheduleRow = OnCallReport["schedules"][number];

/** `9.5`; null: without a value. */
const number = (value: number | null): string =>
  value === null ? "-" : String(Math.round(value * 10) / 10);

/** The columns for people. */
const columns: readonly (readonly [heading: string, cell: (row: DutyRow) => string])[] = [
  ["SCHEDULE", ({ schedule }) => schedule],
  ["PERSON", ({ name }) => name],
  ["HOURS", ({ hours }) => number(hours)],
  ["NIGHTS", ({ night_hours }) => number(night_hours)],
  ["WEEKENDS", ({ weekend_hours }) => number(weekend_hours)],
  ["SHARE", ({ above_share: above }) => `${(above ?? 0) > 0 ? "+" : ""}${number(above)}`],
  ["SHIFTS", ({ shifts }) => number(shifts)],
  ["INCIDENTS", ({ incidents }) => number(incidents)],
  [
    "PAGES",
    ({ pages, night_pages: night }) => `${pages}${night > 0 ? ` (${night} at night)` : ""}`,
  ],
  ["REMINDERS", ({ reminders }) => number(reminders)],
  [
    "ACKNOWLEDGED",
    ({ median_minutes: median, worst_minutes: worst }) =>
      median === null ? "-" : `${number(median)} min (worst ${number(worst)})`,
  ],
  ["ESCALATED", ({ escalated }) => number(escalated)],
  ["NOTES", ({ flags }) => flags.map((flag) => flagTexts[flag]).join(", ")],
];

const scheduleText = ({ schedule, people, hours, gap_hours, flags }: ScheduleRow): string =>
  [
    `${schedule}: ${plural(people, "person", "people")}${flags.length > 0 ? " (fewer than 6)" : ""}`,
    `${number(hours)} h on call`,
    ...(gap_hours > 0 ? [`${number(gap_hours)} h without a person`] : []),
  ].join(", ");

export const reportTable = ({ people, schedules }: OnCallReport, style: Style): string =>
  [
    tableText(
      columns.map(([heading]) => heading),
      people.map((row) => columns.map(([, cell]) => cell(row))),
      style,
      ["REMINDERS", "ESCALATED", "SHIFTS", "NIGHTS", "WEEKENDS", "INCIDENTS"],
    ),
    ...schedules.map((one) => `${oneLine(scheduleText(one))}\n`),
  ].join("");

export function reportMarkdown({ people, schedules }: OnCallReport): string {
  return [
    markdownTable(
      columns.map(([heading]) => heading.toLowerCase()),
      people.map((row) => columns.map(([, cell]) => cell(row))),
    ),
    "\n",
    ...schedules.map((one) => `- ${inCell(scheduleText(one))}\n`),
  ].join("");
}
