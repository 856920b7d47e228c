/** The charts of a range: response time of a health check, errors of a webhook monitor. Pure. */
import type { Incident } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { errorsChart } from "../chart/errors.ts";
import { responseFigures } from "../chart/response-figures.ts";
import { responseTimeChart, showsTimeout, type ShadedIncident } from "../chart/response-time.ts";
import { milliseconds } from "../chart/scale.ts";
import { messagesPanel } from "../components/messages.ts";
import { figure } from "../components/figure.ts";
import { padded, panel } from "../components/panel.ts";
import { segments } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { percent, uptimeIn } from "../chart/uptime.ts";
import { ranges, type HealthModel, type MonitorModel, type WebhookModel } from "./model.ts";

/** Incidents as charts shade them. */
export const shaded = (incidents: readonly Incident[]): ShadedIncident[] =>
  incidents.map(({ number, opened_at, resolved_at }) => ({
    label: `#${number}`,
    from: opened_at,
    to: resolved_at,
  }));

/** The choice of the range: links, so that a page can be sent to a colleague. */
const choice = (frame: Frame, { kind, monitor, chart }: MonitorModel): Html =>
  html`<div class="push">
    ${segments(
      "Range",
      ranges[kind].map(({ name, label }) => ({
        label,
        href: `${frame.base}/${kind}/${monitor.id}?range=${name}`,
        chosen: name === chart.range.name,
      })),
    )}
  </div>`;

/** A sample of a line or an area of a chart, and its name. */
const key = (shape: "p50" | "limit" | "band" | "shade", name: string): Html =>
  html`<span
    ><svg viewBox="0 0 16 10" aria-hidden="true">
      ${
        shape === "band" || shape === "shade"
          ? html`<rect class="${shape}" width="16" height="10" />`
          : html`<path class="${shape}" d="M0 5h16" />`
      }</svg
    >${name}</span
  >`;

export function responsePanel(frame: Frame, model: HealthModel): Html {
  const { chart, monitor, spans } = model;
  const { range, points, from, to } = chart;
  const { median_ms, p95_ms, checks } = responseFigures(points);
  const timeout_ms = monitor.timeout_seconds * 1000;
  const uptime = uptimeIn(spans, from, frame.now);
  return panel(
    {
      id: "response-title",
      title: "Response time",
      tools: html`<div class="keys hide-s">
          ${key("p50", "Median")} ${key("band", "Up to p95")}
          ${
            showsTimeout(points, timeout_ms)
              ? key("limit", `Timeout ${milliseconds(timeout_ms)}`)
              : html`<span>Timeout ${milliseconds(timeout_ms)}, above the scale</span>`
          }
          ${key("shade", "Incident")}
        </div>
        ${choice(frame, model)}`,
    },
    html`${
      checks === 0
        ? null
        : padded(
            html`<div class="figs">
              ${figure(median_ms === null ? "–" : milliseconds(median_ms), "median")}
              ${figure(p95_ms === null ? "–" : milliseconds(p95_ms), "p95")}
              ${figure(uptime.good === null ? "–" : percent(uptime.good), `up, ${range.label}`)}
              ${figure(
                uptime.outages,
                uptime.outages === 0
                  ? "outages"
                  : `${uptime.outages === 1 ? "outage" : "outages"}, longest ${formatDuration(uptime.longest_ms)}`,
              )}
            </div>`,
          )
    }
    ${padded(
      responseTimeChart(
        {
          from,
          to,
          step_ms: range.step_ms,
          points,
          interval_ms: monitor.interval_seconds * 1000,
          timeout_ms,
          incidents: shaded(chart.incidents),
          marks: chart.marks,
          period: range.period,
        },
        frame,
      ),
    )}`,
  );
}

/** Errors of a job beside its failed runs; null: none were posted in the range. */
export function otherErrorsPanel(frame: Frame, model: WebhookModel): Html | null {
  const { from, points } = model.chart;
  const errors = points.filter(({ at }) => at >= from).reduce((sum, one) => sum + one.errors, 0);
  const failed = (model.heartbeat?.slots ?? []).filter(
    ({ result, run }) => result === "failed" && (run?.ended_at ?? 0) >= from,
  );
  return errors > failed.length ? errorsPanel(frame, model) : null;
}

export function errorsPanel(frame: Frame, model: WebhookModel): Html {
  const { chart, monitor, reports } = model;
  const { range, points, from, to } = chart;
  const { error_rate_threshold: threshold, error_rate_window_minutes, subject } = monitor;
  const window = formatDuration(error_rate_window_minutes * 60_000);
  const total = points.filter(({ at }) => at >= from).reduce((sum, { errors }) => sum + errors, 0);
  return html`<div class="stack">
    ${panel(
      {
        id: "errors-title",
        title: "Errors",
        tools: html`<div class="keys hide-s">
            ${key("limit", `Threshold: ${threshold} in ${window}`)}
          </div>
          ${choice(frame, model)}`,
      },
      html`${padded(
        html`<div class="figs">
          ${figure(
            subject.window_count,
            `in the last ${window}, threshold ${threshold}`,
            subject.window_count >= threshold ? "tone down" : "",
          )}
          ${figure(total, `in the ${range.period}`)}
        </div>`,
      )}
      ${padded(
        errorsChart(
          {
            from,
            to,
            step_ms: range.step_ms,
            points,
            threshold,
            window_minutes: error_rate_window_minutes,
            incidents: shaded(chart.incidents),
            marks: chart.marks,
            period: range.period,
          },
          frame,
        ),
      )}`,
    )}
    ${reports.length === 0 ? null : messagesPanel({ reports, total, period: range.period }, frame)}
  </div>`;
}
