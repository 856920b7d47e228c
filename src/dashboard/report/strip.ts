/** A month of a monitor as a cell for each day: its height says for how long it was down. Pure. */
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { minute } from "../../core/text/units.ts";
import type { MonitorDay, PeriodDay } from "../../core/uptime/days.ts";
import { shortDate } from "../../core/uptime/period.ts";
import { timeText, unobservedText, uptimeText } from "../../core/uptime/report-text.ts";
import { uptimeShare, unobservedOf, type Uptime } from "../../core/uptime/uptime.ts";
import { isolated } from "../chart/scale.ts";
import { html, type Html } from "../html.ts";

const unit = 10;
const width = 8;
const height = 28;

/** The height of a time up to that number of minutes. */
const steps: readonly [minutes: number, height: number][] = [
  [5, 12],
  [30, 16],
  [120, 20],
  [480, 24],
  [Infinity, 28],
];
const heightOf = (ms: number): number => steps.find(([most]) => ms <= most * minute)![1];

type Look = "ok" | "warn" | "down" | "silenced" | "unknown";

/** How a day is drawn: as its worst time. The others are in its title. */
function lookOf(day: MonitorDay | undefined): Look {
  if (!day) return "ok";
  if (day.down_ms > 0) return "down";
  if (day.degraded_ms > 0) return "warn";
  return day.maintenance_ms > 0 ? "silenced" : "unknown";
}

/** `down 31 min, 2 outages; maintenance 2 h` */
function findingOf(day: MonitorDay): string {
  const { down_ms, outages, degraded_ms, maintenance_ms } = day;
  return [
    down_ms > 0
      ? `down ${formatDuration(down_ms)}${outages > 1 ? `, ${plural(outages, "outage")}` : ""}`
      : null,
    degraded_ms > 0 ? `degraded ${formatDuration(degraded_ms)}` : null,
    maintenance_ms > 0 ? `maintenance ${formatDuration(maintenance_ms)}` : null,
    unobservedOf(day) > 0 ? `not observed: ${unobservedText(day)}` : null,
  ]
    .filter((text) => text !== null)
    .join("; ");
}

/** The cells. A run of days without an outage is one dashed line. */
export function dayStrip(
  { title, days, uptime }: { title: string; days: readonly MonitorDay[]; uptime: Uptime },
  of: readonly PeriodDay[],
): Html {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const cells: Html[] = [];
  for (let i = 0; i < of.length; i++) {
    const { date } = of[i]!;
    const day = byDate.get(date);
    const look = lookOf(day);
    const x = i * unit;
    if (day === undefined) {
      let end = i;
      while (end + 1 < of.length && !byDate.has(of[end + 1]!.date)) end++;
      const span = end === i ? shortDate(date) : `${shortDate(date)}–${shortDate(of[end]!.date)}`;
      cells.push(
        html`<path class="ok" d="M${x} 24H${end * unit + width}"
          ><title>${span}: no outage</title></path
        >`,
      );
      i = end;
    } else if (look === "unknown")
      cells.push(
        html`<path class="unknown" d="M${x} 21H${x + width}M${x} 27H${x + width}">
          <title>${shortDate(date)}: ${findingOf(day)}</title>
        </path>`,
      );
    else {
      const tall =
        look === "silenced" ? 8 : heightOf(look === "down" ? day.down_ms : day.degraded_ms);
      cells.push(
        html`<rect class="${look}" x="${x}" y="${height - tall}" width="${width}" height="${tall}">
          <title>${shortDate(date)}: ${findingOf(day)}</title>
        </rect>`,
      );
    }
  }
  const finding = `${uptimeText(uptimeShare(uptime))} up, ${plural(uptime.outages, "outage")}, ${timeText(uptime.down_ms)} down`;
  return html`<svg
    class="days"
    viewBox="0 0 ${of.length * unit - (unit - width)} ${height}"
    preserveAspectRatio="none"
    role="img"
    tabindex="0"
    aria-label="${isolated(title)}: ${finding}; heights say minutes"
  >
    ${cells}
  </svg>`;
}

/** The first and the last day, and some between, over the cells. */
export function stripAxis(days: readonly PeriodDay[]): Html {
  const last = days.length - 1;
  const shown = [...new Set([0, 1, 2, 3, 4].map((part) => Math.round((last * part) / 4)))];
  return html`<span class="axis"
    >${shown.map((i, n) => {
      const text = days[i] ? shortDate(days[i].date) : "";
      return html`<span>${n === 0 ? text : text.split(" ")[0]}</span>`;
    })}</span
  >`;
}
