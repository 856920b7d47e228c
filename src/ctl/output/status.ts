/** Prints current problems, worst first: unresolved incidents, then the monitors. */
import type { BlindPeriod } from "../../api/nodes.ts";
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import type { Incident } from "../../api/incidents.ts";
import type { WebhookMonitor } from "../../api/webhook-monitors.ts";
import { formatRange } from "../../core/gap/gap.ts";
import { isFailing, isHealthy, rankOf } from "../../core/model/status.ts";
import { tally, tallyText } from "../../core/status/situation.ts";
import { ageText } from "./age.ts";
import { monitorMark, standingOf } from "./mark.ts";
import type { Silenced } from "../../api/silences.ts";
import { barText, paintedBar, responseText, uptimeText, type Pasts } from "./past.ts";
import { isUnreached, leadsToNobody, reachedCount, reachedTone } from "./receipt.ts";
import { silencedMark, silencedText } from "./silence.ts";
import type { Style } from "./style.ts";
import { foldedBehind, tableText, uncutStyle, type Cell } from "./table.ts";
import { plural } from "../../core/text/plural.ts";

export type Monitor = HealthCheckMonitor | WebhookMonitor;

/** True when the monitor is failing (down, stale or firing) and not paused. */
export function isDown(monitor: Monitor): boolean {
  return isFailing(monitor.status) && !monitor.paused_at;
}

/** How it is in a word or two: `down`, `up, flapping`, `paused (up)`. */
export function statusWords(monitor: {
  status: string;
  paused_at?: string | null;
  flapping_since?: string | null;
  silenced?: Silenced;
}): string {
  const { status } = monitor;
  if (monitor.paused_at) return `paused (${status})`;
  return `${status}${monitor.flapping_since ? ", flapping" : ""}${silencedMark(monitor)}`;
}

/** Monitors, the worst first, paused ones last; those of one status by title. */
export function worstFirst(monitors: readonly Monitor[]): Monitor[] {
  const rank = (monitor: Monitor) => rankOf(standingOf(monitor));
  return monitors.toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, "en"));
}

/** True for a monitor that is not plainly healthy: failing, degraded, without a result, flapping, paused. */
const needsRow = (monitor: Monitor): boolean =>
  !isHealthy(monitor.status) ||
  Boolean(monitor.paused_at) ||
  Boolean(monitor.flapping_since) ||
  Boolean(monitor.silenced);

/** The monitors that `statusText` lists, worst first. */
export const monitorsShown = (monitors: readonly Monitor[], all: boolean): Monitor[] =>
  worstFirst(all ? monitors : monitors.filter(needsRow));

/** A narrower terminal first loses response time and uptime with half of the bar, then the bar. */
const widths = { figures: 120, bar: 80 };

/**
 * The unresolved incidents, the monitors that are not healthy, and one line of counts. `all`: the healthy
 * monitors too. `pasts`: the last 24 hours of monitors by id.
 */
