/** A monitor in one line: state, reason, sub-checks, the day as a bar, and uptime. Pure. */
import { isReportCurrent } from "../../core/health/current-report.ts";
import { isHealthy } from "../../core/model/status.ts";
import { heartbeatBar } from "../chart/heartbeat-bar.ts";
import { flapping, lookOfState, pill, state, type State } from "../components/state.ts";
import { timed } from "../words.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { silenceInRow } from "../silenced.ts";
import { percent } from "../chart/uptime.ts";
import type { MonitorRow } from "./model.ts";

/** The state of a monitor in lists: paused monitors are that alone. */
const stateOf = ({ paused_at, status }: MonitorRow): State =>
  paused_at === null ? status : "paused";

/** `table`: as a row of a table with column heads. */
export function monitorRow(frame: Frame, monitor: MonitorRow, table = false): Html {
  const { kind, id, title, uptime, response_ms } = monitor;
  const of = stateOf(monitor);
  const current = isReportCurrent({ ...monitor, last_report_at: monitor.last_received_at });
  const reason = of === "paused" || isHealthy(monitor.status) ? null : monitor.status_reason;
  const good = uptime.good === null ? null : percent(uptime.good);
  const cells = [
    state(of),
    html`<span class="what"
      ><a class="cut" href="${frame.base}/${kind}/${id}"><bdi>${title}</bdi></a
      >${flapping(monitor.flapping_since)}${
        monitor.quiet === null ? null : pill("silenced", "Silenced")
      }<span class="why cut"
        ><bdi>${reason === null ? null : timed(reason, frame)}</bdi
        >${monitor.quiet && html`${reason === null ? " " : " · "}${silenceInRow(monitor.quiet, frame)}`}</span
      ></span
    >`,
    html`<span class="checks"
      >${
        monitor.checks_total === null || !current
          ? null
          : html`${monitor.checks_passing ?? 0}/${monitor.checks_total}<span class="unseen">
                sub-checks pass</span
              >`
      }</span
    >`,
    heartbeatBar(
      { title, spans: monitor.spans, uptime: good === null ? null : `${good} up` },
      frame,
    ),
    html`<span class="ms"
      >${response_ms === null ? html`<span class="quiet">–</span>` : html`${Math.round(response_ms)} <span class="quiet">ms</span>`}</span
    >`,
    html`<span class="up">${good ?? html`<span class="quiet">–</span>`}</span>`,
  ];
  const look = lookOfState(of);
  return table
    ? html`<div class="mon ${look}" id="monitor-${id}" role="row">
        ${cells.map((one) => html`<span class="cell" role="cell">${one}</span>`)}
      </div>`
    : html`<li class="mon ${look}" id="monitor-${id}">${cells}</li>`;
}

/** The words above the columns; a screen reader has them in each row. */
export const columnHead = (): Html =>
  html`<div class="cols" aria-hidden="true">
    <span>State</span><span>Monitor</span><span class="num">Checks</span
    ><span class="ax"><span>24 h ago</span><span>now</span></span
    ><span class="num">Response</span><span class="num">Up, 24 h</span>
  </div>`;
