/** How incidents were answered: figures, incidents by day, noise, and the month before. Pure. */
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { daysIn } from "../../core/uptime/days.ts";
import { monthTitle, shortDate } from "../../core/uptime/period.ts";
import { countText, noiseText, uptimeText } from "../../core/uptime/report-text.ts";
import type { NoisySource } from "../../core/uptime/response.ts";
import { shareOf } from "../../core/uptime/share.ts";
import { observedOf, unobservedOf, uptimeShare, type Uptime } from "../../core/uptime/uptime.ts";
import { empty } from "../components/empty.ts";
import { html, type Html, type Piece } from "../html.ts";
import type { Frame } from "../layout.ts";
import { nameOf, type ReportPage } from "./model.ts";
import { stripAxis } from "./strip.ts";

/** The part of the time of all monitors that was not observed; a little is not shown as none. */
function unobservedShare(all: Uptime): string {
  const unobserved = unobservedOf(all);
  if (unobserved === 0) return "–";
  const share = shareOf(unobserved, unobserved + observedOf(all))!;
  return share < 0.0001 ? "< 0.01 %" : uptimeText(share);
}

/** The period in a few figures. */
export function figures({ report, view }: ReportPage): Html {
  const { all, incidents, pages, before, monitors, gaps } = report;
  const figure = (label: string, value: Piece, more: Piece) =>
    html`<p><span>${label}</span><b>${value}</b><small>${more}</small></p>`;
  const worst = monitors[0];
  const { acknowledged, urgent_acknowledged, resolved } = incidents;
  const [answered, of] =
    urgent_acknowledged.count > 0
      ? [urgent_acknowledged, " of priority 1"]
      : ([acknowledged, ""] as const);
  const time = (ms: number | null) => (ms === null ? "–" : formatDuration(ms));
  const gap_ms = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  return html`<section class="panel figures" aria-label="The period in figures">
    ${figure(
      "Uptime",
      uptimeText(uptimeShare(all)),
      worst && monitors.length > 1 && uptimeShare(worst.uptime) !== null
        ? html`lowest: ${uptimeText(uptimeShare(worst.uptime))} <bdi>${nameOf(worst, view)}</bdi>`
        : "of the observed time",
    )}
    ${figure(
      "Incidents",
      incidents.incidents,
      [
        `${incidents.urgent} of priority 1`,
        before === null ? null : `${monthTitle(before.month).split(" ")[0]}: ${before.incidents}`,
      ]
        .filter((text) => text !== null)
        .join(" · "),
    )}
    ${figure(
      "Acknowledged after",
      time(answered.median_ms),
      answered.count === 0 ? "none acknowledged" : `median${of} · mean ${time(answered.mean_ms)}`,
    )}
    ${figure(
      "Resolved after",
      time(resolved.median_ms),
      resolved.count === 0
        ? "none resolved"
        : `median · mean ${time(resolved.mean_ms)}, longest ${time(resolved.longest_ms)}`,
    )}
    ${
      view === "customer"
        ? null
        : figure("Pages", pages.pages, `${pages.night_pages} at night, 22:00–07:00`)
    }
    ${figure(
      "Not observed",
      unobservedShare(all),
      gap_ms > 0 ? `monitoring gaps: ${formatDuration(gap_ms)}` : "no monitoring gap",
    )}
  </section>`;
}

const unit = 20;
const height = 60;

