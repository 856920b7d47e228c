/** The duty of the visitor in the last 90 days, by schedule. Pure. */
import { shareOf } from "../../core/on-call/report-text.ts";
import type { DutyRow } from "../../core/on-call/report.ts";
import { facts } from "../components/facts.ts";
import { panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import { loadDays } from "./panel.ts";
import { hoursText, minutesText } from "./table.ts";

/** `rows`: of the visitor, one for each schedule; null: without rows. */
export function ownLoadPanel(rows: readonly DutyRow[]): Html | null {
  if (rows.length === 0) return null;
  return panel(
    { id: "load-title", title: `Your last ${loadDays} days` },
    html`<div class="pb">
      ${rows.map(
        (row) =>
          html`${rows.length === 1 ? null : html`<h3><bdi>${row.schedule}</bdi></h3>`}
          ${facts([
            ["On call", beside(hoursText(row.hours), shareSentence(row))],
            [
              "Pages",
              beside(row.pages, row.night_pages === 0 ? null : `${row.night_pages} at night`),
            ],
            ["Acknowledged", acknowledged(row)],
          ])}`,
      )}
    </div>`,
  );
}

const beside = (value: Piece, more: string | null): Html =>
  html`${value} ${more === null ? null : html`<span class="quiet">${more}</span>`}`;

/** `21 % above an equal share`. */
function shareSentence(row: DutyRow): string | null {
  const share = shareOf(row);
  if (share === null) return null;
  return share.above === 0
    ? "an equal share"
    : `${Math.abs(share.above)} % ${share.above > 0 ? "above" : "below"} an equal share`;
}

const acknowledged = ({ median_minutes: median, worst_minutes: worst }: DutyRow): Piece =>
  median === null
    ? null
    : beside(`in ${minutesText(median)}`, `median, worst ${minutesText(worst ?? median)}`);
