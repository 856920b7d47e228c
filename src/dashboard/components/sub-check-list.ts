/** Sub-checks without their past: of a check on demand, and of a report that is not the last one. Pure. */
import type { CheckResult } from "../../core/model/model.ts";
import { remedyOf } from "../../core/status/remedies.ts";
import { subCheckState, subCheckWords } from "../chart/cells.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";

export type SubCheckLine = Omit<CheckResult, "meta">;

export const subCheckList = (results: readonly SubCheckLine[]): Html =>
  html`<ul class="sub-checks">
    ${results.map((one) => subCheckLine(one, subCheckDetail(one)))}
  </ul>`;

/** One row: its state, name and summary, and `more` below the summary. */
export function subCheckLine(one: SubCheckLine, more: Piece): Html {
  const look = subCheckState(one.status);
  return html`<li class="fail ${look}">
    ${icon(look)}<b><bdi>${one.label ?? one.name}</bdi></b
    ><span><bdi>${one.short_summary ?? ""}</bdi>${more}</span
    ><span class="since-s"><bdi>${one.reported_status ?? subCheckWords[look]}</bdi></span>
  </li>`;
}

/** The message of a sub-check where it says more than the summary, and how to fix the failure; null: neither. */
export function subCheckDetail(one: SubCheckLine): Html | null {
  const { notification_message: message, short_summary } = one;
  const says = message !== null && message !== short_summary;
  const remedy = remedyOf(one);
  if (!says && remedy === null) return null;
  return html`${says ? html`<p class="err"><bdi>${message}</bdi></p>` : null}${
    remedy === null ? null : html`<p class="quiet">${remedy}</p>`
  }`;
}
