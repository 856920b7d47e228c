/**
 * The errors of a webhook monitor: above, those in the window against the threshold, which opens
 * an incident; below, those of each step. Pure.
 */
import type { Instant } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import type { ChartMark, ShadedIncident } from "./response-time.ts";
import { coordinate, isolated, plot, roundUp, scale, table } from "./scale.ts";
import { axisLabels, spanText, type Reader } from "./times.ts";

export interface ErrorCounts {
  from: Instant;
  to: Instant;
  /** Distance of the points: a minute for the last hour. */
  step_ms: number;
  /** Steps with errors, from one window before `from`; steps that are missing had none. */
  points: readonly { at: Instant; errors: number }[];
  threshold: number;
  window_minutes: number;
  incidents: readonly ShadedIncident[];
  marks: readonly ChartMark[];
  /** As in `last hour`. */
  period: string;
}

const width = 600;
const height = { window: 30, steps: 60 };
const gridLines = { window: 3, steps: 2 };
/** Rows of the table at most; the newest are kept. */
const maxRows = 60;

/** Errors per step of the range, with the errors in the window that ends with each step. */
function stepsOf({ from, to, step_ms, points, window_minutes }: ErrorCounts) {
  const window = Math.max(1, Math.round((window_minutes * 60_000) / step_ms));
  const count = Math.max(1, Math.ceil((to - from) / step_ms));
  const errors = Array<number>(window + count).fill(0);
  for (const point of points) {
    const i = Math.floor((point.at - from) / step_ms) + window;
    if (i >= 0 && i < errors.length) errors[i] = (errors[i] ?? 0) + point.errors;
  }
  let sum = errors.slice(1, window).reduce((a, b) => a + b, 0);
  return Array.from({ length: count }, (_, i) => {
    sum += errors[window + i]!;
    const step = { at: from + i * step_ms, errors: errors[window + i]!, inWindow: sum };
    sum -= errors[i + 1]!;
    return step;
  });
}

type ErrorStep = ReturnType<typeof stepsOf>[number];

const countAxis = (top: number, lines: number) =>
  Array.from({ length: lines + 1 }, (_, i) => String(top - (top * i) / lines));

/** Both pictures and their table. The upper one is left out where a step is longer than the window. */
export function errorsChart(data: ErrorCounts, reader: Reader): Html {
  const { step_ms, window_minutes } = data;
  const steps = stepsOf(data);
  const summed = step_ms <= window_minutes * 60_000;
  return html`<div class="plots">
      ${summed ? windowPlot(data, steps, reader) : null}${stepPlot(data, steps, reader)}
    </div>
    ${table(
      ["From", "Errors", ...(summed ? ["In the window"] : [])],
      steps
        .filter(({ errors }) => errors > 0)
        .slice(-maxRows)
        .toReversed()
        .map((step) => [
          spanText(step.at, step.at + step_ms, reader),
          step.errors,
          ...(summed ? [step.inWindow] : []),
        ]),
    )}`;
}

function windowPlot(data: ErrorCounts, steps: readonly ErrorStep[], reader: Reader): Html {
  const { from, to, threshold, window_minutes, incidents, period } = data;
  const most = Math.max(...steps.map(({ inWindow }) => inWindow));
  const now = steps.at(-1)!.inWindow;
  const top = gridLines.window * roundUp(Math.max(most, threshold * 1.2, 3) / gridLines.window);
  const x = scale(from, to, width);
  const y = scale(top, 0, height.window);
  const limit = coordinate(y(threshold));
  const line = steps
    .slice(1)
    .map(({ at, inWindow }) => `H${coordinate(x(at))}V${coordinate(y(inWindow))}`);
  const above = steps.filter(({ inWindow }) => inWindow >= threshold).length;
  return html`<div>
    <h3>In the window: the last ${formatDuration(window_minutes * 60_000)}, added up</h3>
    ${plot({
      class: "low",
      label: `Errors in a window of ${formatDuration(window_minutes * 60_000)}, ${period}: ${now} now, ${most} at most, threshold ${threshold}${
        above === 0 ? "; never reached" : now >= threshold ? "; above it now" : "; below it now"
      }`,
      width,
      height: height.window,
      y: countAxis(top, gridLines.window),
      x: [],
      body: html`${incidents.map((one) => {
          const [start, end] = [x(one.from), x(one.to ?? to)];
          return one.from > to || (one.to ?? to) < from
            ? null
            : html`<rect
                  class="shade"
                  x="${coordinate(start)}"
                  width="${coordinate(Math.max(1, end - start))}"
                  height="${height.window}"
                >
                  <title>${one.label} ${spanText(one.from, one.to ?? to, reader)}</title></rect
                >${
                  one.from < from
                    ? null
                    : html`<line
                        class="edge"
                        x1="${coordinate(start)}"
                        x2="${coordinate(start)}"
                        y1="0"
                        y2="${height.window}"
                      />`
                }`;
        })}
        <path class="p50" d="M0 ${coordinate(y(steps[0]!.inWindow))}${line.join("")}H${width}" />
        <line class="limit" x1="0" x2="${width}" y1="${limit}" y2="${limit}" />`,
    })}
  </div>`;
}

function stepPlot(data: ErrorCounts, steps: readonly ErrorStep[], reader: Reader): Html {
  const { from, to, step_ms, window_minutes, threshold, incidents, marks, period } = data;
  const most = Math.max(...steps.map(({ errors }) => errors));
  const total = steps.reduce((sum, { errors }) => sum + errors, 0);
  const top = gridLines.steps * Math.max(1, Math.ceil(roundUp(most / gridLines.steps)));
  const x = scale(from, to, width);
  const y = scale(top, 0, height.steps);
  const each = step_ms === 60_000 ? "minute" : formatDuration(step_ms);
  const isHot = (at: Instant) =>
    incidents.some((one) => at + step_ms > one.from && at < (one.to ?? Infinity));
  return html`<div>
    <h3>Per ${each}</h3>
    ${plot({
      class: "low",
      label: `Errors per ${each}, ${period}: ${plural(total, "error")}${
        total === 0 ? "" : `, at most ${most} per ${each}`
      }; threshold ${threshold} in ${formatDuration(window_minutes * 60_000)}`,
      width,
      height: height.steps,
      y: countAxis(top, gridLines.steps),
      x: axisLabels(from, to, 6, reader),
      body: html`<rect
          class="window"
          x="${coordinate(x(to - window_minutes * 60_000))}"
          width="${coordinate(width - x(to - window_minutes * 60_000))}"
          height="${height.steps}"
        />
        ${steps
          .filter(({ errors }) => errors > 0)
          .map(
            ({ at, errors }) =>
              html`<rect
                class="col${isHot(at) ? " hot" : ""}"
                x="${coordinate(x(at) + 1)}"
                y="${coordinate(y(errors))}"
                width="${coordinate(Math.max(1, x(at + step_ms) - x(at) - 2))}"
                height="${coordinate(height.steps - y(errors))}"
              >
                <title>${spanText(at, at + step_ms, reader)}: ${plural(errors, "error")}</title>
              </rect>`,
          )}
        ${marks
          .filter(({ at }) => at >= from && at <= to)
          .map(
            ({ at, text }) =>
              html`<line
                class="event"
                x1="${coordinate(x(at))}"
                x2="${coordinate(x(at))}"
                y1="0"
                y2="${height.steps}"
              >
                <title>${isolated(text)}</title>
              </line>`,
          )}`,
    })}
  </div>`;
}
