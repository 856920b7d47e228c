/**
 * Series of each monitor, for Prometheus and Grafana (https://prometheus.io/docs/instrumenting/exposition_formats/,
 * https://prometheus.io/docs/specs/om/open_metrics_spec/). Pure.
 */
import type { Instant, MonitorKind } from "../../core/model/model.ts";
import { isFailing } from "../../core/model/status.ts";
import { day } from "../../core/text/units.ts";
import type { ShownNow } from "../../store/reads/resources.ts";

/** A monitor, and the facts of it that are kept apart. */
export type Measured = {
  [K in MonitorKind]: {
    kind: K;
    monitor: ShownNow<K>;
    group: string;
    /** The response time of its last check, ms; null: without an answer, or not checked lately. */
    response_ms: number | null;
    incidents: number;
  };
}[MonitorKind];

interface Family {
  name: string;
  help: string;
  unit?: string;
  /** null: the monitor has no such series. */
  value: (of: Measured, now: Instant) => number | null;
}

/** The series of a monitor beside its status. */
export const families: readonly Family[] = [
  {
    name: "monitord_monitor_failing",
    help: "1 while the monitor is down, firing or missing.",
    value: ({ monitor }) => Number(isFailing(monitor.subject.status)),
  },
  {
    name: "monitord_monitor_paused",
    help: "1 while the monitor is paused.",
    value: ({ monitor }) => Number(monitor.subject.paused_at !== null),
  },
  {
    name: "monitord_monitor_silenced",
    help: "1 while a silence is in effect.",
    value: ({ monitor }) => Number(monitor.silence !== null),
  },
  {
    name: "monitord_monitor_incidents",
    help: "Incidents of the monitor that are not resolved.",
    value: ({ incidents }) => incidents,
  },
  {
    name: "monitord_monitor_status_since_timestamp_seconds",
    help: "When the monitor got its status.",
    unit: "seconds",
    value: ({ monitor }) => monitor.subject.status_since / 1000,
  },
  {
    name: "monitord_monitor_last_success_timestamp_seconds",
    help: "When a check last found the monitor healthy, or a run reported success.",
    unit: "seconds",
    value: (of) => {
      const at = lastSuccess(of);
      return at === null ? null : at / 1000;
    },
  },
  {
    name: "monitord_monitor_response_time_seconds",
    help: "Response time of the last check.",
    unit: "seconds",
    value: ({ response_ms }) => (response_ms === null ? null : response_ms / 1000),
  },
  {
    name: "monitord_monitor_certificate_days",
    help: "Days until the certificate of the server ends.",
    unit: "days",
    value: ({ monitor }, now) => {
      const meta = monitor.subject.results?.find(({ name }) => name === "certificate")?.meta;
      const end = Date.parse(String((meta as { valid_to?: unknown } | null)?.valid_to));
      return Number.isNaN(end) ? null : Math.floor((1000 * (end - now)) / day) / 1000;
    },
  },
  {
    name: "monitord_monitor_errors_in_window",
    help: "Errors in the window of a webhook monitor.",
    value: ({ kind, monitor }) =>
      kind === "webhook_monitors" ? monitor.subject.window_count : null,
  },
];

/** A failing monitor was healthy until it began to fail, as far as is kept. */
function lastSuccess({ kind, monitor }: Measured): Instant | null {
  const { subject } = monitor;
  if (kind === "webhook_monitors") return subject.last_success_at;
  if (subject.checked_at === null || subject.status === "pending") return null;
  return isFailing(subject.status) ? subject.status_since : subject.checked_at;
}

/** Content types of both forms. */
export const exposition = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
} as const;

/** Collects the lines of each family, because a family must not be split, while monitors are read page by page. */
export class MonitorSeries {
  readonly #lines = families.map((): string[] => []);
  readonly #status: string[] = [];

  add(of: Measured, now: Instant): void {
    const labels = labelsOf(of);
    this.#status.push(`monitord_monitor_status{${labels},status="${of.monitor.subject.status}"} 1`);
    for (const [i, { name, value }] of families.entries()) {
      const measured = value(of, now);
      if (measured !== null) this.#lines[i]!.push(`${name}{${labels}} ${measured}`);
    }
  }

  text(form: keyof typeof exposition): string {
    const open = form === "openmetrics";
    const head = ({ name, help, unit }: Omit<Family, "value">) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...(open && unit !== undefined ? [`# UNIT ${name} ${unit}`] : []),
    ];
    const status = { name: "monitord_monitor_status", help: "1, with the status as a label." };
    return [
      ...head(status),
      ...this.#status,
      ...families.flatMap((family, i) => [...head(family), ...this.#lines[i]!]),
      ...(open ? ["# EOF"] : []),
      "",
    ].join("\n");
  }
}

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function labelsOf({ kind, monitor, group }: Measured): string {
  const { id, title, external_id, project } = monitor;
  const labels = { id, title, kind: kind.slice(0, -1), group, external_id, project };
  return Object.entries(labels)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}="${escaped(value!)}"`)
    .join(",");
}
