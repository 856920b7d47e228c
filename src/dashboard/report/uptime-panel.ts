/** The uptime of each monitor: worst first, and those without anything to say folded. Pure. */
import { plural } from "../../core/text/plural.ts";
import { daysIn } from "../../core/uptime/days.ts";
import type { MonitorRow, SetRow } from "../../core/uptime/report.ts";
import {
  countText,
  footText,
  timeText,
  unobservedText,
  uptimeText,
} from "../../core/uptime/report-text.ts";
import {
  shareWithMaintenance,
  unobservedOf,
  uptimeShare,
  type Uptime,
} from "../../core/uptime/uptime.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { nameOf, reportAddress, type ReportPage } from "./model.ts";
import { dayStrip, stripAxis } from "./strip.ts";

/** Up to this number, monitors that were up all the time are not folded. */
const shownCalm = 3;

const isCalm = ({ uptime }: MonitorRow): boolean =>
  uptimeShare(uptime) === 1 && uptime.degraded_ms === 0 && uptime.maintenance_ms === 0;

/** The columns of figures, of a monitor or a group. */
const figureCells = (uptime: Uptime): Html => {
  const share = uptimeShare(uptime);
  const unobserved = unobservedOf(uptime);
  return html`<td class="num strong">${uptimeText(share)}</td>
    <td class="num quiet hide-s">${uptimeText(shareWithMaintenance(uptime))}</td>
    <td class="num">${timeText(uptime.down_ms)}</td>
    <td class="num hide-s">${countText(uptime.outages)}</td>
    <td class="num quiet hide-s" ${unobserved > 0 ? html`title="${unobservedText(uptime)}"` : null}>
      ${timeText(unobserved)}
    </td>`;
};

const heads = html`<th scope="col" class="num">Uptime</th>
  <th scope="col" class="num hide-s">With maintenance</th>
  <th scope="col" class="num">Down</th>
  <th scope="col" class="num hide-s">Outages</th>
  <th scope="col" class="num hide-s">Not observed</th>`;

/** Its state is not known at any time of the period. */
const isUnobserved = ({ uptime }: MonitorRow): boolean => uptimeShare(uptime) === null;

export function uptimePanel(frame: Frame, model: ReportPage): Html {
  const { report, view } = model;
  const days = daysIn(report.period, report.period.timezone);
  const calm = report.monitors.filter(isCalm);
  const folds: [rows: readonly MonitorRow[], words: string][] = [
    [calm.length > shownCalm ? calm : [], "all 100 %"],
    [report.monitors.filter(isUnobserved), "not observed"],
  ];
  const folded = new Set(folds.flatMap(([of]) => of));
  const rows = report.monitors.filter((row) => !folded.has(row));
  const row = (one: MonitorRow): Html => {
    const name = nameOf(one, view);
    const link: Piece =
      view === "customer"
        ? html`<bdi>${name}</bdi>`
        : html`<a class="name" href="${frame.base}/${one.kind}/${one.id}"><bdi>${name}</bdi></a>`;
    return html`<tr>
      <th scope="row">${link}</th>
      <td class="strip-c">${dayStrip({ ...one, title: name }, days)}</td>
      ${figureCells(one.uptime)}
    </tr>`;
  };
  const noun = view === "customer" ? "system" : "monitor";
  return html`<section class="panel uptime" aria-labelledby="uptime-title">
    <div class="ph">
      <h2 id="uptime-title">
        Uptime <span class="count">${plural(report.monitors.length, noun)}, worst first</span>
      </h2>
      ${legend}
    </div>
    ${
      rows.length === 0
        ? null
        : html`<table>
            <thead>
              <tr>
                <th scope="col">${noun === "system" ? "System" : "Monitor"}</th>
                <th scope="col" class="strip-c">${stripAxis(days)}</th>
                ${heads}
              </tr>
            </thead>
            <tbody>
              ${rows.map(row)}
            </tbody>
          </table>`
    }
    ${folds.map(([of, words]) =>
      of.length === 0
        ? null
        : html`<details class="fold">
            <summary class="pf">
              ${icon("chev")}${plural(of.length, of.length === report.monitors.length ? noun : `more ${noun}`)},
              ${words}
            </summary>
            <p class="pb quiet small">
              ${of.map((one, i) => html`${i === 0 ? "" : ", "}<bdi>${nameOf(one, view)}</bdi>`)}
            </p>
          </details>`,
    )}
    <p class="pf">${footText} ${keptText(report)}</p>
  </section>`;
}

const keptText = ({ kept_since, maintenance }: ReportPage["report"]): string => {
  const planned = maintenance.reduce((sum, { from, to }) => sum + to - from, 0);
  return [
    planned > 0 ? `Maintenance was announced for ${formatDuration(planned)}.` : null,
    kept_since === null
      ? null
      : "Older status changes are no longer kept: that time is not observed.",
  ]
    .filter((text) => text !== null)
    .join(" ");
};

const legend = html`<span class="push hide-s legend heights" aria-hidden="true"
  ><span class="down"
    ><svg class="w5" viewBox="0 0 28 14">
      <rect y="8" width="4" height="6" />
      <rect x="6" y="6" width="4" height="8" />
      <rect x="12" y="4" width="4" height="10" />
      <rect x="18" y="2" width="4" height="12" />
      <rect x="24" y="0" width="4" height="14" /></svg
    >Down up to 5 min, 30 min, 2 h, 8 h, longer</span
  ><span class="warn"
    ><svg viewBox="0 0 4 14"><rect y="4" width="4" height="10" /></svg>Degraded</span
  ><span class="silenced"
    ><svg viewBox="0 0 4 14"><rect y="10" width="4" height="4" /></svg>Maintenance</span
  ><span class="unknown"
    ><svg viewBox="0 0 4 14">
      <rect y="9" width="4" height="1.5" />
      <rect y="12.5" width="4" height="1.5" /></svg
    >Not observed</span
  ></span
>`;

/** The groups and projects, each with the figures of its monitors together; null: one of each. */
export function setsPanel(frame: Frame, model: ReportPage): Html | null {
  const { groups, projects } = model.report;
  if (model.view === "customer" || (groups.length < 2 && projects.length < 2)) return null;
  const table = (title: string, rows: readonly SetRow[], name: "group" | "project") =>
    rows.length < 2
      ? null
      : html`<table>
          <thead>
            <tr>
              <th scope="col">${title}</th>
              <th scope="col" class="num hide-s">Monitors</th>
              ${heads}
            </tr>
          </thead>
          <tbody>
            ${rows.map((row) => {
              const filter = { group: "", project: "", monitor: "", [name]: row.id ?? "" };
              return html`<tr>
                <th scope="row">
                  ${
                    row.id === null
                      ? row.title
                      : html`<a
                          class="name"
                          href="${frame.base}${reportAddress({ ...model, filter })}"
                          ><bdi>${row.title}</bdi></a
                        >`
                  }
                </th>
                <td class="num quiet hide-s">${row.monitors}</td>
                ${figureCells(row.uptime)}
              </tr>`;
            })}
          </tbody>
        </table>`;
  return html`<section class="panel uptime sets" aria-labelledby="sets-title">
    <div class="ph">
      <h2 id="sets-title">Groups and projects</h2>
      <span class="quiet small push hide-s">the time of their monitors together</span>
    </div>
    ${table("Group", groups, "group")} ${table("Project", projects, "project")}
  </section>`;
}
