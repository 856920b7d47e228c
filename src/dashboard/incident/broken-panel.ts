/** The failure: failing sub-checks, the labels of an alert, or error reports; and where to look next. Pure. */
import type { Link } from "../../core/command/alert.ts";
import { isReportCurrent } from "../../core/health/current-report.ts";
import type { SubCheckChange } from "../../core/history/point.ts";
import type { CheckResult, Incident, Subject } from "../../core/model/model.ts";
import { cellStates, isFault, subCheckState, type CellState } from "../chart/cells.ts";
import { nearTime, shortTime } from "../chart/times.ts";
import { facts } from "../components/facts.ts";
import { messagesPanel } from "../components/messages.ts";
import { panel } from "../components/panel.ts";
import { subCheckDetail } from "../components/sub-check-list.ts";
import { details } from "../details.ts";
import { html, safeLink, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { sourcePath } from "../acknowledge.ts";
import type { Frame } from "../layout.ts";
import { linked, when } from "../words.ts";
import type { IncidentModel } from "./model.ts";
import { isObject } from "../../resource/part.ts";

/** Number of listed sub-checks at most. */
const maxListed = 8;

export function brokenPanel(frame: Frame, model: IncidentModel): Html {
  const { incident, guidance, monitor } = model;
  const failing =
    monitor?.kind === "health_check_monitors" ? failingOf(monitor.monitor.subject) : [];
  const rows =
    failing.length > 0
      ? failing.slice(0, maxListed).map((one) => failRow(frame, one, changesOf(model, one)))
      : [summaryRow(frame, incident)];
  return html`${panel(
    {
      id: "broken-title",
      title: "What is broken",
      tools: html`<span class="quiet">${countText(model)}</span>`,
    },
    html`${rows}
    ${
      failing.length > maxListed ? html`<p class="pf">${failing.length - maxListed} more</p>` : null
    }
    ${guidance.description === null ? null : html`<p class="pb preserve">${linked(guidance.description, frame)}</p>`}
    ${alertFacts(frame, incident)} ${brokenLinks(frame, model)}`,
  )}
  ${reportedMessages(frame, model)}`;
}

/** The reports of a webhook monitor; null: it has none. */
export const reportedMessages = (frame: Frame, { monitor }: IncidentModel): Html | null =>
  monitor?.kind === "webhook_monitors" && monitor.reports.length > 0
    ? messagesPanel(
        {
          reports: monitor.reports,
          total: monitor.chart.points.reduce((sum, { errors }) => sum + errors, 0),
          period: monitor.chart.range.period,
        },
        frame,
      )
    : null;

const severity = (state: CellState) => cellStates.indexOf(state);

const hasReportOfNow = (subject: Subject): boolean =>
  isReportCurrent({ ...subject, last_report_at: subject.last_received_at });

/** The failing sub-checks of a report of now, worst first. */
function failingOf(subject: Subject): CheckResult[] {
  if (!hasReportOfNow(subject)) return [];
  return (subject.results ?? [])
    .filter(({ status }) => isFault(subCheckState(status)))
    .toSorted((a, b) => severity(subCheckState(b.status)) - severity(subCheckState(a.status)));
}

const changesOf = ({ monitor }: IncidentModel, { name }: CheckResult): SubCheckChange[] =>
  monitor?.kind === "health_check_monitors"
    ? monitor.sub_checks.filter((one) => one.name === name)
    : [];

function failRow(frame: Frame, one: CheckResult, changes: readonly SubCheckChange[]): Html {
  const look = subCheckState(one.status);
  const same = changes.findLastIndex(({ status }) => status !== one.status);
  const since = changes[same + 1]?.at ?? null;
  return html`<div class="fail ${look}">
    ${icon(look)}<b><bdi>${one.label ?? one.name}</bdi></b
    ><span class="err"
      ><bdi>${one.short_summary ?? one.reported_status ?? one.status}</bdi
      >${subCheckDetail(one)}</span
    ><span class="since-s">${since === null ? null : `since ${nearTime(since, frame)}`}</span>
  </div>`;
}

function summaryRow(frame: Frame, incident: Incident): Html {
  return html`<div class="fail n down">
    ${icon("down")}<span class="err"
      ><bdi>${linked(incident.summary || incident.title, frame)}</bdi></span
    ><span class="since-s">opened ${when(incident.opened_at, frame)}</span>
  </div>`;
}

/** `9 of 12 pass`; empty for other kinds, and without a report of now. */
function countText({ monitor, incident }: IncidentModel): string {
  if (incident.occurrences > 1 && monitor?.kind !== "health_check_monitors")
    return `received ${incident.occurrences} times`;
  if (monitor?.kind !== "health_check_monitors") return "";
  const { subject } = monitor.monitor;
  const { checks_total, checks_passing } = subject;
  return checks_total === null || checks_passing === null || !hasReportOfNow(subject)
    ? ""
    : `${checks_passing} of ${checks_total} pass`;
}

/** Labels and other fields of an alert of another tool, as words. */
export function alertFacts(frame: Frame, { details: given, source }: Incident): Html | null {
  if (source !== "alert_group") return null;
  const { labels, links: _, format: __, ...rest } = given;
  return html`${
      isObject(labels)
        ? html`<div class="pb">
            ${facts(
              Object.entries(labels).map(([name, value]): [Piece, Piece] => [
                html`<bdi>${name}</bdi>`,
                html`<bdi>${linked(String(value), frame)}</bdi>`,
              ]),
            )}
          </div>`
        : null
    }
    <div class="pf">${details(rest, frame)}</div>`;
}

const linkWords: Record<string, string> = {
  runbook: "Runbook",
  panel: "Panel",
  dashboard: "Dashboard",
  source: "Source",
  silence: "Silence at the source",
  image: "Picture",
};

/** The links that an alert came with; those of other schemes are left out. */
function linksOf({ details: { links } }: Incident): Link[] {
  return (Array.isArray(links) ? links : []).filter(
    (one): one is Link =>
      isObject(one) && typeof one["name"] === "string" && typeof one["url"] === "string",
  );
}

export function brokenLinks(
  frame: Frame,
  { incident, guidance, deliveries }: IncidentModel,
): Html | null {
  const outside = [
    ...(guidance.runbook_url === null ? [] : [{ name: "runbook", url: guidance.runbook_url }]),
    ...linksOf(incident),
  ].flatMap(({ name, url }) => {
    const href = safeLink(url);
    return href === null
      ? []
      : [
          html`<a class="btn" href="${href}" rel="noreferrer noopener"
            ><bdi>${linkWords[name] ?? name}</bdi> ${icon("out", "s12")}</a
          >`,
        ];
  });
  const inside =
    incident.source === "alert_group"
      ? [
          ...deliveries.map(
            ({ id, received_at }) =>
              html`<a href="${frame.base}/activity/events/${id}"
                >Inbound event of ${shortTime(received_at, frame)}</a
              >`,
          ),
          html`<a href="${frame.base}/activity?target=${incident.source_id}">Inbound events</a>`,
        ]
      : html`<a class="btn" href="${frame.base}${sourcePath(incident)}">Open monitor</a>`;
  return html`<p class="pf links">${outside}${inside}</p>`;
}
