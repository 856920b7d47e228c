/**
 * The response time of a health check: median, band up to p95, timeout, incidents and changes beside it.
 * The scale begins at 0, and no value is cut off. Pure.
 */
import type { Instant } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import {
  bandPath,
  coordinate,
  isolated,
  linePath,
  milliseconds,
  noData,
  plot,
  roundUp,
  scale,
  table,
} from "./scale.ts";
import {
  columnsOf,
  responseFigures,
  type Column,
  type ResponseFigures,
  type ResponsePoint,
} from "./response-figures.ts";
import { axisLabels, spanText, type Reader } from "./times.ts";

/** An incident as charts shade it. `label`: for example `#95`. `to` null: it lasts. */
export interface ShadedIncident {
  label: string;
  from: Instant;
  to: Instant | null;
}

/** A change that may explain a picture; foreign text. */
export interface ChartMark {
  at: Instant;
  text: string;
}

export interface ResponseTimes {
  from: Instant;
  to: Instant;
  /** Distance of the points. */
  step_ms: number;
  points: readonly ResponsePoint[];
  /** Distance of the checks. */
  interval_ms: number;
  timeout_ms: number;
  incidents: readonly ShadedIncident[];
  marks: readonly ChartMark[];
  /** As in `last 24 hours`. */
  period: string;
}

/** Size of the picture in units; it is stretched to the available room. */
const size = { width: 1000, height: 100 };
/** Lines of the grid above the lowest. */
const gridLines = 3;
/** Marks that are drawn at most, and named in one title. */
const maxMarks = 100;
const maxNamed = 3;

const highestOf = (points: readonly ResponsePoint[]) =>
  Math.max(0, ...points.map(({ p50_ms, p95_ms }) => p95_ms ?? p50_ms ?? 0));

/** False for a timeout far above all answers: it would press the line to the ground, and is in the label alone. */
export const showsTimeout = (points: readonly ResponsePoint[], timeout_ms: number): boolean =>
  highestOf(points) * 4 >= timeout_ms;

/** The chart and its table, or a sentence while measurements are missing. */
export function responseTimeChart(data: ResponseTimes, reader: Reader): Html {
  const { from, to, step_ms, points, timeout_ms, incidents, marks, period } = data;
  const figures = responseFigures(points);
  if (figures.checks === 0)
    return noData(
      `No check in the ${period} yet. The response time is drawn from the first check on.`,
    );
  // An axis without a line would say how fast answers are that never came.
  if (points.every(({ p50_ms }) => p50_ms === null))
    return noData(`No answer in the ${period}: ${plural(figures.checks, "check")} failed.`);
  const highest = highestOf(points);
  const isTimeoutShown = showsTimeout(points, timeout_ms);
  // Whole milliseconds: an axis of less would say the same number twice.
  const top =
    gridLines *
    Math.ceil(
      roundUp((isTimeoutShown ? Math.max(timeout_ms * 1.2, highest) : highest * 1.1) / gridLines),
    );
  const x = scale(from, to, size.width);
  const y = scale(top, 0, size.height);
  const at = (value: number | null) => (value === null ? null : y(value));
  // Between rare checks lie steps without any: the line goes on over them.
  const drawn = points.filter(({ checks, observed }) => checks > 0 || !observed);
  const middle = (point: ResponsePoint) => x(Math.min(to, point.at + step_ms / 2));
  const line = drawn.map((point) => ({ x: middle(point), y: at(point.p50_ms) }));
  const band = drawn.map((point) => ({
    x: middle(point),
    low: at(point.p50_ms),
    high: at(point.p95_ms),
  }));
  const columns = columnsOf(data);
  return html`${plot({
    label: label(data, figures, reader),
    ...size,
    y: Array.from({ length: gridLines + 1 }, (_, i) => axisText(top - (top * i) / gridLines, top)),
    x: axisLabels(from, to, 6, reader),
    body: html`${joined(points, step_ms, ({ observed }) => !observed).map((one) =>
        block("unseen-time", x(one.from), x(one.to)),
      )}
      ${incidents.map((one) => shade(one, data, x))}
      <path class="band" d="${bandPath(withBreaks(drawn, data, band))}" />
      <path class="p50" d="${linePath(withBreaks(drawn, data, line), 4)}" />
      ${joined(points, step_ms, ({ failed }) => failed > 0).map((one) =>
        floor(x(one.from), x(one.to)),
      )}
      ${
        isTimeoutShown
          ? html`<line
              class="limit"
              x1="0"
              x2="${size.width}"
              y1="${coordinate(y(timeout_ms))}"
              y2="${coordinate(y(timeout_ms))}"
            />`
          : null
      }
      ${marks
        .filter((one) => one.at >= from && one.at <= to)
        .slice(-maxMarks)
        .map((one) => vertical("event", x(one.at)))}
      ${columns.map(
        (column) =>
          html`<rect
            class="hit"
            x="${coordinate(x(column.from))}"
            width="${coordinate(x(column.to) - x(column.from))}"
            height="${size.height}"
          >
            <title>${columnText(column, data, reader)}</title>
          </rect>`,
      )}`,
  })}
  ${table(
    ["From", "Median", "p95", "Failed checks"],
    columns
      .filter(({ points }) => points.length > 0)
      .toReversed()
      .map((column) => {
        const { median_ms, p95_ms, checks, failed } = responseFigures(column.points);
        return [
          spanText(column.from, column.to, reader),
          median_ms === null ? "–" : milliseconds(median_ms),
          p95_ms === null ? "–" : milliseconds(p95_ms),
          checks === 0 ? "not checked" : `${failed} of ${checks}`,
        ];
      }),
  )}`;
}

