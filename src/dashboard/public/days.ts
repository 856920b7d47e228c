/**
 * The days of a system on a public page: the height of an outage says how long it lasted, and a run of days without one
 * is a single dashed path, so that a page of many systems stays small. Pure.
 */
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { hour, minute } from "../../core/text/units.ts";
import type { CellState } from "../chart/cells.ts";
import type { Day } from "../chart/day-cells.ts";
import { dayText, type Reader } from "../chart/times.ts";
import { isolated } from "../chart/scale.ts";
import { html, type Html } from "../html.ts";

/** The height of the picture, and of a day by the length of its outage: up to 5 min, 30 min, 2 h, 8 h, and longer. */
const full = 28;
const heights: readonly [upTo: number, height: number][] = [
  [5 * minute, 12],
  [30 * minute, 16],
  [2 * hour, 20],
  [8 * hour, 24],
  [Infinity, full],
];

/** The look of a day: the public does not know the state `paused`. */
type Look = "ok" | "warn" | "down" | "silenced" | "unknown";

const looks: Record<CellState, Look> = {
  ok: "ok",
  warn: "warn",
  down: "down",
  stale: "down",
  silenced: "silenced",
  paused: "silenced",
  unknown: "unknown",
};
const lookOf = ({ state }: Day): Look => looks[state];

const isRun = (look: Look): boolean => look === "ok" || look === "unknown";

const words: Record<"ok" | "silenced" | "unknown", string> = {
  ok: "no outage",
  silenced: "maintenance",
  unknown: "not measured",
};

/** Days of one look, side by side; a day with an outage is alone. */
interface Run {
  look: Look;
  first: number;
  end: number;
}

function runsOf(days: readonly Day[]): Run[] {
  const runs: Run[] = [];
  days.forEach((day, i) => {
    const look = lookOf(day);
    const last = runs.at(-1);
    if (last?.look === look && isRun(look)) last.end++;
    else runs.push({ look, first: i, end: i + 1 });
  });
  return runs;
}

/** `down for 31 min, degraded for 2 h`. */
const outageText = ({ down_ms, warn_ms }: Day): string =>
  [
    down_ms > 0 ? `down for ${formatDuration(down_ms)}` : null,
    warn_ms > 0 ? `degraded for ${formatDuration(warn_ms)}` : null,
  ]
    .filter((text) => text !== null)
    .join(", ");

const findingOf = (look: Look, day: Day): string =>
  look === "down" || look === "warn" ? outageText(day) : words[look];

/** `9 Sep: down for 1 h 12 min`; `10 Sep–5 Nov: no outage`. */
function titleOf({ look, first, end }: Run, days: readonly Day[], reader: Reader): string {
  const [from, to] = [dayText(days[first]!.from, reader), dayText(days[end - 1]!.from, reader)];
  return `${from === to ? from : `${from}–${to}`}: ${findingOf(look, days[first]!)}`;
}

function runPart(run: Run, days: readonly Day[], reader: Reader): Html {
  const { look, first, end } = run;
  const title = titleOf(run, days, reader);
  const [from, to] = [first * 10, end * 10 - 2];
  if (look === "ok")
    return html`<path class="ok" d="M${from} 24H${to}"><title>${title}</title></path>`;
  if (look === "unknown")
    return html`<path class="unknown" d="M${from} 21H${to}M${from} 27H${to}"
      ><title>${title}</title></path
    >`;
  const { down_ms, warn_ms } = days[first]!;
  const ms = look === "down" ? down_ms : warn_ms;
  const height = look === "silenced" ? 8 : heights.find(([upTo]) => ms <= upTo)![1];
  return html`<rect class="${look}" x="${from}" y="${full - height}" width="8" height="${height}"
    ><title>${title}</title></rect
  >`;
}

/** The picture, and its finding for screen readers. `uptime`: `99.91 %`, or null while it is not known. */
export function publicDays(
  { name, days, uptime }: { name: string; days: readonly Day[]; uptime: string | null },
  reader: Reader,
): Html {
  const bad = days.filter((day) => lookOf(day) === "down").length;
  const finding = uptime === null ? "not measured" : `${uptime} up`;
  return html`<svg
    class="days"
    viewBox="0 0 ${days.length * 10 - 2} ${full}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${isolated(name)}, last ${plural(days.length, "day")}: ${finding}, ${
      bad === 0 ? "no day with an outage" : `${plural(bad, "day")} with an outage`
    }"
  >
    ${runsOf(days).map((run) => runPart(run, days, reader))}
  </svg>`;
}

/** The days with an outage in words, newest first: a table of the picture. */
export const outageDays = (
  days: readonly Day[],
  reader: Reader,
): { day: string; finding: string }[] =>
  days
    .filter(({ down_ms, warn_ms }) => down_ms + warn_ms > 0)
    .toReversed()
    .map((day) => ({ day: dayText(day.from, reader), finding: outageText(day) }));

const key = (height: number): Html =>
  html`<svg viewBox="0 0 4 14"><rect y="${14 - height}" width="4" height="${height}" /></svg>`;

/** The meaning of heights and colors. Screen readers have the finding of each picture. */
export const daysLegend: Html = html`<p class="legend heights" aria-hidden="true">
  <span class="down"
    ><svg class="w5" viewBox="0 0 28 14">
      ${heights.map(([, height], i) => html`<rect x="${i * 6}" y="${14 - height / 2}" width="4" height="${height / 2}" />`)}</svg
    >Outage of up to 5 min, 30 min, 2 h, 8 h, longer</span
  ><span class="warn">${key(10)}Degraded</span><span class="ok">${key(4)}No outage</span
  ><span class="silenced">${key(4)}Maintenance</span
  ><span class="unknown"
    ><svg viewBox="0 0 4 14">
      <rect y="9" width="4" height="1.5" />
      <rect y="12.5" width="4" height="1.5" /></svg
    >Not measured</span
  >
</p>`;
