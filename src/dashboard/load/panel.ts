/** The load of a schedule in the last 90 days, as a panel of its page. Pure. */
import type { DutyRow } from "../../core/on-call/report.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { loadTable, markText } from "./table.ts";

/** The days of a load, beside the report of any period. */
export const loadDays = 90;

/** `rows`: of the schedule. */
export function loadPanel({ base }: Frame, id: string, rows: readonly DutyRow[]): Html {
  const mark = markText(rows);
  return panel(
    {
      id: "load-title",
      title: "Load",
      tools: html`<span class="quiet small"
          >last ${loadDays}
          days${mark === null ? null : html`<span class="hide-s"> · ${mark}</span>`}</span
        ><a class="push small" href="${base}/reports/on_call?period=90d#schedule-${id}">Report</a>`,
    },
    rows.some(({ hours }) => hours > 0)
      ? loadTable(rows, { whole: false })
      : empty("cal", `Nobody was on call in the last ${loadDays} days`),
  );
}
