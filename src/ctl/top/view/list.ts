/** The rows of the list as lines. Columns are as wide as their content on the screen, within bounds. */
import type { Incident } from "../../../api/incidents.ts";
import type { Silenced } from "../../../api/silences.ts";
import { plural } from "../../../core/text/plural.ts";
import { standingTone, type Tone as MonitorTone } from "../../../core/model/status.ts";
import { ageText } from "../../output/age.ts";
import { reachedCount, reachedTone } from "../../output/receipt.ts";
import { barPieces, barText, responseText, uptimeText } from "../../output/past.ts";
import { hasCurrentReport, standingOf } from "../../output/mark.ts";
import type { Monitor } from "../../output/status.ts";
import {
  line,
  lineTone,
  span,
  toneSign,
  type Line,
  type Signs,
  type Span,
  type Tone,
} from "../line.ts";
import { isAt } from "../rows.ts";
import { isMarked } from "../several.ts";
import type { Row, State } from "../state.ts";
import { clean, cut, fit, widthOf } from "../text.ts";
import { whenText } from "../time.ts";

/** A row as cells: a sign, columns, and a last one that takes the rest. */
interface Cells {
  sign: string;
  tone: Tone;
  columns: Cell[];
  rest: string;
}
interface Cell {
  /** Clean. */
  text: string;
  /** Columns it may take. */
  most: number;
  tone?: Tone;
  right?: true;
  /** The text is a bar: its pieces have tones of their own. */
  bar?: true;
}

/**
 * From this number of columns on, more fields fit. A narrower terminal first loses the group and the numbers behind the
 * status of monitors (`widest`), then uptime, response time and half of the bar (`wide`), then the bar (`narrow`).
 */
const widest = 140;
const wide = 110;
/** Below this number of columns, only the problem is shown. */
const narrow = 60;

/** `height` lines of the list, from its scroll position. */
export function listLines(state: State, height: number): Line[] {
  const { cursor, top, rows } = state;
  const shown = rows.slice(top, top + height).map((row) => ({ row, cells: cellsOf(state, row) }));
  const widths = {
    incident: widthsOf(shown.filter(({ row }) => row.kind === "incident")),
    monitor: widthsOf(shown.filter(({ row }) => row.kind === "monitor")),
  };
  const lines = shown.map(({ row, cells }): Line => {
    if (row.kind === "heading" || row.kind === "empty") return said(state, row);
    const selected = cursor !== null && isAt(row, cursor);
    const { signs } = state.look;
    const sign = isMarked(state, row) ? signs.marked : selected ? signs.pointer : " ";
    if (row.kind === "group") return { ...groupLine(state, row, sign), selected };
    return { ...rowLine(state, cells!, widths[row.kind], sign), selected };
  });
  while (lines.length < height) lines.push(line(""));
  return lines;
}

function said({ size, look }: State, row: { kind: string; text: string }): Line {
  return row.kind === "heading"
    ? line(span(fit(` ${row.text}`, size.columns, look.signs.mark), "bold"))
    : line(span(fit(`   ${row.text}`, size.columns, look.signs.mark), "dim"));
}

/** `▾ On call: 12 monitors, 2 not well`; folded `▸`. */
function groupLine(
  { look: { signs }, size }: State,
  { title, isFolded, monitors }: Extract<Row, { kind: "group" }>,
  first: string,
): Line {
  const tones = monitors.map((one) => standingTone(standingOf(one)));
  const worst = (["bad", "warn"] as const).find((tone) =>
    tones.some((one) => lineTone(one) === tone),
  );
  const counts = [plural(monitors.length, "monitor"), ...troubles(tones)].join(", ");
  const text = ` ${isFolded ? signs.folded : signs.unfolded} ${clean(title)}: ${counts}`;
  return line(span(first), span(fit(text, size.columns - 1, signs.mark), worst ?? "bold"));
}

const troubles = (tones: readonly MonitorTone[]): string[] => {
  const wrong = tones.filter((tone) => lineTone(tone) === "bad" || lineTone(tone) === "warn");
  return wrong.length === 0 ? [] : [`${wrong.length} not well`];
};

/** The width of the widest cell of each column; 0: it is empty. */
function widthsOf(shown: readonly { cells: Cells | null }[]): number[] {
  const widths: number[] = [];
  for (const { cells } of shown)
    for (const [column, { text, most }] of (cells?.columns ?? []).entries())
      widths[column] = Math.max(widths[column] ?? 0, Math.min(most, widthOf(text)));
  return widths;
}

function rowLine(
  { look: { signs }, size }: State,
  { sign, tone, columns, rest }: Cells,
  widths: readonly number[],
  first: string,
): Line {
  const spans: Span[] = [span(first), span(fit(sign, 2, ""), tone)];
  let used = 3;
  for (const [column, cell] of columns.entries()) {
    const width = Math.min(widths[column]!, size.columns - used - 2);
    if (width <= 0) continue;
    const filled = cell.right
      ? cut(cell.text, width, signs.mark).padStart(width)
      : fit(cell.text, width, signs.mark);
    const pieces = cell.bar && widthOf(cell.text) <= width ? barSpans(cell.text, width) : null;
    spans.push(...(pieces ?? [span(filled, cell.tone)]), span("  "));
    used += width + 2;
  }
  const room = Math.max(0, size.columns - used);
  spans.push(span(fit(rest, room, signs.mark)));
  return line(...spans);
}