export function statusText(
  monitors: readonly Monitor[],
  incidents: readonly Incident[],
  now: number,
  style: Style,
  {
    all = false,
    pasts = new Map(),
    rows = null,
  }: {
    all?: boolean;
    pasts?: Pasts;
    /** Lines of the terminal; null: all of a list is printed. */
    rows?: number | null;
  } = {},
): string {
  const listed = monitorsShown(monitors, all);
  const hidden = monitors.length - listed.length;
  const fitting = all || rows === null ? null : fit(rows, incidents.length, listed.length);
  const shown = listed.slice(0, fitting?.monitors);
  const others = listed.length - shown.length;
  const firstIncidents = incidents.slice(0, fitting?.incidents);
  const otherIncidents = incidents.length - firstIncidents.length;
  const unreached = incidents.filter(isUnreached).length;
  const leading = incidents.filter(leadsToNobody).length;
  const counts = [
    countsText(monitors),
    ...(incidents.length > 0 ? [plural(incidents.length, "unresolved incident")] : []),
    ...(unreached > 0 ? [`${unreached} reached nobody`] : []),
    ...(leading > 0 ? [`${leading} will escalate to an unreachable group`] : []),
  ].join("; ");
  const room = style.width ?? Infinity;
  const figures = pasts.size > 0 && room >= widths.figures;
  const bars = pasts.size > 0 && room >= widths.bar;
  const parts = [
    incidentsText(firstIncidents, now, style) +
      (otherIncidents > 0
        ? `${style.sign.more} and ${otherIncidents} more: monitorctl incidents\n`
        : ""),
    tableText(
      [
        "",
        "STATUS",
        "MONITOR",
        "LAST",
        ...(bars ? ["LAST 24 H"] : []),
        ...(figures ? ["RESPONSE", "UP"] : []),
        "REASON",
      ],
      shown.map((monitor) => {
        const past = pasts.get(monitor.id);
        const [reason = "", ...rest] = row(monitor, now, style).toReversed();
        const bar = barText(past, figures ? 24 : 12, style.ascii);
        return [
          ...rest.toReversed(),
          ...(bars ? [{ text: bar, paint: (text: string) => paintedBar(text, style) }] : []),
          ...(figures ? [responseText(past), uptimeText(past)] : []),
          reason,
        ];
      }),
      style,
    ) + (others > 0 ? `${style.sign.more} and ${others} more: monitorctl status --all\n` : ""),
    `${foldedBehind(`${counts}.${hidden > 0 ? " All monitors: monitorctl status --all" : ""}`, 0, style)}\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** Lines around the two lists: headings, empty lines, counts, and the prompt. */
const linesAround = 9;

/** How much of both lists a terminal shows: all if they fit, else at least half of the room for the longer one. */
function fit(rows: number, incidents: number, monitors: number) {
  const room = Math.max(rows - linesAround, 4);
  const half = Math.floor(room / 2);
  return {
    incidents: Math.max(half, room - monitors),
    monitors: Math.max(half, room - incidents),
  };
}

/** Monitoring gaps, a line each; empty for none. */
export function gapsText(periods: readonly BlindPeriod[], style: Style): string {
  return periods
    .map(({ from, to, reason }) => {
      const range = formatRange({ from: Date.parse(from), to: Date.parse(to) }, "UTC");
      return `${style.yellow(style.sign.warn)} Monitoring gap ${range}: ${reason}.\n`;
    })
    .join("");
}

/** Incidents as a table; empty for none. */
export function incidentsText(
  incidents: readonly Incident[],
  now: number,
  style: Style,
  wide = false,
): string {
  return tableText(
    [
      "INCIDENT",
      "STATUS",
      "PRIORITY",
      "OPENED",
      "REACHED",
      ...(wide ? ["ID", "SILENCED"] : []),
      "TITLE",
      "SUMMARY",
    ],
    incidents.map((incident): Cell[] => {
      const by = incident.acknowledged_by;
      const paint =
        incident.status === "open"
          ? style.red
          : incident.status === "acknowledged"
            ? style.yellow
            : style.dim;
      const status =
        incident.status === "acknowledged" && by ? `acknowledged by ${by}` : incident.status;
      const mark = silencedMark(incident);
      return [
        { text: `#${incident.number}`, paint: style.bold },
        { text: `${status}${mark}`, paint, short: `${incident.status}${mark}` },
        String(incident.priority_level),
        `${ageText(incident.opened_at, now)} ago`,
        { text: reachedCount(incident), paint: paintOf(reachedTone(incident), style) },
        ...(wide ? [incident.id, silencedText(incident.silenced)] : []),
        incident.title,
        incident.resolved_reason ?? incident.summary,
      ];
    }),
    wide ? uncutStyle(style) : style,
    ["SUMMARY"],
  );
}

const paintOf = (tone: "bad" | "warn" | "good", { red, yellow, dim }: Style) =>
  ({ bad: red, warn: yellow, good: dim })[tone];

function row(monitor: Monitor, now: number, style: Style): Cell[] {
  const last = "checked_at" in monitor ? monitor.checked_at : monitor.last_received_at;
  const [sign, paint] = monitorMark(monitor, style);
  return [
    { text: sign, paint },
    { text: statusWords(monitor), paint },
    monitor.title,
    last ? `${ageText(last, now)} ago` : "never",
    [silencedText(monitor.silenced), monitor.status_reason ?? ""].filter(Boolean).join(" · "),
  ];
}

function countsText(monitors: readonly Monitor[]): string {
  if (monitors.length === 0) return "No monitors";
  const flapping = monitors.filter((one) => one.flapping_since && !one.paused_at).length;
  return [
    tallyText(tally(monitors.map(standingOf))),
    ...(flapping > 0 ? [`${flapping} of them flapping`] : []),
  ].join(", ");
}
