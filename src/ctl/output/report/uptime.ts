/** The report of uptime for people: tables for a terminal, or Markdown. */
import type { UptimeReport } from "../../../api/reports/uptime.ts";
import { plural } from "../../../core/text/plural.ts";
import { lengthText, periodTitle, type Period } from "../../../core/uptime/period.ts";
import {
  countText,
  footText,
  noiseText,
  spreadText,
  timeText,
  unobservedText,
  uptimeText,
  verdictOf,
} from "../../../core/uptime/report-text.ts";
import type { Style } from "../style.ts";
import { tableText } from "../table.ts";
import { oneLine } from "../text.ts";
import { inCell, markdownTable } from "./markdown.ts";

/** The period of a report, as the core knows it. */
const periodOf = ({ from, to, timezone, month, under_way }: UptimeReport): Period => ({
  from: Date.parse(from),
  to: Date.parse(to),
  timezone,
  month,
  under_way,
});

/** `On call in October 2026` */
export const titleOf = (report: UptimeReport): string =>
  `${report.title}, ${periodTitle(periodOf(report))}${report.under_way ? " so far" : ""}`;

/** `745 h: clocks went back on 25 Oct, Europe/Berlin, 17 monitors` */
export const factsOf = (report: UptimeReport): string =>
  [lengthText(periodOf(report)), report.timezone, plural(report.monitors.length, "monitor")].join(
    " · ",
  );

/** A table of text: its headings, and its rows. */
export type ReportTable = [heads: string[], rows: string[][]];

type Columns<Of> = readonly (readonly [heading: string, cell: (row: Of) => string])[];

const figures: Columns<UptimeReport["all"]> = [
  ["UPTIME", ({ uptime }) => uptimeText(uptime)],
  ["WITH MAINTENANCE", (row) => uptimeText(row.uptime_with_maintenance)],
  ["DOWN", ({ down_ms }) => timeText(down_ms)],
  ["OUTAGES", ({ outage_count }) => countText(outage_count)],
  ["LONGEST", ({ longest_ms }) => timeText(longest_ms)],
  ["NOT OBSERVED", (row) => unobservedText(row) || "–"],
];
/** The columns of monitors, of groups, of sources and of people, for every format. */
const monitorColumns: Columns<UptimeReport["monitors"][number]> = [
  ["MONITOR", ({ title }) => title],
  ...figures,
];
const groupColumns: Columns<UptimeReport["groups"][number]> = [
  ["GROUP", ({ title }) => title],
  ["MONITORS", ({ monitors }) => String(monitors)],
  ...figures,
];
const noiseColumns: Columns<UptimeReport["noisiest"][number]> = [
  ["MONITOR OR ALERT", ({ title }) => title],
  ["INCIDENTS", ({ incidents }) => String(incidents)],
  ["PAGES", ({ pages }) => countText(pages)],
  ["WHY", (row) => noiseText(row) ?? ""],
];
const peopleColumns: Columns<UptimeReport["people"][number]> = [
  ["PERSON", ({ name }) => name],
  ["PAGES", ({ pages }) => String(pages)],
  ["AT NIGHT", ({ night_pages }) => countText(night_pages)],
  ["REMINDERS", ({ reminders }) => countText(reminders)],
  ["ZONE", ({ timezone }) => timezone],
];

/** How incidents were answered, a line each. */
export function answerLines({ incidents, pages }: UptimeReport): string[] {
  const { acknowledged, urgent_acknowledged, resolved } = incidents;
  const lines = [
    `${plural(incidents.incidents, "incident")}, ${incidents.urgent} of priority 1, ${incidents.unacknowledged} ended unacknowledged`,
  ];
  const spread = (label: string, of: typeof resolved) => {
    const text = spreadText(of);
    if (text !== null) lines.push(`${label}: ${text}`);
  };
  spread("Acknowledged after", acknowledged);
  spread("Priority 1 acknowledged after", urgent_acknowledged);
  spread("Resolved after", resolved);
  lines.push(`${plural(pages.pages, "page")}, ${pages.night_pages} at night (22:00–07:00)`);
  return lines;
}

/** The sentences about time that the figures leave out. */
export const footLines = ({ kept_since }: UptimeReport): string[] => [
  footText,
  ...(kept_since === null
    ? []
    : [`Status changes before ${kept_since} are no longer kept: that time is not observed.`]),
];

/** How the period went. */
export const sentence = (report: UptimeReport): string => {
  const { result, more } = verdictOf(report);
  return `${result} ${more}`.trim();
};

/** The tables of the report; that of one group and those without rows are left out. */
export function* tablesOf(report: UptimeReport): Generator<ReportTable> {
  const table = <Of>(columns: Columns<Of>, rows: readonly Of[]): ReportTable => [
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  ];
  if (report.groups.length > 1) yield table(groupColumns, report.groups);
  yield table(monitorColumns, report.monitors);
  if (report.noisiest.length > 0) yield table(noiseColumns, report.noisiest);
  if (report.people.length > 0) yield table(peopleColumns, report.people);
}

export function uptimeTable(report: UptimeReport, style: Style): string {
  const spare = ["LONGEST", "WITH MAINTENANCE", "ZONE"];
  const tables = [...tablesOf(report)].map(([heads, rows]) => tableText(heads, rows, style, spare));
  return [
    `${style.bold(oneLine(titleOf(report)))}\n${factsOf(report)}\n${oneLine(sentence(report))}\n`,
    ...tables.slice(0, report.groups.length > 1 ? 2 : 1),
    `${answerLines(report).join("\n")}\n`,
    ...tables.slice(report.groups.length > 1 ? 2 : 1),
    `${footLines(report).join("\n")}\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** A heading of a terminal, for other formats. */
export const headingText = (heading: string): string =>
  heading[0]! + heading.slice(1).toLowerCase();

export function uptimeMarkdown(report: UptimeReport): string {
  return [
    `# ${inCell(titleOf(report))}\n`,
    `${inCell(factsOf(report))}\n`,
    `**${inCell(sentence(report))}**\n`,
    ...[...tablesOf(report)].map(([heads, rows]) => markdownTable(heads.map(headingText), rows)),
    answerLines(report)
      .map((line) => `- ${inCell(line)}\n`)
      .join(""),
    `${footLines(report).map(inCell).join(" ")}\n`,
  ].join("\n");
}
