/** A monitor as a line of the list: state, day, and the sub-checks that are not well. Pure. */
import type { CheckResult, Instant } from "../core/model/model.ts";
import { isHealthy, type Status } from "../core/model/status.ts";
import { isReportCurrent } from "../core/health/current-report.ts";
import { html, type Html } from "./html.ts";
import type { SilenceInEffect } from "../core/silence/silenced.ts";
import type { Frame } from "./layout.ts";
import { silencedLine } from "./silenced.ts";
import { bars, percent, type Uptime } from "./uptime.ts";
import { flapping, state } from "./components/state.ts";
import { managed, when } from "./words.ts";

export interface MonitorLine {
  kind: "health_check_monitors" | "webhook_monitors";
  id: string;
  title: string;
  project: string | null;
  alert_group_id: string;
  group_title: string | null;
  status: Status;
  status_reason: string | null;
  status_since: Instant;
  paused_at: Instant | null;
  flapping_since: Instant | null;
  checked_at: Instant | null;
  last_received_at: Instant | null;
  checks_total: number | null;
  checks_passing: number | null;
  results: readonly CheckResult[];
  uptime: Uptime;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
}

const worst = ["crashed", "failed", "warning", "skipped", "ok"];

/** The sub-checks, worst first, at most `most` of them. */
function checks(results: readonly CheckResult[], most: number): Html | null {
  if (results.length === 0) return null;
  const sorted = results.toSorted((a, b) => worst.indexOf(a.status) - worst.indexOf(b.status));
  return html`<p class="checks">
    ${sorted
      .slice(0, most)
      .map(
        (one) =>
          html`<span class="check ${checkTone(one.status)}"
            >${one.status === "ok" ? null : html`<b>${one.status}</b> `}${one.label ?? one.name}${one.short_summary === null ? null : `: ${one.short_summary}`}</span
          > `,
      )}${sorted.length > most ? html`<span class="quiet">+${sorted.length - most}</span>` : null}
  </p>`;
}

export const checkTone = (status: CheckResult["status"]) =>
  status === "ok" ? "good" : status === "warning" ? "warn" : status === "skipped" ? "idle" : "bad";

export function monitorLine(frame: Frame, monitor: MonitorLine): Html {
  const { kind, uptime } = monitor;
  const current = isReportCurrent({ ...monitor, last_report_at: monitor.last_received_at });
  const seen = monitor.checked_at ?? monitor.last_received_at;
  const of = monitor.paused_at === null ? monitor.status : "paused";
  return html`<li class="monitor">
    <div class="head">
      ${state(of)} ${flapping(monitor.flapping_since)}
      <a class="name" href="${frame.base}/${kind}/${monitor.id}">${monitor.title}</a>
      ${managed(monitor.project)}
    </div>
    <div class="uptime">
      ${bars(uptime, "last 24 h")}<span class="percent"
        >${uptime.good === null ? "–" : percent(uptime.good)}</span
      >
    </div>
    <p class="sub">
      ${
        monitor.checks_total === null || !current
          ? null
          : html`<span>${monitor.checks_passing ?? 0}/${monitor.checks_total} checks</span>`
      }
      ${
        seen === null
          ? html`<span>${kind === "webhook_monitors" ? "no report yet" : "not checked yet"}</span>`
          : html`<span
              >${kind === "webhook_monitors" ? "last report" : "checked"}
              ${when(seen, frame.now)}</span
            >`
      }
      ${monitor.group_title === null ? null : html`<span>${monitor.group_title}</span>`}
    </p>
    ${
      monitor.status_reason === null || (of !== "paused" && isHealthy(of))
        ? null
        : html`<p class="reason">${monitor.status_reason}</p>`
    }
    ${silencedLine(monitor.quiet)} ${current ? checks(monitor.results, 4) : null}
  </li>`;
}
