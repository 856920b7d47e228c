/** How monitord itself is. Pure. */
import { formatRange } from "../../core/gap/gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import { html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { state } from "../components/state.ts";
import { when } from "../words.ts";
import { plural } from "../../core/text/plural.ts";

export interface SystemModel {
  checks: readonly {
    label: string;
    status: "ok" | "warning" | "failed";
    shortSummary: string;
    notificationMessage: string;
  }[];
  /** In the caller's organization: the groups behind the number in the checks above. */
  unreachable_groups: readonly { id: string; title: string }[];
  unreached_incidents: readonly { number: number; title: string; on_hold: boolean }[];
  unanswered_drills: readonly {
    alert_group_id: string;
    title: string;
    user_email: string;
    since: number;
  }[];
  broken_devices: readonly {
    user_email: string;
    name: string | null;
    reason: string;
  }[];
  /** Monitoring gaps of the last day; the latest first. */
  blind_periods: readonly MonitoringGap[];
  /** The push servers as seen by this daemon, for callers with the right; else empty. */
  channels: readonly {
    kind: string;
    problem: string | null;
    looked_at: Instant;
  }[];
  /** For callers with the right; else empty. */
  nodes: readonly {
    name: string;
    version: string;
    started_at: Instant;
    /** Time of its last beat; null: it is this node. */
    seen_at: Instant | null;
  }[];
  database: string;
}

const states = { ok: "ok", warning: "degraded", failed: "down" } as const;

export function systemPage(frame: Frame, model: SystemModel): string {
  return framed(
    frame,
    "System",
    html`<h1>monitord itself</h1>
      ${frame.may.admin ? html`<p><a href="${frame.base}/settings/access">Keys and sessions</a></p>` : null}
      ${live(
        "system",
        html`<ul class="lines">
            ${model.checks.map(
              (check) =>
                html`<li>
                  <span>${state(states[check.status])} <b>${check.label}</b></span>
                  <div>
                    ${check.shortSummary}
                    ${
                      check.status === "ok" || check.notificationMessage === ""
                        ? null
                        : html`<p class="reason">${check.notificationMessage}</p>`
                    }
                  </div>
                </li>`,
            )}
          </ul>
          ${
            model.unreachable_groups.length === 0
              ? null
              : html`<h2>Groups that reach nobody</h2>
                  <ul class="lines">
                    ${model.unreachable_groups.map(
                      ({ id, title }) =>
                        html`<li>
                          <a href="${frame.base}/alert_groups/${id}">${title}</a>
                        </li>`,
                    )}
                  </ul>`
          }
          ${
            model.unreached_incidents.length === 0
              ? null
              : html`<h2>Open incidents that reached nobody</h2>
                  <ul class="lines">
                    ${model.unreached_incidents.map(
                      ({ number, title, on_hold }) =>
                        html`<li>
                          <a href="${frame.base}/incidents/${number}">#${number} ${title}</a>
                          ${on_hold ? html`<span class="quiet">on hold until contact hours</span>` : null}
                        </li>`,
                    )}
                  </ul>`
          }
          ${
            model.unanswered_drills.length === 0
              ? null
              : html`<h2>People who did not answer a drill</h2>
                  <ul class="lines">
                    ${model.unanswered_drills.map(
                      ({ alert_group_id, title, user_email, since }) =>
                        html`<li>
                          ${user_email} of
                          <a href="${frame.base}/alert_groups/${alert_group_id}">${title}</a>
                          <span class="quiet">asked ${when(since, frame.now)}</span>
                        </li>`,
                    )}
                  </ul>`
          }
          ${
            model.broken_devices.length === 0
              ? null
              : html`<h2>Devices that are refused</h2>
                  <ul class="lines">
                    ${model.broken_devices.map(
                      (one) =>
                        html`<li>
                          ${one.user_email}${one.name === null ? null : ` (${one.name})`}
                          <p class="reason">${one.reason}</p>
                        </li>`,
                    )}
                  </ul>`
          }
          ${
            model.channels.length === 0
              ? null
              : html`<h2>Push servers</h2>
                  <ul class="lines">
                    ${model.channels.map(
                      ({ kind, problem, looked_at }) =>
                        html`<li>
                          ${state(problem === null ? "up" : "down")}
                          <b>${kind}</b>
                          <span class="quiet">looked at ${when(looked_at, frame.now)}</span>
                          ${problem === null ? null : html`<p class="reason">${problem}</p>`}
                        </li>`,
                    )}
                  </ul>`
          }
          ${
            model.blind_periods.length === 0
              ? null
              : html`<h2>Monitoring gaps</h2>
                  <ul class="lines">
                    ${model.blind_periods.map(
                      (period) =>
                        html`<li>
                          ${formatRange(period, "UTC")}
                          <span class="quiet">${period.reason}</span>
                        </li>`,
                    )}
                  </ul>`
          }
          ${
            model.nodes.length === 0
              ? null
              : html`<h2>${plural(model.nodes.length, "daemon")}</h2>
                  <ul class="lines">
                    ${model.nodes.map(
                      (node) =>
                        html`<li>
                          <b>${node.name}</b> ${node.version}
                          <span class="quiet"
                            >started
                            ${when(node.started_at, frame.now)}${
                              node.seen_at === null
                                ? null
                                : html`, seen ${when(node.seen_at, frame.now)}`
                            }</span
                          >
                        </li>`,
                    )}
                  </ul>`
          }
          <p class="quiet">Database: ${model.database}</p>`,
      )}
      <h2>For machines</h2>
      <ul>
        <li>
          <a href="${frame.base}/health">Its health</a>, in the format that it reads itself: one
          monitord can watch another
        </li>
        <li><a href="${frame.base}/metrics">Metrics</a> for Prometheus</li>
        <li><a href="${frame.base}/api/v1/docs">The API</a>, described</li>
      </ul>`,
  );
}
