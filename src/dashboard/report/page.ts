/** The report of a month for the team, or for a customer, to be read and printed. Pure. */
import { dayMinute, localMinute } from "../../core/hours/zone.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import {
  lengthText,
  monthTitle,
  periodTitle,
  shortDate,
  firstAndLast,
} from "../../core/uptime/period.ts";
import { verdictOf } from "../../core/uptime/report-text.ts";
import { linkButton } from "../components/button.ts";
import { choiceField } from "../components/filter.ts";
import { note } from "../components/note.ts";
import { segments } from "../components/tabs.ts";
import { activityTabs } from "../activity/frame.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, type Frame } from "../layout.ts";
import { figures, incidentsPanel, noisePanels } from "./answering.ts";
import { reportAddress, saidReport, type ReportPage } from "./model.ts";
import { peoplePanel } from "./people.ts";
import { setsPanel, uptimePanel } from "./uptime-panel.ts";

export function uptimePage(frame: Frame, model: ReportPage): string {
  const { report, view } = model;
  const { state, result, more } = verdictOf(saidReport(model));
  const isTeam = view === "team";
  return framed(
    frame,
    `${report.title}, ${periodTitle(report.period)}`,
    html`<div class="noprint">
        <div class="lead"><h1>Activity</h1></div>
        ${activityTabs(frame, "reports")}
      </div>
      <div class="stack report">
        ${head(frame, model)} ${model.problem === null ? null : note("warn", model.problem)}
        ${note(state, html`<b>${result}</b> <bdi>${more}</bdi>`)} ${figures(model)}
        ${uptimePanel(frame, model)} ${setsPanel(frame, model)} ${incidentsPanel(model)}
        ${isTeam ? html`${peoplePanel(frame, model)} ${noisePanels(frame, model)}` : null}
        ${plannedPanel(frame, model)}
        <p class="small quiet onlyprint">
          Made by monitord on ${localMinute(frame.zone, frame.now)} ·
          ${frame.base}${reportAddress(model)}
        </p>
      </div>`,
    "board",
  );
}

function head(frame: Frame, model: ReportPage): Html {
  const { base } = frame;
  const { report, months, filter, groups, projects, view } = model;
  const { period } = report;
  const [first, last] = firstAndLast(period);
  const month = (value: string) => `${base}${reportAddress(model, { month: value })}`;
  const chosen = (name: "team" | "customer", label: string) => ({
    label,
    href: `${base}${reportAddress(model, { view: name })}`,
    chosen: view === name,
  });
  return html`<div>
    <div class="title">
      <h2 class="h1">
        <bdi>${report.title}</bdi> in ${periodTitle(period)}${period.under_way ? " so far" : ""}
      </h2>
      <div class="acts push noprint">
        ${segments("For whom", [chosen("team", "Team"), chosen("customer", "Customer")])}
        ${linkButton(`${base}${reportAddress(model, {}, "/reports.csv")}`, "CSV")}
      </div>
    </div>
    <p class="sub">
      <span>${shortDate(first)} – ${shortDate(last)}, ${period.timezone}</span>
      <span>${lengthText(period)}</span>
      <span>${plural(report.monitors.length, "monitor")}</span>
      <span class="noprint monthnav"
        ><a href="${month(months.before)}">${icon("back")}${monthTitle(months.before)}</a> ${
          months.after === null
            ? null
            : html`<a href="${month(months.after)}"
                >${monthTitle(months.after)}${months.after === months.last ? " so far" : ""}${icon("chev")}</a
              >`
        }</span
      >
    </p>
    <form class="at noprint choose" method="get" action="${base}/reports">
      <label class="unseen" for="month">Month</label
      ><input
        class="in"
        id="month"
        name="month"
        type="month"
        max="${months.last}"
        pattern="[0-9]{4}-[0-9]{2}"
        placeholder="2026-10"
        value="${period.month ?? ""}"
        required
      />
      ${choiceField(
        "group",
        "Group",
        [["", "All groups"], ...groups.map(({ id, title }) => [id, title] as const)],
        filter.group,
      )}
      ${
        projects.length === 0
          ? null
          : choiceField(
              "project",
              "Project",
              [["", "All projects"], ...projects.map((name) => [name, name] as const)],
              filter.project,
            )
      }
      ${view === "customer" ? html`<input type="hidden" name="for" value="customer" />` : null}
      <button class="btn">Show</button>
    </form>
  </div>`;
}

/** Announced maintenance that a page lists. */
const maxPlanned = 50;

function plannedPanel({ zone, now }: Frame, { report }: ReportPage): Html | null {
  const { maintenance, period } = report;
  if (maintenance.length === 0) return null;
  const at = (instant: number) => dayMinute(period.timezone, instant, now);
  const rest = maintenance.length - maxPlanned;
  return html`<section class="panel" aria-labelledby="planned-title">
    <div class="ph">
      <h2 id="planned-title">Planned work <span class="count">${maintenance.length}</span></h2>
      ${zone === period.timezone ? null : html`<span class="quiet small push">${period.timezone}</span>`}
    </div>
    <ul class="events dated">
      ${maintenance.slice(0, maxPlanned).map(
        ({ from, to, reason, announced_at }) =>
          html`<li>
            <time datetime="${new Date(from).toISOString()}">${at(from)}</time
            >${icon("silenced")}<span
              ><b><bdi>${reason === "" ? "Maintenance" : reason}</bdi></b
              >, ${formatDuration(to - from)}, announced ${at(announced_at)}</span
            >
          </li>`,
      )}
    </ul>
    ${rest > 0 ? html`<p class="pf">${rest} more</p>` : null}
  </section>`;
}
