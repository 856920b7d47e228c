/** The past of a monitor: its days, its incidents and its changes, with repeats folded. Pure. */
import type { Incident } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { cellStates, monitorWords, type StateSpan } from "../chart/cells.ts";
import { dayCells, daysOf } from "../chart/day-cells.ts";
import { nearTime, type Reader, shortTime, spanText } from "../chart/times.ts";
import { padded, panel } from "../components/panel.ts";
import { state, stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { timed } from "../words.ts";
import { percent, uptimeIn } from "../chart/uptime.ts";
import type { MonitorModel } from "./model.ts";
import { hour, day } from "../../core/text/units.ts";

const days = 30;
/** Changes and incidents shown before the rest is folded; changes in an hour that become one line. */
const limits = { shown: 8, changes: 50, flapping: 5 };

/** Incidents and changes; before them the uptime, which means little for a job of one run a day. */
export function pastPanel(frame: Frame, model: MonitorModel): Html {
  const { spans, incidents } = model;
  const shown = incidents.slice(0, limits.shown);
  const older = incidents.slice(limits.shown);
  const list = html`${
    incidents.length === 0
      ? html`<p class="pf">No incidents yet.</p>`
      : html`${incidentTable(frame, shown)}
        ${
          older.length === 0
            ? null
            : html`<details class="pf" id="older-incidents">
                <summary>${plural(older.length, "older incident")}</summary>
                ${incidentTable(frame, older)}
              </details>`
        }`
  }
  ${changesPart(spans, frame)}`;
  return model.kind === "webhook_monitors" && model.heartbeat !== null
    ? panel({ id: "past-title", title: "Incidents" }, list)
    : uptimePanel(frame, model, list);
}

function uptimePanel(frame: Frame, { monitor, spans }: MonitorModel, list: Html): Html {
  const uptime = uptimeIn(spans, frame.now - days * day, frame.now);
  const good = uptime.good === null ? null : percent(uptime.good);
  return panel(
    {
      id: "uptime-title",
      title: "Uptime",
      tools: html`<span class="quiet push"
          >${good === null ? null : html`${days} days <b class="strong">${good}</b>`}</span
        ><a class="small" href="${frame.base}/reports?monitor=${monitor.id}">Report</a>`,
    },
    html`${padded(
      html`${dayCells(
          {
            title: monitor.title,
            days: daysOf(spans, days, frame),
            uptime: good === null ? null : `${good} up`,
          },
          frame,
        )}
        <p class="sub small" aria-hidden="true">
          <span>${days} days ago</span><span class="push">today</span>
        </p>`,
    )}
    ${list}`,
  );
}

const incidentTable = (frame: Frame, incidents: readonly Incident[]): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Incident</th>
        <th scope="col" class="num">Opened</th>
        <th scope="col" class="num">Duration</th>
        <th scope="col" class="num hide-s">Acknowledged after</th>
      </tr>
    </thead>
    <tbody>
      ${incidents.map((one) => incidentRow(frame, one))}
    </tbody>
  </table>`;

function incidentRow(frame: Frame, one: Incident): Html {
  const { status, number, title, summary, opened_at, resolved_at, acknowledged_at } = one;
  return html`<tr>
    <th scope="row">
      ${state(status)}
      <a class="name" href="${frame.base}/incidents/${number}"
        >#${number} <bdi>${summary === "" ? title : timed(summary, frame)}</bdi></a
      >
    </th>
    <td class="num quiet">${shortTime(opened_at, frame)}</td>
    <td class="num">${formatDuration((resolved_at ?? frame.now) - opened_at)}</td>
    <td class="num hide-s">
      ${acknowledged_at === null ? "–" : formatDuration(acknowledged_at - opened_at)}
    </td>
  </tr>`;
}

/** One line: a span, or the changes of an hour of flapping. */
interface Line {
  from: number;
  to: number;
  state: StateSpan["state"];
  note: string | null;
  /** Changes that the line stands for. */
  count: number;
}

/** Newest first. More than a few changes within an hour are one line in the worst of their states. */
export function foldChanges(spans: readonly StateSpan[]): Line[] {
  const hours = [...Map.groupBy(spans, ({ from }) => Math.floor(from / hour)).values()];
  return hours
    .flatMap((group): Line[] => {
      const lines = group.map(({ from, to, state, note }) => ({
        from,
        to,
        state,
        note: note ?? null,
        count: 1,
      }));
      if (group.length <= limits.flapping) return lines;
      const worst = cellStates.findLast((state) => group.some((one) => one.state === state));
      return [
        {
          from: group[0]!.from,
          to: group.at(-1)!.to,
          state: worst ?? "unknown",
          note: null,
          count: group.length,
        },
      ];
    })
    .toReversed();
}

function changesPart(spans: readonly StateSpan[], reader: Reader): Html {
  const lines = foldChanges(spans);
  return html`<details class="pf" id="changes">
    <summary>
      Changes: ${lines.length === 0 ? "none yet" : plural(spans.length, "entry", "entries")}
    </summary>
    <ul class="events">
      ${lines.slice(0, limits.changes).map((line) => changeLine(line, reader))}
    </ul>
    ${lines.length > limits.changes ? html`<p>Older changes are in the API: <code>/history</code>.</p>` : null}
  </details>`;
}

const changeLine = ({ from, to, state, note, count }: Line, reader: Reader): Html =>
  html`<li class="change">
    ${stateAs(state, monitorWords[state])}
    <span class="quiet"
      >${count === 1 ? `${nearTime(from, reader)}` : spanText(from, to, reader)}</span
    >
    <span
      >${count === 1 ? formatDuration(to - from) : `${count} changes`}${
        note === null ? null : html` · <bdi>${timed(note, reader)}</bdi>`
      }</span
    >
  </li>`;
