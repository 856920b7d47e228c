/** The data of the page of a report. */
import { figuresOf } from "../../core/uptime/uptime.ts";
import type { UptimeReport } from "../../core/uptime/report.ts";
import type { SaidReport } from "../../core/uptime/report-text.ts";

/** The filter of a report in its address; empty: everything. */
export interface ReportFilter {
  group: string;
  project: string;
  monitor: string;
}

export interface ReportPage {
  report: UptimeReport;
  filter: ReportFilter;
  /** `customer`: public names, and no people. */
  view: "team" | "customer";
  /** To choose from, by title. */
  groups: readonly { id: string; title: string }[];
  projects: readonly string[];
  /** The month that can be chosen before and after; null: none. */
  months: { before: string; after: string | null; last: string };
  /** Why the period that was asked for is not shown; null: it is. */
  problem: string | null;
}

/** The report as its sentences read it: with the names that the view shows. */
export const saidReport = ({ report, view }: ReportPage): SaidReport => ({
  from: new Date(report.period.from).toISOString(),
  to: new Date(report.period.to).toISOString(),
  all: figuresOf(report.all),
  monitors: report.monitors.map((row) => ({ ...figuresOf(row.uptime), title: nameOf(row, view) })),
});

/** The name of a monitor in a view. */
export const nameOf = (
  { title, public_title }: { title: string; public_title: string | null },
  view: ReportPage["view"],
): string => (view === "customer" ? (public_title ?? title) : title);

/** The address of a report below the base. */
export function reportAddress(
  { filter, view, report }: Pick<ReportPage, "filter" | "view" | "report">,
  changed: { view?: ReportPage["view"]; month?: string } = {},
  path = "/reports",
): string {
  const { from, to, month } = report.period;
  const query = new URLSearchParams();
  const shown = changed.month ?? month;
  if (shown !== null) query.set("month", shown);
  else {
    query.set("from", new Date(from).toISOString());
    query.set("to", new Date(to).toISOString());
  }
  for (const [name, value] of Object.entries(filter)) if (value !== "") query.set(name, value);
  if ((changed.view ?? view) === "customer") query.set("for", "customer");
  return `${path}?${query.toString()}`;
}