/** Interrupts a line where checks are missing: monitors that were paused, and a service that did not run. */
function withBreaks<T extends { x: number }>(
  points: readonly ResponsePoint[],
  { step_ms, interval_ms }: Pick<ResponseTimes, "step_ms" | "interval_ms">,
  line: readonly T[],
): T[] {
  const longest = Math.max(step_ms * 1.5, step_ms + interval_ms);
  return line.flatMap((one, i) => {
    const before = points[i - 1];
    const missing = before !== undefined && points[i]!.at - before.at > longest;
    return missing ? [{ ...one, y: null, low: null, high: null }, one] : [one];
  });
}

const axisText = (ms: number, top: number) =>
  top < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;

const block = (name: string, from: number, to: number) =>
  html`<rect
    class="${name}"
    x="${coordinate(from)}"
    width="${coordinate(Math.max(0, to - from))}"
    height="${size.height}"
  />`;

const vertical = (name: string, x: number) =>
  html`<line
    class="${name}"
    x1="${coordinate(x)}"
    x2="${coordinate(x)}"
    y1="0"
    y2="${size.height}"
  />`;

/** The red ground where checks had no acceptable answer, 3 units high and 3 wide at least. */
const floor = (from: number, to: number) =>
  html`<rect
    class="none"
    x="${coordinate(Math.min(from, size.width - 3))}"
    y="${size.height - 3}"
    width="${coordinate(Math.max(3, to - from))}"
    height="3"
  />`;

function shade(one: ShadedIncident, { from, to }: ResponseTimes, x: (at: Instant) => number) {
  const end = one.to ?? to;
  if (end < from || one.from > to) return null;
  return html`${block("shade", x(one.from), Math.max(x(end), x(one.from) + 1))}${
    one.from < from ? null : vertical("edge", x(one.from))
  }`;
}

/** The times of the steps that `matches`, side by side ones joined. */
function joined(
  points: readonly ResponsePoint[],
  step_ms: number,
  matches: (point: ResponsePoint) => boolean,
) {
  const times: { from: Instant; to: Instant }[] = [];
  for (const { at } of points.filter(matches)) {
    const before = times.at(-1);
    if (before && before.to >= at) before.to = at + step_ms;
    else times.push({ from: at, to: at + step_ms });
  }
  return times;
}

function columnText({ from, to, points }: Column, data: ResponseTimes, reader: Reader): string {
  const { median_ms, p95_ms, checks, failed } = responseFigures(points);
  const code = points.findLast((one) => one.failed > 0)?.status_code ?? null;
  const within = (at: Instant) => at >= from && at < to;
  const marks = data.marks.filter((one) => within(one.at)).map(({ text }) => isolated(text));
  const incidents = data.incidents.filter((one) => one.from < to && (one.to ?? Infinity) >= from);
  const unseen = points.some(({ observed }) => !observed);
  return [
    spanText(from, to, reader),
    median_ms === null
      ? checks > 0
        ? "no answer"
        : unseen
          ? "not observed"
          : "not checked"
      : `median ${milliseconds(median_ms)}${p95_ms === null ? "" : `, p95 ${milliseconds(p95_ms)}`}`,
    failed > 0
      ? `${failed} of ${plural(checks, "check")} failed${code === null ? "" : `, HTTP ${code}`}`
      : null,
    incidents.length === 0
      ? null
      : incidents
          .slice(0, maxNamed)
          .map((one) => one.label)
          .join(", "),
    ...marks.slice(0, maxNamed),
    marks.length > maxNamed ? `${marks.length - maxNamed} more changes` : null,
  ]
    .filter((text) => text !== null)
    .join("\n");
}

function label(data: ResponseTimes, figures: ResponseFigures, reader: Reader): string {
  const { points, timeout_ms, incidents, period } = data;
  const { median_ms, p95_ms, checks, failed } = figures;
  const current = incidents.find(({ to }) => to === null);
  const last = points.findLast(({ checks }) => checks > 0);
  return [
    `Response time, ${period}: ${
      median_ms === null
        ? "no answer"
        : `median ${milliseconds(median_ms)}${p95_ms === null ? "" : `, p95 ${milliseconds(p95_ms)}`}`
    }`,
    failed === 0 ? "no failed check" : `${failed} of ${plural(checks, "check")} failed`,
    last && last.failed === last.checks ? "no acceptable answer now" : null,
    current ? `incident ${current.label} for ${formatDuration(reader.now - current.from)}` : null,
    `timeout ${milliseconds(timeout_ms)}`,
  ]
    .filter((text) => text !== null)
    .join("; ");
}
