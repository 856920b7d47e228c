/** The report of uptime, as the API answers it. */
import type { UptimeReport } from "../../../api/reports/uptime.ts";
import type * as core from "../../../core/uptime/report.ts";
import type { Spread } from "../../../core/uptime/response.ts";
import { figuresOf } from "../../../core/uptime/uptime.ts";
import { timestamp } from "../present.ts";

const range = <R extends { from: number; to: number }>({ from, to }: R) => ({
  from: timestamp(from),
  to: timestamp(to),
});

const spread = ({ count, mean_ms, median_ms, longest_ms }: Spread) => ({
  count,
  mean_ms,
  median_ms,
  longest_ms,
});

const setRow = ({ id, title, monitors, uptime }: core.SetRow) => ({
  id,
  title,
  monitors,
  ...figuresOf(uptime),
});

const monitorRow = (row: core.MonitorRow): UptimeReport["monitors"][number] => ({
  monitor_id: row.id,
  kind: row.kind,
  external_id: row.external_id,
  title: row.title,
  public_title: row.public_title,
  alert_group_id: row.alert_group_id,
  project: row.project,
  inserted_at: timestamp(row.inserted_at),
  ...figuresOf(row.uptime),
  outages: row.outages.map(({ from, to, down_ms, maintenance_ms, gap_ms, ended }) => ({
    ...range({ from, to }),
    down_ms,
    maintenance_ms,
    gap_ms,
    ended,
  })),
  days: row.days,
});

export function uptimeReportAnswer(report: core.UptimeReport): UptimeReport {
  const { period, incidents } = report;
  return {
    title: report.title,
    ...range(period),
    timezone: period.timezone,
    month: period.month,
    under_way: period.under_way,
    kept_since: report.kept_since === null ? null : timestamp(report.kept_since),
    all: figuresOf(report.all),
    groups: report.groups.map(setRow),
    projects: report.projects.map(setRow),
    monitors: report.monitors.map(monitorRow),
    incidents: {
      incidents: incidents.incidents,
      urgent: incidents.urgent,
      unacknowledged: incidents.unacknowledged,
      acknowledged: spread(incidents.acknowledged),
      urgent_acknowledged: spread(incidents.urgent_acknowledged),
      resolved: spread(incidents.resolved),
    },
    incident_days: report.incident_days,
    pages: report.pages,
    noisiest: report.noisiest,
    people: report.people.map(({ nights, ...person }) => ({
      ...person,
      nights: nights.map(({ first, last, ...night }) => ({
        ...night,
        first: timestamp(first),
        last: timestamp(last),
      })),
    })),
    maintenance: report.maintenance.map((one) => ({
      ...range(one),
      reason: one.reason,
      announced_at: timestamp(one.announced_at),
    })),
    gaps: report.gaps.map(range),
    before: report.before,
  };
}
