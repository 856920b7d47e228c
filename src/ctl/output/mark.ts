/** The sign and color of a monitor or a status: the same in every table of the client. */
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import { isReportCurrent } from "../../core/health/current-report.ts";
import {
  standingTone,
  toneOf,
  type Standing,
  type Status,
  type Tone,
} from "../../core/model/status.ts";
import type { Style } from "./style.ts";

type Mark = [sign: string, paint: (text: string) => string];

/** A monitor as the API answers it. An older server can leave out fields. */
interface MarkedMonitor {
  status: Status;
  paused_at?: string | null;
  flapping_since?: string | null;
}

export const standingOf = ({ status, paused_at, flapping_since }: MarkedMonitor): Standing => ({
  status,
  paused: Boolean(paused_at),
  flapping: Boolean(flapping_since),
});

export function monitorMark(monitor: MarkedMonitor, style: Style): Mark {
  const standing = standingOf(monitor);
  return standing.paused ? ["-", style.dim] : mark(standingTone(standing), style);
}

export const statusMark = (status: Status, style: Style): Mark => mark(toneOf(status), style);

function mark(tone: Tone, { sign, red, yellow, green, dim }: Style): Mark {
  const marks: Record<Tone, Mark> = {
    bad: [sign.bad, red],
    warn: [sign.warn, yellow],
    good: [sign.done, green],
    idle: [sign.more, dim],
  };
  return marks[tone];
}

/** True when the sub-checks are those of the last check, as far as the server says. */
export const hasCurrentReport = (
  monitor: Pick<HealthCheckMonitor, "status" | "checked_at"> & { last_report_at?: string | null },
): boolean =>
  monitor.last_report_at === undefined ||
  isReportCurrent({ ...monitor, last_report_at: monitor.last_report_at });
