/** The heartbeats of a webhook monitor: last success, next expected report, latest runs. Pure. */
import type { MonitorRun } from "../../core/model/model.ts";
import { expectsReports } from "../../core/reports/heartbeat.ts";
import { formatRunTime } from "../../core/text/duration.ts";
import { panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { exactly, when } from "../words.ts";
import type { WebhookModel } from "./model.ts";

/** Null for a monitor that expects no reports. */
export function runsPanel(frame: Frame, { monitor, runs }: WebhookModel): Html | null {
  if (!expectsReports(monitor)) return null;
  const { expected_at, last_success_at, last_duration_ms } = monitor.subject;
  return panel(
    { id: "runs-title", title: "Runs" },
    html`<p class="pb sub">
        <span
          >${last_success_at === null ? "no success yet" : html`last success ${when(last_success_at, frame)}`}</span
        >
        ${last_duration_ms === null ? null : html`<span>took ${formatRunTime(last_duration_ms)}</span>`}
        ${expected_at === null ? null : html`<span>next expected ${when(expected_at, frame)}</span>`}
      </p>
      ${
        runs.length === 0
          ? html`<p class="pf">Runs are shown after the first report.</p>`
          : html`<table>
              <thead>
                <tr>
                  <th scope="col">Run</th>
                  <th scope="col">Reported</th>
                  <th scope="col" class="num">Duration</th>
                  <th scope="col" class="num">Exit code</th>
                </tr>
              </thead>
              <tbody>
                ${runs.map((run) => runRow(frame, run))}
              </tbody>
            </table>`
      }`,
  );
}

const outcomes = {
  success: { look: "ok", word: "Success" },
  fail: { look: "down", word: "Failed" },
  lost: { look: "unknown", word: "Never ended" },
  log: { look: "unknown", word: "Message" },
} as const;

function runRow(frame: Frame, run: MonitorRun): Html {
  const { at, outcome, duration_ms, exit_code, output } = run;
  const { look, word } =
    outcome === null ? ({ look: "unknown", word: "Under way" } as const) : outcomes[outcome];
  return html`<tr>
    <th scope="row">
      ${stateAs(look, word)}${
        output === null
          ? null
          : html`<details>
              <summary class="quiet small">Output</summary>
              <pre tabindex="0"><bdi>${output}</bdi></pre>
            </details>`
      }
    </th>
    <td class="quiet">
      ${exactly(at, frame)}
      <div class="small">
        ${run.method} from
        <bdi>${run.remote_address}</bdi
        >${run.user_agent === null ? null : html`, <bdi>${run.user_agent}</bdi>`}
      </div>
    </td>
    <td class="num">${duration_ms === null ? "–" : formatRunTime(duration_ms)}</td>
    <td class="num">${exit_code ?? "–"}</td>
  </tr>`;
}
