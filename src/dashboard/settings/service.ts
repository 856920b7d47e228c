/** The health of monitord itself: its sub-checks with the problems of each, its last hour, its nodes. Pure. */
import { formatRange } from "../../core/gap/gap.ts";
import type { Instant, MonitoringGap } from "../../core/model/model.ts";
import type { ServiceMinute } from "../../core/model/node.ts";
import { healthCheckOf, type HealthCheckName } from "../../core/status/remedies.ts";
import { milliseconds } from "../chart/scale.ts";
import { sparkline } from "../chart/sparkline.ts";
import { facts } from "../components/facts.ts";
import { padded, panel } from "../components/panel.ts";
import { stateAs } from "../components/state.ts";
import { subCheckLine } from "../components/sub-check-list.ts";
import { html, type Html, type Piece } from "../html.ts";
import { live, type Frame } from "../layout.ts";
import { when } from "../words.ts";
import { settingsPage } from "./tabs.ts";

export interface ServiceModel {
  checks: readonly {
    name: HealthCheckName;
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
  /** The last hour of this node, oldest first. */
  minutes: readonly ServiceMinute[];
  database: string;
}

export function servicePage(frame: Frame, model: ServiceModel): string {
  return settingsPage(
    frame,
    "service",
    html`<div class="split uneven">
      ${live("system", healthPanel(frame, model))}
      <div class="stack">
        ${live("hour", hourPanel(model.minutes))} ${live("nodes", nodesPanel(frame, model))}
        ${machinesPanel(frame)}
      </div>
    </div>`,
  );
}

const worstFirst: readonly string[] = ["failed", "warning", "ok"];

function healthPanel(frame: Frame, model: ServiceModel): Html {
  const well = model.checks.filter(({ status }) => status === "ok").length;
  const sorted = model.checks.toSorted(
    (a, b) => worstFirst.indexOf(a.status) - worstFirst.indexOf(b.status),
  );
  return panel(
    {
      id: "health-title",
      title: "monitord itself",
      count: `${well} of ${model.checks.length} healthy`,
      boxed: true,
    },
    html`<ul class="sub-checks">
      ${sorted.map(({ name, label, status, shortSummary, notificationMessage }) =>
        subCheckLine(
          {
            name,
            label,
            status,
            reported_status: null,
            short_summary: shortSummary,
            notification_message: null,
          },
          status === "ok"
            ? behind(frame, model, name)
            : html`${
                  behind(frame, model, name) ??
                  (notificationMessage === ""
                    ? null
                    : html`<p class="err">${notificationMessage}</p>`)
                }
                <p class="quiet">
                  ${withCommand(healthCheckOf(name).remedy)}
                  <a href="${frame.base}/guide/${healthCheckOf(name).guide}">Guide</a>
                </p>`,
        ),
      )}
    </ul>`,
  );
}

/** A remedy, with the command after its colon as code. */
function withCommand(remedy: string): Piece {
  const [, words, command] =
    /^(.*): ((?:monitorctl|monitord|timedatectl) [\w -]+)$/.exec(remedy) ?? [];
  return command === undefined ? remedy : html`${words}: <code>${command}</code>`;
}

/** The things that a sub-check counts, by name and with links; null: none. */
function behind(frame: Frame, model: ServiceModel, name: HealthCheckName): Html | null {
  const link = (path: string, text: string) =>
    html`<a href="${frame.base}${path}"><bdi>${text}</bdi></a>`;
  const lines: Partial<Record<HealthCheckName, () => Html[]>> = {
    alert_groups: () =>
      model.unreachable_groups.map(({ id, title }) => link(`/alert_groups/${id}`, title)),
    incidents: () =>
      model.unreached_incidents.map(
        ({ number, title, on_hold }) =>
          html`${link(`/incidents/${number}`, `#${number} ${title}`)}
          ${on_hold ? html`<span class="quiet">on hold until contact hours</span>` : null}`,
      ),
    drills: () =>
      model.unanswered_drills.map(
        ({ alert_group_id, title, user_email, since }) =>
          html`<bdi>${user_email}</bdi> of ${link(`/alert_groups/${alert_group_id}`, title)}
            <span class="quiet">asked ${when(since, frame)}</span>`,
      ),
    devices: () =>
      model.broken_devices.map(
        ({ user_email, name, reason }) =>
          html`<bdi>${user_email}</bdi> ${name === null ? null : html`(<bdi>${name}</bdi>)`}
            <span class="quiet"><bdi>${reason}</bdi></span>`,
      ),
    blind_periods: () =>
      model.blind_periods.map(
        (gap) => html`${formatRange(gap, "UTC")} <span class="quiet">${gap.reason}</span>`,
      ),
  };
  const items = lines[name]?.() ?? [];
  return items.length === 0
    ? null
    : html`<ul>
        ${items.map((line) => html`<li>${line}</li>`)}
      </ul>`;
}

/** The last hour in three lines. */
function hourPanel(minutes: readonly ServiceMinute[]): Html {
  const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
  const checks = minutes.map((one) => one.checks);
  const late = minutes.map((one) => (one.checks === 0 ? null : one.latest_check_ms));
  const pushes = minutes.map((one) => one.pushes);
  const latest = Math.max(0, ...late.map((ms) => ms ?? 0));
  const row = (value: string, label: string, values: readonly (number | null)[]) =>
    html`<div class="hour">
      <p><b>${value}</b><span>${label}</span></p>
      ${sparkline(`${label}, minute by minute: ${value} in all`, values)}
    </div>`;
  return panel(
    {
      id: "hour-title",
      title: minutes.length < 60 ? `Since the start, ${minutes.length} min ago` : "Last hour",
    },
    padded(
      html`${row(String(sum(checks)), "checks", checks)}
      ${row(milliseconds(latest), "latest start of a check", late)}
      ${row(String(sum(pushes)), "pushes sent", pushes)}`,
    ),
  );
}

const nodesPanel = (frame: Frame, { nodes, channels, database }: ServiceModel): Html =>
  panel(
    { id: "nodes-title", title: "Nodes", count: nodes.length > 1 ? nodes.length : undefined },
    padded(
      facts([
        ...nodes.map((node): [Html, Html] => [
          html`<bdi>${node.name}</bdi>`,
          html`monitord ${node.version}
            <span class="quiet"
              >started
              ${when(node.started_at, frame)}${
                node.seen_at === null ? null : html`, seen ${when(node.seen_at, frame)}`
              }</span
            >`,
        ]),
        ...channels.map(({ kind, problem, looked_at }): [string, Html] => [
          `Push server: ${kind}`,
          html`${stateAs(problem === null ? "ok" : "down", problem === null ? "Reachable" : "Unreachable")}
            <span class="quiet">checked ${when(looked_at, frame)}</span>
            ${problem === null ? null : html`<p class="err"><bdi>${problem}</bdi></p>`}`,
        ]),
        ["Database", database],
      ]),
    ),
  );

const machinesPanel = ({ base }: Frame): Html =>
  panel(
    { id: "machines-title", title: "For programs" },
    padded(
      facts([
        ["Health", html`<a href="${base}/health">/health</a>, as monitord reads it itself`],
        ["Metrics", html`<a href="${base}/metrics">/metrics</a>, for Prometheus`],
        ["API", html`<a href="${base}/api/v1/docs">Reference</a>`],
      ]),
    ),
  );
