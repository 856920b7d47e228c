/** All incidents, the newest first, with filters in the address. Pure. */
import type { Incident, Instant } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { cutText } from "../../core/text/text.ts";
import { addressWith } from "../board/address.ts";
import { bulkBar, incidentRows } from "../board/incident-row.ts";
import type { IncidentRow } from "../board/model.ts";
import { foldSimilar } from "../board/similar.ts";
import { incidentHistogram } from "../chart/incident-histogram.ts";
import { empty } from "../components/empty.ts";
import { shortTime, zoneSuffix } from "../chart/times.ts";
import { choiceField, moreFilters, searchField, type Choices } from "../components/filter.ts";
import { prio } from "../components/prio.ts";
import { state } from "../components/state.ts";
import { tabs } from "../components/tabs.ts";
import { html, type Html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { timed } from "../words.ts";

/** The filters in the address. Empty: any. */
export interface IncidentsQuery extends Record<string, string> {
  tab: string;
  search: string;
  group: string;
  priority: string;
  range: string;
}

/** The tabs by the word in the address; the first one needs none. */
export const incidentTabs = {
  open: "Open",
  mine: "Mine",
  resolved: "Resolved",
  all: "All",
} as const;

/** The ranges by the word in the address, and the columns of the picture above the list. */
export const incidentRanges = {
  day: { label: "Last 24 hours", count: 24, step_ms: 3600_000 },
  week: { label: "Last 7 days", count: 28, step_ms: 6 * 3600_000 },
  month: { label: "Last 30 days", count: 30, step_ms: 24 * 3600_000 },
} as const;

export interface IncidentsModel {
  query: IncidentsQuery;
  incidents: readonly Incident[];
  /** The same with their people, on the tabs of unresolved incidents; null: of others. */
  rows: readonly IncidentRow[] | null;
  /** How many match, on all pages. */
  total: number;
  /** When incidents opened in the range. */
  opened: readonly Instant[];
  groups: readonly { id: string; title: string }[];
  /** The place of the page with older incidents in the list; null: none. */
  older: string | null;
}

export function incidentsPage(frame: Frame, model: IncidentsModel): string {
  const { query } = model;
  const range = rangeOf(query);
  return framed(
    frame,
    "Incidents",
    html`<div class="lead">
        <h1>Incidents</h1>
        ${live(
          "opened",
          incidentHistogram(model.opened, { ...range, period: range.label.toLowerCase() }, frame),
        )}
      </div>
      ${tabs(
        "Incidents by state",
        Object.entries(incidentTabs).map(([name, label]) => ({
          label,
          href: addressWith(frame, "/incidents", query, { tab: name === "open" ? "" : name }),
          chosen: (query.tab || "open") === name,
        })),
      )}
      <div class="picks">
        <section class="panel boxed" aria-label="Incidents">
          ${filters(frame, model)} ${live("incidents", list(frame, model))}
        </section>
        ${model.rows === null ? null : bulkBar(frame)}
      </div>`,
    "board",
  );
}

export const rangeOf = ({ range }: IncidentsQuery) =>
  incidentRanges[range as keyof typeof incidentRanges] ?? incidentRanges.week;

function filters(frame: Frame, { query, groups }: IncidentsModel): Html {
  const select = (name: string, label: string, of: Choices) =>
    choiceField(name, label, of, query[name]);
  return html`<form class="ph filters" method="get" action="${frame.base}/incidents" data-filter>
    ${query.tab === "" ? null : html`<input type="hidden" name="tab" value="${query.tab}" />`}
    ${searchField("an incident", query.search)}
    ${moreFilters(
      query.group + query.priority + query.range !== "",
      html`${select("group", "Group", [["", "All groups"], ...groups.map(({ id, title }) => [id, title] as const)])}
      ${select("priority", "Priority", [
        ["", "All priorities"],
        ["1", "P1"],
        ["2", "P2"],
        ["3", "P3"],
      ])}
      ${select("range", "Opened", [
        ["", "Any time"],
        ...Object.entries(incidentRanges).map(([name, { label }]) => [name, label] as const),
      ])}`,
    )}
    <noscript><button class="btn slim">Show</button></noscript>
    <span class="push" id="csv" data-live
      ><a class="small" href="${addressWith(frame, "/incidents.csv", query)}">CSV</a></span
    >
  </form>`;
}

function list(frame: Frame, model: IncidentsModel): Html {
  const { query, incidents } = model;
  if (incidents.length === 0) {
    const filtered = query.search + query.group + query.priority + query.range !== "";
    if (filtered)
      return empty(
        "search",
        "No incidents match",
        html`<a href="${addressWith(frame, "/incidents", { tab: query.tab })}"
          >Clear the filter</a
        >`,
      );
    return query.tab === "all"
      ? empty(
          "ok",
          "No incident yet",
          "One opens when a monitor goes down, when errors are too many, or when another tool posts an alert.",
        )
      : empty("ok", "No incident here", null, "ok");
  }
  if (model.rows !== null)
    return html`${incidentRows(frame, foldSimilar(model.rows))} ${place(frame, model)}`;
  const groups = new Map(model.groups.map(({ id, title }) => [id, title]));
  return html`<table class="one-line">
      <thead>
        <tr>
          <th scope="col" class="sign">State</th>
          <th scope="col">Incident</th>
          <th scope="col" class="hide-s">Group</th>
          <th scope="col" class="hide-s">Acknowledged</th>
          <th scope="col" class="num">Duration</th>
          <th scope="col" class="hide-s num">Opened${zoneSuffix(frame)}</th>
        </tr>
      </thead>
      <tbody>
        ${incidents.map((one) => row(frame, one, groups.get(one.alert_group_id) ?? null))}
      </tbody>
    </table>
    ${place(frame, model)}`;
}

/** How many are shown, and the way to older ones. */
function place(frame: Frame, { query, incidents, total, older }: IncidentsModel): Html {
  return html`<p class="pf">
    ${incidents.length} of
    ${total}${
      older === null
        ? null
        : html` ·
            <a href="${addressWith(frame, "/incidents", query, { before: older })}">Older</a>`
    }
  </p>`;
}

function row(frame: Frame, incident: Incident, group: string | null): Html {
  const { number, title, summary, opened_at, acknowledged_at, resolved_at } = incident;
  return html`<tr id="incident-${number}">
    <td class="sign">${state(incident.status)}</td>
    <td class="line">
      ${prio(incident.priority_level)}
      <a class="name" href="${frame.base}/incidents/${number}"
        ><span class="unseen">#${number} </span><bdi>${title}</bdi></a
      >
      <span class="why"><bdi>${timed(cutText(summary, 240), frame)}</bdi></span>
    </td>
    <td class="hide-s"><bdi>${group}</bdi></td>
    <td class="hide-s">
      ${
        acknowledged_at === null
          ? html`<span class="quiet">–</span>`
          : html`<bdi>${incident.acknowledged_by ?? "API"}</bdi>
              <span class="quiet">after ${formatDuration(acknowledged_at - opened_at)}</span>`
      }
    </td>
    <td class="num">
      ${
        resolved_at === null
          ? html`<time datetime="${new Date(opened_at).toISOString()}" data-age
              >${formatDuration(frame.now - opened_at)}</time
            >`
          : formatDuration(resolved_at - opened_at)
      }
    </td>
    <td class="hide-s num quiet">
      <time datetime="${new Date(opened_at).toISOString()}">${shortTime(opened_at, frame)}</time>
    </td>
  </tr>`;
}
