/** The heartbeat of a webhook monitor on its page: last success, next expected, latest runs. Pure. */
import type { MonitorRun, Subject, WebhookMonitor } from "../core/model/model.ts";
import { expectsReports } from "../core/reports/heartbeat.ts";
import { formatDuration, formatRunTime } from "../core/text/duration.ts";
import { html, type Html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { exactly, when } from "./words.ts";

/** Empty for a monitor that expects no reports. `runs`: newest first. */
export const runsPart = (
  frame: Frame,
  monitor: WebhookMonitor & { subject: Subject },
  runs: readonly MonitorRun[],
): Html | null => {
  if (!expectsReports(monitor)) return null;
  const { expected_at, last_success_at, last_duration_ms } = monitor.subject;
  return html`<p class="sub">
      ${
        last_success_at === null
          ? html`<span>no success yet</span>`
          : html`<span>last success ${when(last_success_at, frame.now)}</span>`
      }
      ${last_duration_ms === null ? null : html`<span>took ${formatRunTime(last_duration_ms)}</span>`}
      ${
        expected_at === null
          ? null
          : html`<span>next expected ${when(expected_at, frame.now)}</span>
              <span>grace ${formatDuration(monitor.grace_minutes * 60_000)}</span>`
      }
    </p>
    ${
      runs.length === 0
        ? html`<p class="empty">Its runs will be here after the first report.</p>`
        : html`<ul class="lines">
            ${runs.map(runLine)}
          </ul>`
    }`;
};

function runLine({ at, outcome, duration_ms, exit_code }: MonitorRun): Html {
  const tone = outcome === null ? "idle" : outcome === "success" ? "good" : "bad";
  return html`<li>
    <span class="check ${tone}">${outcome ?? "under way"}</span>
    <span class="quiet">${exactly(at)}</span>
    ${duration_ms === null ? null : `took ${formatRunTime(duration_ms)}`}
    ${exit_code === null ? null : `exit code ${exit_code}`}
  </li>`;
}
