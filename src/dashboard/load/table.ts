/** How on-call duty was shared, as a table: hours beside a mark for an equal share, nights, weekends and pages, by person. Pure. */
import { flagTexts, shareOf } from "../../core/on-call/report-text.ts";
import type { DutyRow } from "../../core/on-call/report.ts";
import { plural } from "../../core/text/plural.ts";
import { html, type Html, type Piece } from "../html.ts";

/** Shares are bold from this many percent off on. */
const uneven = 20;

/** `9.5`: with a decimal below ten. */
export const hoursText = (hours: number): string =>
  `${hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours)} h`;

/** `+21 %`, `−3 %`. */
export const shareText = (above: number): string =>
  `${above > 0 ? "+" : above < 0 ? "−" : "±"}${Math.abs(above)} %`;

/** `4 min`, `0.5 min`. */
export const minutesText = (minutes: number): string =>
  `${minutes < 10 ? Math.round(minutes * 10) / 10 : Math.round(minutes)} min`;

/** `mark: an equal share, 288 h`; null: no turns are taken. */
export function markText(rows: readonly DutyRow[]): string | null {
  const share = rows.map(shareOf).find((one) => one !== null);
  return share ? `mark: an equal share, ${hoursText(share.equal)}` : null;
}

/** `rows`: of one schedule. `whole`: with the columns that only the report has. */
export function loadTable(rows: readonly DutyRow[], { whole }: { whole: boolean }): Html {
  const most = (of: (row: DutyRow) => number) => Math.max(1, ...rows.map(of));
  const scale = {
    hours: most(({ hours, above_share }) => Math.max(hours, hours - (above_share ?? 0))),
    pages: most(({ pages }) => pages),
  };
  const only = (cell: Html): Html | null => (whole ? cell : null);
  return html`<table class="load">
    <thead>
      <tr>
        <th scope="col">Person</th>
        <th scope="col">On call</th>
        <th scope="col" class="hide-s">22–07</th>
        <th scope="col" class="hide-s">Weekends</th>
        ${only(html`<th scope="col" class="num hide-s">Shifts</th>`)}
        <th scope="col">Pages</th>
        ${only(
          html`<th scope="col" class="num hide-s">Reminders</th>
            <th scope="col" class="num hide-s">Escalated</th>
            <th scope="col" class="hide-s">Acknowledged</th>`,
        )}
        <th scope="col" class="num">Share</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => {
        const share = shareOf(row);
        return html`<tr>
          <th scope="row">
            <bdi>${row.name}</bdi>
            ${
              whole && row.flags.length > 0
                ? html`<small class="tone warn"
                    >${row.flags.map((flag) => flagTexts[flag]).join(", ")}</small
                  >`
                : null
            }
          </th>
          <td>
            ${meter(row.hours / scale.hours, hoursText(row.hours), { mark: share && share.equal / scale.hours })}
          </td>
          <td class="hide-s">
            ${meter(row.night_hours / scale.hours, hoursText(row.night_hours))}
          </td>
          <td class="hide-s">
            ${meter(row.weekend_hours / scale.hours, hoursText(row.weekend_hours))}
          </td>
          ${only(html`<td class="num hide-s">${row.shifts}</td>`)}
          <td>${meter(row.pages / scale.pages, pagesText(row), { look: "pg" })}</td>
          ${only(
            html`<td class="num hide-s">${row.reminders}</td>
              <td class="num hide-s">${row.escalated}</td>
              <td class="hide-s">${acknowledgedText(row)}</td>`,
          )}
          <td class="num">
            ${share === null ? html`<span class="quiet">–</span>` : shareCell(share.above)}
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

const shareCell = (above: number): Piece =>
  Math.abs(above) >= uneven ? html`<b>${shareText(above)}</b>` : shareText(above);

const pagesText = ({ pages, night_pages: night }: DutyRow): Piece =>
  html`${pages}${night === 0 ? null : html`<small class="quiet">, ${plural(night, "night")}</small>`}`;

const acknowledgedText = ({ median_minutes: median, worst_minutes: worst }: DutyRow): Piece =>
  median === null
    ? html`<span class="quiet">–</span>`
    : html`${minutesText(median)}
        <small class="quiet">worst ${minutesText(worst ?? median)}</small>`;

/** A bar of 100, with its value in words. `mark`: a line across it. */
function meter(
  part: number,
  text: Piece,
  { look = "", mark = null }: { look?: string; mark?: number | null } = {},
): Html {
  const width = (of: number) => Math.round(Math.min(1, of) * 1000) / 10;
  return html`<span class="mt"
    ><svg class="meter ${look}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bg" width="100" height="6" />
      <rect class="v" width="${width(part)}" height="6" />
      ${
        mark === null
          ? null
          : html`<rect class="tickm" x="${Math.min(98.5, width(mark))}" width="1.5" height="6" />`
      }</svg
    ><span>${text}</span></span
  >`;
}
