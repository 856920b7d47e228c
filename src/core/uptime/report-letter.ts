/**
 * The report of a month as a mail: how it went, the worst monitors, and where the rest is. It is made of the report as the API
 * answers it. Pure.
 */
import type { Letter, LetterReport } from "../access/letter.ts";
import { formatDuration } from "../text/duration.ts";
import { plural } from "../text/plural.ts";
import { longMonths } from "../text/days.ts";
import { monthTitle } from "./period.ts";
import { timeText, uptimeText, verdictOf, type SaidReport } from "./report-text.ts";
import { shareOf } from "./share.ts";

/** A report, as far as its mail needs. */
export interface MailedReport extends SaidReport {
  title: string;
  incidents: { incidents: number };
  pages: { pages: number; night_pages: number };
  before: { month: string; incidents: number } | null;
  gaps: readonly { from: string; to: string }[];
}

/** Rows of a mail at most; the last one has all other monitors. */
const mostRows = 4;

/** The mail of the report of a month. `site`: the root address of the dashboard; null: people do not reach it. */
export function reportLetter(
  report: MailedReport,
  about: { to: string; user_id: string; month: string; csv: string; site: string | null },
): Letter {
  const { month, site, csv } = about;
  const { result, more } = verdictOf(report);
  const heading = `${report.title} in ${monthTitle(month)}`;
  const { incidents, pages } = report;
  return {
    to: about.to,
    subject: `${heading}: ${result[0]!.toLowerCase()}${result.slice(1).replace(/\.$/, "")}`,
    heading,
    badge: "Monthly report",
    preview: [
      result,
      `Uptime ${uptimeText(report.all.uptime)}, ${plural(incidents.incidents, "incident")}, ${plural(pages.pages, "page")}.`,
    ].join(" "),
    text: "",
    code: "",
    link: site === null ? null : { label: "Open report", url: `${site}/reports?month=${month}` },
    because:
      "You get this on the 1st of each month, because your profile asks for the monthly report.",
    ...(site !== null && {
      other: { label: "CSV", url: `${site}/reports.csv?month=${month}` },
      settings: `${site}/settings/you`,
    }),
    id: `report.${month}.${about.user_id}`,
    report: {
      result,
      more,
      figures: figuresOf(report),
      heads: { title: "Monitor, worst first", uptime: "Uptime", down: "Down for" },
      rows: rowsOf(report),
      foot: footOf(report),
    },
    file: { name: `uptime-${month}.csv`, type: "text/csv; charset=utf-8", text: csv },
  };
}

function figuresOf({ all, incidents, pages, before }: MailedReport): LetterReport["figures"] {
  const { uptime, uptime_with_maintenance } = all;
  return [
    {
      label: "Uptime",
      value: uptimeText(uptime),
      note:
        uptime_with_maintenance === uptime
          ? ""
          : `${uptimeText(uptime_with_maintenance)} with maintenance`,
    },
    {
      label: "Incidents",
      value: String(incidents.incidents),
      note:
        before === null
          ? ""
          : `${longMonths[Number(before.month.slice(5)) - 1]!} ${before.incidents}`,
    },
    { label: "Pages", value: String(pages.pages), note: `${pages.night_pages} at night` },
  ];
}

function rowsOf({ monitors }: MailedReport): LetterReport["rows"] {
  const shown = monitors.length > mostRows ? mostRows - 1 : mostRows;
  const rest = monitors.slice(shown);
  const worst = Math.max(0, ...monitors.map(({ down_ms }) => down_ms));
  const row = (title: string, uptime: number | null, down_ms: number, bar = down_ms) => ({
    title,
    uptime: uptimeText(uptime),
    down: timeText(down_ms),
    share: worst === 0 ? 0 : bar / worst,
  });
  const rows = monitors.slice(0, shown).map((one) => row(one.title, one.uptime, one.down_ms));
  if (rest.length === 0) return rows;
  const [up, down] = rest.reduce(([up, down], one) => [up + one.up_ms, down + one.down_ms], [0, 0]);
  return [...rows, row(`${rest.length} others`, shareOf(up, up + down), down, 0)];
}

/** Time that the figures leave out. */
function footOf({ gaps, from, to }: MailedReport): string {
  const missed = gaps.reduce(
    (sum, gap) =>
      sum +
      Math.min(Date.parse(gap.to), Date.parse(to)) -
      Math.max(Date.parse(gap.from), Date.parse(from)),
    0,
  );
  return missed > 0
    ? `Monitoring gaps: ${formatDuration(missed)}. They count neither as up nor as down.`
    : "";
}
