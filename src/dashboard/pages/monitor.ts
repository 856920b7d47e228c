/** One monitor: its state and why, its sub-checks, its day, its incidents, and its settings. Pure. */
import { isFailing, type Status } from "../../core/model/status.ts";
import type { Dependencies } from "../../core/incident/dependency.ts";
import type {
  HealthCheckMonitor,
  HistoryEntry,
  Incident,
  MonitorRun,
  Subject,
  WebhookMonitor,
} from "../../core/model/model.ts";
import { flappingNote } from "../flapping-note.ts";
import { runsPart } from "../runs.ts";
import { guidancePart } from "../guidance.ts";
import { html, type Html } from "../html.ts";
import { action, framed, live, type Frame } from "../layout.ts";
import { bars, saidOf, type Uptime } from "../uptime.ts";
import { flapping, state } from "../components/state.ts";
import { exactly, managed, urlHidden, when } from "../words.ts";
import { subChecksPart } from "../sub-checks.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import { readOnlyNotice, silenceButtons, silencedNote } from "../silenced.ts";
import { checkButton } from "./check.ts";
import { incidentLine } from "./incidents.ts";

export type MonitorModel = {
  /** Of a webhook monitor: where errors are posted. */
  webhook_url: string | null;
  group_title: string | null;
  uptimes: readonly { over: string; uptime: Uptime }[];
  history: readonly HistoryEntry[];
  incidents: readonly Incident[];
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
  dependencies: Dependencies;
} & (
  | {
      kind: "health_check_monitors";
      monitor: HealthCheckMonitor & { subject: Subject };
    }
  | {
      kind: "webhook_monitors";
      monitor: WebhookMonitor & { subject: Subject };
      /** The latest reported, newest first. */
      runs: readonly MonitorRun[];
    }
);

export function monitorPage(frame: Frame, model: MonitorModel): string {
  const { kind, monitor } = model;
  const { subject } = monitor;
  const path = `/${kind}/${monitor.id}`;
  const paused = subject.paused_at !== null;
  return framed(
    frame,
    monitor.title,
    html`<p class="quiet"><a href="${frame.base}/">Overview</a></p>
      ${live(
        "monitor",
        html`<h1>${monitor.title}</h1>
          <p class="sub">
            ${state(paused ? "paused" : subject.status)} ${flapping(subject.flapping_since)}
            <span>since ${when(subject.status_since, frame.now)}</span>
            <span
              >tells
              <a href="${frame.base}/alert_groups/${monitor.alert_group_id}"
                >${model.group_title ?? "its group"}</a
              ></span
            >
            ${managed(monitor.project)}
          </p>
          ${
            subject.status_reason === null
              ? null
              : html`<p class="error">${subject.status_reason}</p>`
          }
          ${guidancePart(monitor)} ${flappingNote(frame, monitor, subject.flapping_since)}
          ${
            paused
              ? html`<p class="note">
                  Paused ${when(subject.paused_at ?? 0, frame.now)}: it opens no
                  incident${
                    subject.paused_until === null
                      ? " until somebody resumes it"
                      : html` until ${exactly(subject.paused_until)}`
                  }.
                </p>`
              : null
          }
          ${pagesAgain(frame, subject.status, model.incidents[0])}
          ${silencedNote(frame, model.quiet)} ${dependencies(frame, subject, model.dependencies)}
          ${
            model.kind === "health_check_monitors"
              ? checked(frame, model.monitor)
              : html`${runsPart(frame, model.monitor, model.runs)}
                ${counted(frame, model.monitor, model.webhook_url)}`
          }`,
      )}
      ${live("buttons", buttons(frame, model, path, paused))}
      ${live(
        "day",
        html`<h2>Uptime</h2>
          ${model.uptimes.map(
            ({ over, uptime }) =>
              html`${bars(uptime, over)}
                <p>${saidOf(uptime, over)}</p>`,
          )}
          <h2>Changes</h2>
          ${changes(model.history)}
          <h2>Incidents</h2>
          ${
            model.incidents.length === 0
              ? html`<p class="empty">It never had one.</p>`
              : html`<ul class="lines">
                  ${model.incidents.map((one) => incidentLine(frame, one))}
                </ul>`
          }`,
      )}`,
  );
}

/** Says that a monitor which still fails pages nobody, because its last incident was resolved manually. */
function pagesAgain(frame: Frame, status: Status, last: Incident | undefined): Html | null {
  if (!isFailing(status) || !last?.resolved_at || last.pages_again === null) return null;
  return html`<p class="note">
    <a href="${frame.base}/incidents/${last.number}">Incident #${last.number}</a> was resolved
    manually ${when(last.resolved_at, frame.now)}. ${last.pages_again}
  </p>`;
}