const barSpans = (bar: string, width: number): Span[] => [
  ...barPieces(bar).map(({ text, tone }) => span(text, tone)),
  span(" ".repeat(width - widthOf(bar))),
];

function cellsOf(state: State, row: Row): Cells | null {
  if (row.kind === "incident") return incidentCells(state, row.incident);
  return row.kind === "monitor" ? monitorCells(state, row.monitor) : null;
}

function incidentCells(state: State, incident: Incident): Cells {
  const { now, size, look } = state;
  const { signs } = look;
  const isOpen = incident.status === "open";
  const isWide = size.columns >= wide;
  const title = clean(incident.title);
  return {
    sign: isOpen ? signs.bad : signs.taken,
    tone: isOpen ? "bad" : "warn",
    columns: [
      { text: `#${incident.number}`, most: 10, tone: "bold" },
      { text: ageText(incident.opened_at, now), most: 8, right: true },
      { text: isWide ? `P${incident.priority_level}` : "", most: 2 },
      { text: title, most: isWide ? 44 : 24, tone: "bold" },
      isOpen
        ? {
            text: isWide ? reachSentence(state, incident) : `reached ${reachedCount(incident)}`,
            most: mostReached(size.columns),
            tone: reachedTone(incident),
          }
        : {
            text: `acked by ${clean(incident.acknowledged_by ?? "?")}`,
            most: mostReached(size.columns),
            tone: "warn",
          },
    ],
    rest: restOf(state, incident, incident.summary),
  };
}

/** The sentence of the server; empty for a server that does not say it. */
export const reachSentence = ({ look }: State, { reach }: { reach?: Incident["reach"] }): string =>
  clean(reach?.sentence ?? "").replaceAll(" · ", look.signs.between);

function mostReached(columns: number): number {
  if (columns < narrow) return 0;
  return columns >= wide ? 44 : 15;
}

/** The text that takes the rest of a row, after the end of a silence. */
function restOf({ now, look }: State, { silenced }: { silenced?: Silenced }, text: string): string {
  if (!silenced) return clean(text);
  const end = silenced.until === null ? "" : ` until ${whenText(silenced.until, now, look.zone)}`;
  const word = silenced.maintenance ? "maintenance" : "silenced";
  return [`${word}${end}`, ...(text === "" ? [] : [clean(text)])].join(look.signs.between);
}

/** How a monitor is, as sign, word and tone. */
export function conditionOf(
  monitor: Monitor,
  signs: Signs,
): { sign: string; word: string; tone: Tone } {
  if (monitor.paused_at) return { sign: signs.paused, word: "paused", tone: "dim" };
  const tone = standingTone(standingOf(monitor));
  return { sign: toneSign(tone, signs), word: monitor.status, tone: lineTone(tone) };
}

function monitorCells(state: State, monitor: Monitor): Cells {
  const { data, now, size, look } = state;
  const { sign, word, tone } = conditionOf(monitor, look.signs);
  const last = "checked_at" in monitor ? monitor.checked_at : monitor.last_received_at;
  const isWide = size.columns >= wide;
  const group = data.groups.get(monitor.alert_group_id) ?? "";
  const past = data.pasts.get(monitor.id);
  const ascii = look.signs.rule === "-";
  const cells = size.columns >= wide ? 24 : 12;
  return {
    sign,
    tone,
    columns: [
      { text: clean(word), most: 8, tone },
      { text: clean(monitor.title), most: isWide ? 44 : 24 },
      {
        text: last ? ageText(last, now) : "never",
        most: 8,
        tone: "dim",
        right: true,
      },
      { text: barText(past, cells, ascii), most: size.columns < narrow ? 0 : cells, bar: true },
      { text: isWide ? responseText(past) : "", most: 7, tone: "dim", right: true },
      { text: isWide ? uptimeText(past) : "", most: 7, tone: "dim", right: true },
      {
        text: measureOf(monitor),
        most: mostMeasure(size.columns, data.pasts.size > 0),
        tone: "dim",
      },
      {
        text: size.columns >= (data.pasts.size > 0 ? widest : wide) ? clean(group) : "",
        most: 20,
        tone: "dim",
      },
    ],
    rest: restOf(
      state,
      monitor,
      [
        ...(monitor.flapping_since ? ["flapping"] : []),
        ...(monitor.status_reason ? [monitor.status_reason] : []),
      ].join(look.signs.between),
    ),
  };
}

/** `bars`: bars are shown, which say more. */
function mostMeasure(columns: number, bars: boolean): number {
  if (columns < narrow || (bars && columns < widest)) return 0;
  return columns >= wide ? 20 : 14;
}

/** The numbers behind the status. */
function measureOf(monitor: Monitor): string {
  if ("error_rate_threshold" in monitor)
    return `${monitor.errors_in_window ?? "?"}/${monitor.error_rate_threshold} in ${monitor.error_rate_window_minutes} min`;
  return typeof monitor.checks_total === "number" && hasCurrentReport(monitor)
    ? `${monitor.checks_passing}/${monitor.checks_total} checks`
    : "";
}
