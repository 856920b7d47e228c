/** The report of on-call duty as CSV (RFC 4180). */
import type { OnCallReport } from "../../../api/on-call/report.ts";
import { oneLine } from "../text.ts";

type DutyRow = OnCallReport["people"][number];

/** The columns, by the names of the API. */
const values: readonly (keyof DutyRow)[] = [
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

export const reportCsv = ({ people }: OnCallReport): string =>
  [values, ...people.map((row) => values.map((name) => csvCell(row[name])))]
    .map((cells) => `${cells.join()}\r\n`)
    .join("");

function csvCell(value: DutyRow[keyof DutyRow]): string {
  if (value === null) return "";
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  const text = oneLine(typeof value === "string" ? value : value.join(" "));
  // A spreadsheet would calculate a text that begins like a formula.
  const safe = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