function buttons(
  frame: Frame,
  { kind, monitor, quiet }: MonitorModel,
  path: string,
  paused: boolean,
): Html | null {
  if (!frame.may.write) return readOnlyNotice(frame);
  return html`<div class="buttons">
    ${
      paused
        ? action(frame, `${path}/resume`, "Resume")
        : html`${action(frame, `${path}/pause`, "Pause for an hour", { fields: { hours: "1" } })}
          ${action(frame, `${path}/pause`, "Pause")}`
    }
    ${quiet ? null : silenceButtons(frame, `monitor:${monitor.id}`)}
    ${kind === "health_check_monitors" ? checkButton(frame, path) : null}
    <a class="btn" href="${frame.base}${path}/edit">Edit</a>
    <a class="btn" href="${frame.base}${path}/delete">Delete</a>
  </div>`;
}

/** Maximum number of dependents listed on a page; a router can have a thousand. */
const namedChildren = 20;

function dependencies(
  frame: Frame,
  { suppression }: Subject,
  { parents, children }: Dependencies,
): Html {
  const listed = (items: readonly Html[]) =>
    items.map((item, at) => (at === 0 ? item : html`, ${item}`));
  const link = (kind: string, id: string, title: string) =>
    html`<a href="${frame.base}/${kind}/${id}">${title}</a>`;
  const shown = children.slice(0, namedChildren);
  const more = children.length - shown.length;
  return html`${
    suppression === null
      ? null
      : html`<p class="note">
          It opens no incident since ${when(suppression.since, frame.now)}, because of what it
          depends
          on${
            suppression.until === null
              ? null
              : html`; at the latest ${exactly(suppression.until)} it does`
          }.
        </p>`
  }
  ${
    parents.length === 0
      ? null
      : html`<p>
          Depends on
          ${listed(
            parents.map(
              ({ id, title, status, paused_at }) =>
                html`${link("health_check_monitors", id, title)}
                ${state(paused_at === null ? status : "paused")}`,
            ),
          )}
        </p>`
  }
  ${
    children.length === 0
      ? null
      : html`<p>
          While it is down, no incident is opened by
          ${listed(shown.map(({ kind, id, title }) => link(kind, id, title)))}${
            more > 0 ? ` and ${more} more` : null
          }
        </p>`
  }`;
}

function checked(
  frame: Frame,
  { url, interval_seconds, confirmations, subject }: HealthCheckMonitor & { subject: Subject },
): Html {
  return html`<p class="sub">
      <code class="break">${url}</code>
      <span>every ${interval_seconds} s</span>
      ${confirmations === 1 ? null : html`<span>pages after ${confirmations} bad checks</span>`}
      ${
        subject.checked_at === null
          ? html`<span>not checked yet</span>`
          : html`<span>checked ${when(subject.checked_at, frame.now)}</span>`
      }
      ${
        subject.finished_at === null
          ? null
          : html`<span>its checks ran ${when(subject.finished_at, frame.now)}</span>`
      }
      ${
        subject.due_at === null
          ? null
          : html`<span
              >next ${subject.due_at > frame.now ? when(subject.due_at, frame.now) : "now"}</span
            >`
      }
    </p>
    ${subChecksPart(frame, subject)}`;
}

function counted(
  frame: Frame,
  monitor: WebhookMonitor & { subject: Subject },
  url: string | null,
): Html {
  const { subject } = monitor;
  return html`<p class="sub">
      <span
        ><b>${subject.window_count}</b> of ${monitor.error_rate_threshold} errors in
        ${monitor.error_rate_window_minutes} min</span
      >
      ${
        subject.last_received_at === null
          ? html`<span>no report yet</span>`
          : html`<span>last report ${when(subject.last_received_at, frame.now)}</span>`
      }
    </p>
    ${
      url === null
        ? html`<p class="quiet">${urlHidden}</p>`
        : html`<p>Errors are posted to</p>
            <pre>
curl -H "Content-Type: application/json" -d '{"message":"It broke","source":"shop"}' ${url}</pre>`
    }`;
}

export function changes(history: readonly HistoryEntry[]): Html {
  return history.length === 0
    ? html`<p class="empty">Nothing has changed yet.</p>`
    : html`<ul class="lines">
        ${history.map(
          ({ at, status, reason }) =>
            html`<li>
              ${state(status)} <span class="quiet">${exactly(at)}</span>
              ${reason === null ? null : html`<p class="reason">${reason}</p>`}
            </li>`,
        )}
      </ul>`;
}
