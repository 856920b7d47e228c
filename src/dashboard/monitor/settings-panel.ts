/** The settings of a monitor as facts in words. Pure. */
import { expectsReports } from "../../core/reports/heartbeat.ts";
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
import type { HealthModel, MonitorModel, WebhookModel } from "./model.ts";

/** Dependents that are listed at most; a router can have a thousand. */
const maxDependents = 20;
const minutes = (count: number) => formatDuration(count * 60_000);

export function settingsPanel(frame: Frame, model: MonitorModel): Html {
  const { monitor, group_title, dependencies } = model;
  return panel(
    {
      id: "settings-title",
      title: "Configuration",
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

function healthFacts({ monitor }: HealthModel): Facts {
  const { confirmations, interval_seconds, timeout_seconds, fetch_retries } = monitor;
  return [
    [
      "Expects",
      monitor.expect === "health" ? "a report of sub-checks" : `an answer to ${monitor.method}`,
    ],
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
    [
      "Stale after",
      monitor.expect === "health" ? minutes(monitor.staleness_threshold_minutes) : null,
    ],
  ];
}

function webhookFacts({ monitor, webhook_url, ping_url }: WebhookModel): Facts {
  return [
    [
      "Opens at",
      `${plural(monitor.error_rate_threshold, "error")} in ${minutes(monitor.error_rate_window_minutes)}`,
    ],
    [
      "Expects",
      expectsReports(monitor)
        ? `a report ${
            monitor.expect_cron === null
              ? `every ${minutes(monitor.expect_every_minutes ?? 0)}`
              : `at ${monitor.expect_cron} (${monitor.expect_timezone})`
          }, ${minutes(monitor.grace_minutes)} of grace`
        : null,
    ],
    [
      "Webhook URL",
      webhook_url === null
        ? html`<span class="quiet">${urlHidden}</span>`
        : html`<code>${webhook_url}</code>
            <details id="how-to-send">
              <summary class="quiet">How to send an error</summary>
              <pre tabindex="0">
curl -H "Content-Type: application/json" -d '{"message":"It broke","source":"shop"}' ${webhook_url}</pre>
            </details>`,
    ],
    [
      "Ping URL",
      ping_url === null
        ? null
        : html`<code>${ping_url}</code>
            <details id="how-to-ping">
              <summary class="quiet">How to report a run</summary>
              <pre tabindex="0">curl -fsS -m 10 --retry 5 ${ping_url}</pre>
              <p class="quiet small">
                Add /start, /fail, /log or an exit code. Clients of Healthchecks take this address.
              </p>
            </details>`,
    ],
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