/** Incidents per day, those of priority 1 at the bottom of each column. */
export function incidentsPanel({ report }: ReportPage): Html {
  const { incidents, incident_days, period } = report;
  if (incidents.incidents === 0)
    return html`<section class="panel" aria-label="Incidents">
      ${empty("pulse", "No incidents", "Nothing opened in this period.", "ok")}
    </section>`;
  const days = daysIn(period, period.timezone);
  const most = Math.max(...incident_days.map((day) => day.incidents));
  const busiest = incident_days.find((day) => day.incidents === most)!;
  const tall = (count: number) => Math.round((count * height) / most);
  const label = `Incidents per day: ${incidents.incidents}, most on ${shortDate(busiest.date)} with ${most}; none on ${days.length - incident_days.length} of ${plural(days.length, "day")}. ${incidents.urgent} of priority 1.`;
  return html`<section class="panel" aria-labelledby="incidents-title">
    <div class="ph">
      <h2 id="incidents-title">Incidents <span class="count">${incidents.incidents}</span></h2>
      <span class="keys push" aria-hidden="true"
        ><span
          ><svg viewBox="0 0 16 10"><rect class="col1" width="16" height="10" /></svg>Priority
          1</span
        ><span
          ><svg viewBox="0 0 16 10"><rect class="col2" width="16" height="10" /></svg>Others</span
        ></span
      >
    </div>
    <div class="pb">
      <div class="chart low">
        <div class="y" aria-hidden="true"><span>${most}</span><span></span><span>0</span></div>
        <div class="plot">
          <svg
            viewBox="0 0 ${days.length * unit} ${height}"
            preserveAspectRatio="none"
            role="img"
            tabindex="0"
            aria-label="${label}"
          >
            ${incident_days.map(({ date, incidents: all, urgent }) => {
              const x = days.findIndex((day) => day.date === date) * unit;
              const low = tall(urgent);
              return html`<rect
                  class="col2"
                  x="${x + 1}"
                  y="${height - tall(all)}"
                  width="${unit - 3}"
                  height="${tall(all) - low}"
                /><rect
                  class="col1"
                  x="${x + 1}"
                  y="${height - low}"
                  width="${unit - 3}"
                  height="${low}"
                />
                <rect class="hit" x="${x}" width="${unit}" height="${height}">
                  <title>
                    ${shortDate(date)}:
                    ${plural(all, "incident")}${urgent > 0 ? `, ${urgent} of priority 1` : ""}
                  </title>
                </rect>`;
            })}
          </svg>
        </div>
        <div class="x" aria-hidden="true">${stripAxis(days)}</div>
      </div>
      <details class="data">
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="num">All</th>
              <th scope="col" class="num">Priority 1</th>
            </tr>
          </thead>
          <tbody>
            ${incident_days.map(
              (day) =>
                html`<tr>
                  <th scope="row">${shortDate(day.date)}</th>
                  <td class="num">${day.incidents}</td>
                  <td class="num">${day.urgent}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>
    </div>
  </section>`;
}

/** The sources of most pages, and the month before. */
export function noisePanels(frame: Frame, { report }: ReportPage): Html | null {
  const { noisiest, before, incidents, pages } = report;
  if (noisiest.length === 0) return null;
  const most = Math.max(1, noisiest[0]!.pages);
  const paths: Record<NoisySource["source"], string> = {
    health_check_monitor: "health_check_monitors",
    webhook_monitor: "webhook_monitors",
    alert_group: "alert_groups",
  };
  const noisy = html`<section class="panel" aria-labelledby="noise-title">
    <div class="ph">
      <h2 id="noise-title">Noisiest</h2>
      <span class="quiet small push">by pages</span>
    </div>
    <table class="noisy">
      <thead>
        <tr>
          <th scope="col">Monitor or alert</th>
          <th scope="col" class="num">Incidents</th>
          <th scope="col" class="num">Pages</th>
          <th scope="col" class="hide-s"><span class="unseen">Share</span></th>
          <th scope="col" class="hide-s">Why</th>
        </tr>
      </thead>
      <tbody>
        ${noisiest.map(
          (row) =>
            html`<tr>
              <th scope="row">
                <a class="name" href="${frame.base}/${paths[row.source]}/${row.source_id}"
                  ><bdi>${row.title}</bdi></a
                >
              </th>
              <td class="num">${row.incidents}</td>
              <td class="num strong">${countText(row.pages)}</td>
              <td class="hide-s">
                <svg
                  class="share"
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect class="bg" width="100" height="6" />
                  <rect width="${Math.round((100 * row.pages) / most)}" height="6" />
                </svg>
              </td>
              <td class="quiet hide-s">${noiseText(row) ?? ""}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
  if (before === null) return noisy;
  const fact = (label: string, now: number, was: number) =>
    html`<dt>${label}</dt>
      <dd>${now} <span class="quiet">was ${was}</span></dd>`;
  return html`<div class="split uneven even">
    ${noisy}
    <section class="panel" aria-labelledby="before-title">
      <div class="ph"><h2 id="before-title">Compared with ${monthTitle(before.month)}</h2></div>
      <dl class="facts pb">
        ${fact("Incidents", incidents.incidents, before.incidents)}
        ${fact("Pages", pages.pages, before.pages)}
        ${fact("At night", pages.night_pages, before.night_pages)}
        ${fact("Ended unacknowledged", incidents.unacknowledged, before.unacknowledged)}
      </dl>
    </section>
  </div>`;
}
