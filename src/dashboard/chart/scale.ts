/** Positions, paths and labels that all charts share. Pure. */
import { html, Html, type Piece } from "../html.ts";

/** Maps `from…to` to `0…length`, in either direction; values outside are cut off at the ends. */
export const scale = (from: number, to: number, length: number) => (value: number) =>
  from === to ? 0 : Math.min(length, Math.max(0, ((value - from) / (to - from)) * length));

/** A coordinate with one decimal at most, as short as it can be written. */
export const coordinate = (value: number): string => String(Math.round(value * 10) / 10);

/** One point of a line; y null: the line is interrupted. */
export interface Point {
  x: number;
  y: number | null;
}

type KnownPoint = Point & { y: number };

/** The pieces of a line between its interruptions. */
function pieces(points: readonly Point[]): KnownPoint[][] {
  const lines: KnownPoint[][] = [];
  let line: KnownPoint[] | null = null;
  for (const { x, y } of points) {
    if (y === null) line = null;
    else if (line) line.push({ x, y });
    else lines.push((line = [{ x, y }]));
  }
  return lines;
}

const joined = (points: readonly KnownPoint[]) =>
  points.map(({ x, y }) => `${coordinate(x)} ${coordinate(y)}`).join("L");

/** The path of a line. A point between two interruptions is a dash, `dot` units wide. */
export const linePath = (points: readonly Point[], dot: number): string =>
  pieces(points)
    .map((line) =>
      line.length > 1
        ? `M${joined(line)}`
        : `M${coordinate(line[0]!.x - dot / 2)} ${coordinate(line[0]!.y)}h${coordinate(dot)}`,
    )
    .join("");

/** The path of the area between two lines over the same x; pieces of one point are left out. */
export function bandPath(
  points: readonly { x: number; low: number | null; high: number | null }[],
) {
  const ends = new Map(points.map(({ x, low }) => [x, low]));
  return pieces(points.map(({ x, low, high }) => ({ x, y: low === null ? null : high })))
    .filter((line) => line.length > 1)
    .map((line) => {
      const back = line.toReversed().map(({ x }) => ({ x, y: ends.get(x) ?? 0 }));
      return `M${joined(line)}L${joined(back)}Z`;
    })
    .join("");
}

const mantissas = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The smallest round number that is not below `value`: 1, 1.5, 2 … 8 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const mantissa = mantissas.find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((mantissa * power).toPrecision(6));
}

/** `384 ms`, `1.2 s`, `12 s`. */
export function milliseconds(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 100) / 10;
  return `${seconds >= 10 ? Math.round(seconds) : seconds} s`;
}

/**
 * The frame of a chart whose picture stretches and whose words do not: labels of the y axis from the top,
 * the picture, labels of the x axis from the left. `label` says the finding.
 */
export function plot(chart: {
  label: string;
  /** Size in units. The picture is stretched to the available room. */
  width: number;
  height: number;
  y: readonly string[];
  x: readonly string[];
  body: Piece;
  /** `short` or `low`: less high than usual. */
  class?: string;
}): Html {
  const { label, width, height, y, x, body } = chart;
  const lines = y.map((_, i) => {
    const at = coordinate((height * i) / Math.max(1, y.length - 1));
    return html`<line class="grid" x1="0" x2="${width}" y1="${at}" y2="${at}" />`;
  });
  return html`<div class="chart ${chart.class ?? ""}">
    <div class="y" aria-hidden="true">${y.map((text) => html`<span>${text}</span>`)}</div>
    <div class="plot">
      <svg
        viewBox="0 0 ${width} ${height}"
        preserveAspectRatio="none"
        role="img"
        tabindex="0"
        aria-label="${label}"
      >
        ${lines}${body}
      </svg>
    </div>
    ${x.length === 0 ? null : axis(x)}
  </div>`;
}

/** The labels below a chart. Readers of its label do not need them. */
const axis = (labels: readonly string[]): Html =>
  html`<div class="x" aria-hidden="true">${labels.map((text) => html`<span>${text}</span>`)}</div>`;

/** The data of a chart as a table that unfolds. The columns after the first are numbers. */
export const table = (head: readonly string[], rows: readonly (readonly Piece[])[]): Html =>
  html`<details class="data">
    <summary>As a table</summary>
    <div class="scroll" tabindex="0">
      <table>
        <thead>
          <tr>
            ${head.map((text, i) => html`<th scope="col" class="${i === 0 ? "" : "num"}">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell, i) =>
                  i === 0 ? html`<th scope="row">${cell}</th>` : html`<td class="num">${cell}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;

/** In place of a chart without data. */
export const noData = (text: string): Html => html`<p class="nodata">${text}</p>`;

const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Foreign text for titles and labels, where no `bdi` can stand: characters that turn the direction of
 * the text after them are removed, and the text is isolated.
 */
export const isolated = (text: string): string => `\u2068${text.replace(directions, "")}\u2069`;
