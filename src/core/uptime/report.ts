/** The report of a period: monitors and sets of them, incidents, pages. Pure. */
import type { Range } from "../history/point.ts";
import type { Instant, MonitorKind } from "../model/model.ts";
import { monitorDays, type MonitorDay, type PeriodDay } from "./days.ts";
import type { Outage } from "./outages.ts";
import type { Period } from "./period.ts";
import { piecesOf, type Past } from "./pieces.ts";
import type {
  IncidentDay,
  IncidentFigures,
  NoisySource,
  PageFigures,
  PagedPerson,
} from "./response.ts";
import { together, uptimeOf, uptimeShare, type Uptime } from "./uptime.ts";

/** A monitor of a report. */
export interface ReportedMonitor {
  id: string;
  kind: MonitorKind;
  external_id: string | null;
  title: string;
  /** Its name on status pages; null: its title. */
  public_title: string | null;
  alert_group_id: string;
  project: string | null;
  inserted_at: Instant;
}

export interface MonitorRow extends ReportedMonitor {
  uptime: Uptime;
  outages: Outage[];
  /** Days with anything but uptime. */
  days: MonitorDay[];
}

/** Monitors together: of a group, or of a project. */
export interface SetRow {
  /** Id of the group, or name of the project; null: without a project. */
  id: string | null;
  title: string;
  monitors: number;
  uptime: Uptime;
}

/** Figures of the period before, to compare with. */
export interface Before {
  month: string;
  incidents: number;
  unacknowledged: number;
  pages: number;
  night_pages: number;
}

export interface UptimeReport {
  period: Period;
  /** The title of its set: a group, a project, a monitor, or everything. */
  title: string;
  /** Changes of status are kept since then; time before it is not known. null: the period is later. */
  kept_since: Instant | null;
  all: Uptime;
  /** Worst first, as the next two. */
  groups: SetRow[];
  projects: SetRow[];
  monitors: MonitorRow[];
  incidents: IncidentFigures;
  incident_days: IncidentDay[];
  pages: PageFigures;
  /** Those with most pages first. */
  noisiest: NoisySource[];
  people: PagedPerson[];
  /** Planned work that concerned one of the monitors, in order. */
  maintenance: (Range & { reason: string; announced_at: Instant })[];
  /** Monitoring gaps, in order. */
  gaps: Range[];
  /** null: not a month. */
  before: Before | null;
}

/** The row of a monitor over a period. */
export function monitorRow(
  monitor: ReportedMonitor,
  past: Past,
  period: Range,
  days: readonly PeriodDay[],
): MonitorRow {
  const pieces = piecesOf(past, period);
  const { uptime, outages } = uptimeOf(pieces);
  return { ...monitor, uptime, outages, days: monitorDays(pieces, outages, days) };
}

/** Worst first; without a figure last. Equal ones: down longer first, then by title. */
export const byUptime = <R extends { title: string; uptime: Uptime }>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (a, b) =>
      (uptimeShare(a.uptime) ?? 2) - (uptimeShare(b.uptime) ?? 2) ||
      b.uptime.down_ms - a.uptime.down_ms ||
      a.title.localeCompare(b.title, "en"),
  );

/** The monitors by group, or by project, worst first. */
export const setsOf = (
  rows: readonly MonitorRow[],
  by: "alert_group_id" | "project",
  titleOf: (id: string | null) => string,
): SetRow[] =>
  byUptime(
    [...Map.groupBy(rows, (row) => row[by])].map(([id, of]) => ({
      id,
      title: titleOf(id),
      monitors: of.length,
      uptime: together(of.map(({ uptime }) => uptime)),
    })),
  );
