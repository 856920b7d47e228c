/** The hours of the monitor of an incident, and the changes before it. Pure. */
import { errorsChart } from "../chart/errors.ts";
import { responseTimeChart } from "../chart/response-time.ts";
import { stateStrip } from "../chart/state-strip.ts";
import { spanText } from "../chart/times.ts";
import { fieldDiff } from "../components/diff.ts";
import { padded, panel } from "../components/panel.ts";
import { lookOfState } from "../components/state.ts";
import type { ChangeBefore } from "../../core/incident/changes-before.ts";
import { pastTense } from "../../core/text/actor.ts";
import { html, safeLink, type Html, type Piece } from "../html.ts";
import { icon, type Icon } from "../icons.ts";
import { sourcePath } from "../acknowledge.ts";
import type { Frame } from "../layout.ts";
import { shaded } from "../monitor/range-panel.ts";
import { exactly } from "../words.ts";
import type { IncidentModel } from "./model.ts";

/** Changes that are listed at most. */
const maxChanges = 8;

/** The last 12 hours, or the hours around a resolved incident. */
export function hoursPanel(frame: Frame, { monitor, incident, past }: IncidentModel): Html | null {
  if (!monitor) return null;
  const { chart } = monitor;
  const { range, from, to, points, marks } = chart;
  const spans = monitor.spans
    .filter((span) => span.from < to)
    .map((span) => ({ ...span, to: Math.min(span.to, to) }));
  const about = {
    from,
    to,
    step_ms: range.step_ms,
    points,
    incidents: shaded(chart.incidents),
    marks,
    period: range.period,
  };
  return panel(
    {
      id: "hours-title",
      title: past === null ? "Last 12 hours" : "During the incident",
      tools: html`${past === null ? null : html`<span class="quiet">${spanText(from, to, frame)}</span>`}
        <a class="btn plain slim push" href="${frame.base}${sourcePath(incident)}">All charts</a>`,
    },
    padded(
      html`${stateStrip({ title: monitor.monitor.title, period: range.period, from, to, spans }, frame)}
      ${
        monitor.kind === "health_check_monitors"
          ? responseTimeChart(
              {
                ...about,
                interval_ms: monitor.monitor.interval_seconds * 1000,
                timeout_ms: monitor.monitor.timeout_seconds * 1000,
              },
              frame,
            )
          : errorsChart(
              {
                ...about,
                threshold: monitor.monitor.error_rate_threshold,
                window_minutes: monitor.monitor.error_rate_window_minutes,
              },
              frame,
            )
      }`,
    ),
  );
}

export function changesPanel(frame: Frame, { changes, titles }: IncidentModel): Html {
  return panel(
    { id: "changes-title", title: "What changed before" },
    changes.length === 0
      ? html`<p class="pb nodata">
          No change of settings, incident or mark in the 6 hours before.
        </p>`
      : html`<ol class="events">
            ${changes.slice(0, maxChanges).map((one) => changeRow(frame, one, titles))}
          </ol>
          ${changes.length > maxChanges ? html`<p class="pf">${changes.length - maxChanges} more</p>` : null}`,
  );
}

function changeRow(frame: Frame, change: ChangeBefore, titles: IncidentModel["titles"]): Html {
  const [look, shape, text] = partsOf(frame, change, titles);
  return html`<li class="${look}">
    ${exactly(change.at, frame)}${icon(shape)}
    <div>${text}</div>
  </li>`;
}

function partsOf(
  frame: Frame,
  change: ChangeBefore,
  titles: IncidentModel["titles"],
): [look: string, shape: Icon, text: Piece] {
  switch (change.kind) {
    case "setting": {
      const { actor, action, object_kind, object_title, changes } = change.event;
      return [
        "",
        "note",
        html`<bdi>${actor}</bdi> ${pastTense(action)}
          <b><bdi>${object_title ?? "it"}</bdi></b>
          ${changes === null ? null : fieldDiff(object_kind, changes, titles)}`,
      ];
    }
    case "incident": {
      const { id, title, status, acknowledged_by } = change.incident;
      const look = lookOfState(status);
      return [
        look,
        look,
        html`<a href="${frame.base}/incidents/${id}"><bdi>${title}</bdi></a
          >${
            acknowledged_by === null ? null : html` · acknowledged by <bdi>${acknowledged_by}</bdi>`
          }`,
      ];
    }
    case "mark": {
      const { text, url, by } = change.mark;
      const href = url === null ? null : safeLink(url);
      return [
        "",
        "deploy",
        html`<b><bdi>${text}</bdi></b> by <bdi>${by}</bdi>${
            href === null ? null : html` <a href="${href}" rel="noreferrer noopener">Open</a>`
          }`,
      ];
    }
  }
}
