/** The data of the page of a monitor. Types only, and its ranges. */
import type { Dependencies } from "../../core/incident/dependency.ts";
import type { Reach } from "../../core/explain/reach.ts";
import type { HistoryPoint, Range, SubCheckChange } from "../../core/history/point.ts";
import type {
  HealthCheckMonitor,
  Incident,
  Instant,
  MonitorRun,
  Subject,
  WebhookMonitor,
  MonitorKind,
} from "../../core/model/model.ts";
import type { RunSlot } from "../../core/reports/run-slots.ts";
import type { StoredReport } from "../../core/reports/report-kinds.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import type { PageAddresses } from "../publishing.ts";
import type { ChartMark } from "../chart/response-time.ts";
import type { StateSpan } from "../chart/cells.ts";
import { minute, hour, day } from "../../core/text/units.ts";

/** A range of the charts of a page. */
export interface ChartRange {
  /** As in `?range=24h`. */
  name: string;
  label: string;
  /** As in `the last 24 hours`. */
  period: string;
  ms: number;
  step_ms: number;
}

const lastDay = { name: "24h", label: "24 h", period: "last 24 hours", ms: day };
const lastWeek = { name: "7d", label: "7 d", period: "last 7 days", ms: 7 * day };

/** The ranges of each kind; the first one is shown unless the address says another. */
export const ranges: Record<MonitorKind, readonly ChartRange[]> = {
  health_check_monitors: [
    { ...lastDay, step_ms: 5 * minute },
    { ...lastWeek, step_ms: hour },
    { name: "30d", label: "30 d", period: "last 30 days", ms: 30 * day, step_ms: 4 * hour },
    { name: "1y", label: "1 y", period: "last year", ms: 365 * day, step_ms: day },
  ],
  webhook_monitors: [
    { name: "1h", label: "1 h", period: "last hour", ms: hour, step_ms: minute },
    { ...lastDay, step_ms: 10 * minute },
    { ...lastWeek, step_ms: 2 * hour },
  ],
};

export type { MonitorKind };

/** The points of a range, and the incidents and marks in it. */
export interface RangeData extends Range {
  range: ChartRange;
  points: readonly HistoryPoint[];
  incidents: readonly Incident[];
  marks: readonly ChartMark[];
}

/** A monitor, and its past as far as a page shows it. */
export type MonitorPast = {
  dependencies: Dependencies;
  /** The states of the range at least, with the time that was not observed. */
  spans: readonly StateSpan[];
  /** Its incidents are the latest of the monitor, newest first. */
  chart: RangeData;
} & (
  | {
      kind: "health_check_monitors";
      monitor: HealthCheckMonitor & { subject: Subject };
      /** Changes in the range (on the monitor's page: at least the last day), preceded by the last change of each sub-check. */
      sub_checks: readonly SubCheckChange[];
    }
  | {
      kind: "webhook_monitors";
      monitor: WebhookMonitor & { subject: Subject };
      /** The stored reports of the range, newest first. */
      reports: readonly StoredReport[];
    }
);

/** The runs of a monitor that expects them. */
export interface Heartbeat {
  /** The latest, oldest first; moments without a run among them. */
  slots: readonly RunSlot[];
  /** Messages about runs, newest first. */
  messages: readonly MonitorRun[];
  /** `bad`: the list shows only runs that were not in time. */
  only: "bad" | null;
}

/** The page of a monitor. Its spans are those of the last 30 days at least. */
export type MonitorModel = {
  group_title: string | null;
  /** The latest, newest first. */
  incidents: readonly Incident[];
  /** People reached for the unresolved incident; null: none is unresolved. */
  open: { incident: Incident; reach: Reach } | null;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
  /** The status pages that show it, with the badges of the systems that it belongs to. */
  public: readonly PageAddresses[];
} & (
  | Extract<MonitorPast, { kind: "health_check_monitors" }>
  | (Extract<MonitorPast, { kind: "webhook_monitors" }> & {
      /** Where errors are posted; null: hidden from this user. */
      webhook_url: string | null;
      /** Where runs report as to Healthchecks; null as above. */
      ping_url: string | null;
      /** null: no runs are expected of it. */
      heartbeat: Heartbeat | null;
    })
);

export type HealthModel = Extract<MonitorModel, { kind: "health_check_monitors" }>;
export type WebhookModel = Extract<MonitorModel, { kind: "webhook_monitors" }>;

/** The moment that a range begins at. */
export const rangeFrom = ({ ms }: ChartRange, now: Instant): Instant => now - ms;
