/** The report of on-call duty as CSV: a line for each person of a schedule. Pure. */
import { csvText } from "../text/csv.ts";
import type { DutyRow, OnCallReport } from "./report.ts";

/** The columns, by the names of the API. */
const columns: readonly (keyof DutyRow)[] = [
  "schedule_id",
  "schedule",
  "user_id",
  "name",
  "hours",
  "night_hours",
  "weekend_hours",
  "above_share",
  "shifts",
  "incidents",
  "pages",
  "night_pages",
  "reminders",
  "median_minutes",
  "worst_minutes",
  "escalated",
  "flags",
];

export const reportCsv = ({ people }: Pick<OnCallReport, "people">): string =>
  csvText(
    columns,
    people.map((row) => columns.map((name) => cellOf(row[name]))),
  );

/** Numbers with two decimals at most. */
function cellOf(value: DutyRow[keyof DutyRow]) {
  if (typeof value === "number") return Math.round(value * 100) / 100;
  return value === null || typeof value === "string" ? value : value.join(" ");
}
