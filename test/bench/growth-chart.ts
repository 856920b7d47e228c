/** The chart of a row about growth as a picture: what work costs at each size ÷ at the smallest. Pure. */
import { coordinate, linePath, scale } from "../../src/dashboard/chart/scale.ts";
import { html } from "../../src/dashboard/html.ts";
import type { Series } from "./row.ts";

const [width, height] = [720, 330];
/** Of the lines. */
const plot = { left: 48, right: 690, top: 16, bottom: 170 };
/** At the top of the y axis. */
const most = 2;

export function growthChart(
  database: string,
  { sizes, all }: { sizes: readonly string[]; all: readonly Series[] },
): string {
  const across = scale(0, sizes.length - 1, plot.right - plot.left);
  const up = scale(0, most, plot.bottom - plot.top);
  const x = (i: number) => coordinate(plot.left + across(i));
  const y = (value: number) => coordinate(plot.bottom - up(value));
  const path = (values: readonly number[]) =>
    linePath(
      values.map((value, i) => ({
        x: plot.left + across(i),
        y: plot.bottom - up(value / values[0]!),
      })),
      0,
    );
  const grid = [0, 0.5, 1, 1.5, 2].map(
    (value) =>
      html`<path class="grid" d="M${plot.left} ${y(value)}H${plot.right}" />
        <text x="${plot.left - 8}" y="${y(value)}" dy="4" text-anchor="end">${value} ×</text>`,
  );
  const columns = sizes.map((size, i) => {
    const anchor = i === 0 ? "start" : i === sizes.length - 1 ? "end" : "middle";
    return html`<text x="${x(i)}" y="${plot.bottom + 20}" text-anchor="${anchor}">${size}</text>`;
  });
  // The logarithm of ten times the rows, from a million on, is a sixth more.
  const log = sizes.map((_, i) => (6 + i) / 6);
  const legend = all.map(({ name, unit, values }, i) => {
    const at = plot.bottom + 46 + 20 * i;
    const costs = values.map((value) => String(Number(value.toPrecision(3)))).join(" → ");
    return html`<path class="line c${i}" d="M${plot.left} ${at - 4}h24" />
      <text x="${plot.left + 34}" y="${at}">${name}: ${costs} ${unit}</text>`;
  });
  const picture = html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    role="img"
    font-family="system-ui, sans-serif"
    font-size="13"
  >
    <title>
      What work costs on ${database} as the database grows, times what it costs at the smallest
    </title>
    <style>
      ${style}
    </style>
    <rect class="paper" width="${width}" height="${height}" />
    ${grid}${columns}
    <path class="line log" d="${path(log)}" />
    ${all.map(({ values }, i) => html`<path class="line c${i}" d="${path(values)}" />`)} ${legend}
    <path class="line log" d="M${plot.left + 480} ${plot.bottom + 42}h24" />
    <text x="${plot.left + 514}" y="${plot.bottom + 46}">log n</text>
  </svg>`;
  return `${picture.text}\n`;
}

const colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b"];
const style = [
  ".paper { fill: #fff } text { fill: #333 } .grid { stroke: #ddd } .line { fill: none; stroke-width: 2 }",
  ".log { stroke: #888; stroke-dasharray: 5 4 }",
  ...colors.map((color, i) => `.c${i} { stroke: ${color} }`),
  "@media (prefers-color-scheme: dark) { .paper { fill: #16181d } text { fill: #ccc } .grid { stroke: #333 } }",
].join("\n");
