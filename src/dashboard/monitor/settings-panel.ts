/** The settings of a monitor as facts in words. Pure. */
import { isWeb, schemeOf, type Scheme } from "../../core/health/endpoint.ts";
import { goesStale, isReport } from "../../core/health/expectations.ts";
import type { Dependencies } from "../../core/incident/dependency.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { badgeSnippet } from "../badge-snippet.ts";
import { facts } from "../components/facts.ts";
import { padded, panel } from "../components/panel.ts";
import { state } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { PageAddresses } from "../publishing.ts";
import { address, managed, urlHidden } from "../words.ts";
import { expectedText } from "./expected.ts";
import type { HealthModel, MonitorModel, WebhookModel } from "./model.ts";

/** Dependents that are listed at most; a router can have a thousand. */
const maxDependents = 20;
const minutes = (count: number) => formatDuration(count * 60_000);

export function settingsPanel(frame: Frame, model: MonitorModel): Html {
  const { monitor, group_title, dependencies } = model;
  return panel(
    {
      id: "settings-title",
      title:
        model.kind === "webhook_monitors" && model.heartbeat !== null
          ? "Expected"
          : "Configuration",
      tools: html`<span class="push">${managed(monitor.project)}</span>`,
    },
    padded(
      facts([
        [
          "Notifies",
          html`<a href="${frame.base}/alert_groups/${monitor.alert_group_id}"
            ><bdi>${group_title ?? "its alert group"}</bdi></a
          >`,
        ],
        ...(model.kind === "health_check_monitors" ? healthFacts(model) : webhookFacts(model)),
        ...dependencyFacts(frame, dependencies),
        ["Status page", model.public.length === 0 ? null : model.public.map(statusPageFact)],
        ["Runbook", monitor.runbook_url === null ? null : address(monitor.runbook_url)],
        [
          "Description",
          monitor.description === null
            ? null
            : html`<span class="preserve"><bdi>${monitor.description}</bdi></span>`,
        ],
      ]),
    ),
  );
}

type Facts = [term: Piece, value: Piece][];

/** The answer that a check wants, by the scheme of its URL. A monitor that must fail wants none. */
function expectedAnswer(monitor: HealthModel["monitor"]): string {
  const scheme = schemeOf(monitor.url);
  const answer = isReport(monitor)
    ? "a report of sub-checks"
    : isWeb(scheme)
      ? `an answer to ${monitor.method}`
      : scheme === null
        ? "an answer"
        : answers[scheme];
  return monitor.invert ? `no success: the check must fail (${answer})` : answer;
}

const answers: Record<Scheme, string> = {
  http: "an answer",
  https: "an answer",
  tcp: "an open port",
  tls: "a TLS handshake",
  dns: "an answer of the resolver",
  icmp: "an answer to a ping",
  ws: "a WebSocket that opens",
  wss: "a WebSocket that opens",
};

function healthFacts({ monitor }: HealthModel): Facts {
  const { confirmations, interval_seconds, timeout_seconds, fetch_retries } = monitor;
  return [
    ["Expects", expectedAnswer(monitor)],
    [
      "Opens after",
      confirmations === 1
        ? "the first failed check"
        : `${confirmations} failed checks in a row (${formatDuration(confirmations * interval_seconds * 1000)})`,
    ],
    [
      "Timeout",
      `${formatDuration(timeout_seconds * 1000)}${
        fetch_retries === 0 ? "" : `, with ${plural(fetch_retries, "retry", "retries")}`
      }`,
    ],
    ["Stale after", goesStale(monitor) ? minutes(monitor.staleness_threshold_minutes) : null],
  ];
}

function webhookFacts({ monitor, webhook_url, heartbeat }: WebhookModel): Facts {
  return [
    ...(heartbeat === null ? errorFacts(monitor) : runFacts(monitor)),
    [
      "Webhook URL",
      heartbeat !== null
        ? null
        : webhook_url === null
          ? html`<span class="quiet">${urlHidden}</span>`
          : html`<code>${webhook_url}</code>
              <details id="how-to-send">
                <summary class="quiet">How to send an error</summary>
                <pre tabindex="0">
curl -H "Content-Type: application/json" -d '{"message":"It broke","source":"shop"}' ${webhook_url}</pre>
              </details>`,
    ],
  ];
}

/** The facts of a monitor that counts errors. */
const errorFacts = (monitor: WebhookModel["monitor"]): Facts => [
  [
    "Opens at",
    `${plural(monitor.error_rate_threshold, "error")} in ${minutes(monitor.error_rate_window_minutes)}`,
  ],
];

/** The facts of a job. A failed run is an error, which counts beside errors that were posted. */
function runFacts(monitor: WebhookModel["monitor"]): Facts {
  const { error_rate_threshold: threshold, error_rate_window_minutes, grace_minutes } = monitor;
  return [
    ["Runs", expectedText(monitor)],
    ["Ping by", `${minutes(grace_minutes)} after that`],
    ["Takes", `at most ${minutes(grace_minutes)}, if it reports its start`],
    [
      "Opens",
      threshold === 1
        ? "when a run fails or is missing"
        : `when a run is missing, or at ${plural(threshold, "failed run")} in ${minutes(error_rate_window_minutes)}`,
    ],
    ["Resolves", "with the next success"],
  ];
}

const statusPageFact = ({ url, systems }: PageAddresses, page: number): Html =>
  html`<div>
    <a href="${url}">${url}</a>
    <details id="badges-${page}">
      <summary class="quiet">Badges as Markdown</summary>
      ${systems
        .flatMap(({ state, uptime }) => [state, uptime])
        .map((badge, i) => badgeSnippet(`badge-${page}-${i}`, badge))}
    </details>
  </div>`;

function dependencyFacts(frame: Frame, { parents, children }: Dependencies): Facts {
  const shown = children.slice(0, maxDependents);
  const link = (kind: string, id: string, title: string) =>
    html`<a href="${frame.base}/${kind}/${id}"><bdi>${title}</bdi></a>`;
  return [
    [
      "Depends on",
      parents.length === 0
        ? null
        : parents.map(
            ({ id, title, status, paused_at }) =>
              html`<div>
                ${link("health_check_monitors", id, title)}
                ${state(paused_at === null ? status : "paused")}
              </div>`,
          ),
    ],
    [
      "Suppresses while down",
      children.length === 0
        ? null
        : html`${shown.map(({ kind, id, title }, i) => html`${i === 0 ? "" : ", "}${link(kind, id, title)}`)}${
            children.length > shown.length ? ` and ${children.length - shown.length} more` : null
          }`,
    ],
  ];
}
