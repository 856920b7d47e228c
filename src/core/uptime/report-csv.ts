/** The monitors of a report as CSV, for programs and spreadsheets: the names are those of the API, times are minutes. Pure. */
import { csvText, type CsvCell } from "../text/csv.ts";
import { minute } from "../text/units.ts";
import type { UptimeFigures } from "./uptime.ts";

/** A monitor of a report, as the API answers it. */
export interface CsvMonitor extends UptimeFigures {
  monitor_id: string;
  external_id: string | null;
  title: string;
  kind: string;
  alert_group_id: string;
  project: string | null;
}

/** The report, as far as its table needs. */
export interface CsvReport {
  from: string;
  to: string;
  timezone: string;
  groups: readonly { id: string | null; title: string }[];
  monitors: readonly CsvMonitor[];
}

const minutes = [
  "observed_ms",
  "up_ms",
  "degraded_ms",
  "down_ms",
  "maintenance_ms",
  "maintenance_down_ms",
  "paused_ms",
  "gap_ms",
  "unknown_ms",
  "longest_ms",
] as const;

const heads = [
  "monitor_id",
  "external_id",
  "monitor",
  "kind",
  "group",
  "project",
  "from",
  "to",
  "timezone",
  "uptime",
  "uptime_with_maintenance",
  "outages",
  ...minutes.map((name) => name.replace("_ms", "_minutes")),
];

/** Minutes with two decimals, cut. */
const inMinutes = (ms: number): number => Math.floor((ms * 100) / minute) / 100;

export function uptimeCsv({ from, to, timezone, groups, monitors }: CsvReport): string {
  const titles = new Map(groups.map(({ id, title }) => [id, title]));
  return csvText(
    heads,
    monitors.map((row): CsvCell[] => [
      row.monitor_id,
      row.external_id,
      row.title,
      row.kind,
      titles.get(row.alert_group_id) ?? null,
      row.project,
      from,
      to,
      timezone,
      row.uptime,
      row.uptime_with_maintenance,
      row.outage_count,
      ...minutes.map((name) => inMinutes(row[name])),
    ]),
  );
}
