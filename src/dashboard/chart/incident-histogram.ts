/** How many incidents opened in each hour of a day, or in each day. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { html, type Html } from "../html.ts";
import { coordinate } from "./scale.ts";
import { spanText, type Reader } from "./times.ts";

const unit = 5;
const height = 24;
/** The number in one column from which on it is drawn in red. */
const many = 3;

/**
 * `opened`: when incidents opened. `count` columns of `step_ms` that end now; those before them are not
 * counted. `period`: as in `last 24 hours`.
 */
export function incidentHistogram(
  opened: readonly Instant[],
  { count, step_ms, period }: { count: number; step_ms: number; period: string },
  reader: Reader,
): Html {
  const end = Math.ceil((reader.now + 1) / step_ms) * step_ms;
  const from = end - count * step_ms;
  const columns = Array<number>(count).fill(0);
  for (const at of opened) {
    const i = Math.floor((at - from) / step_ms);
    if (i >= 0 && i < count) columns[i]!++;
  }
  const total = columns.reduce((sum, one) => sum + one, 0);
  const most = Math.max(1, ...columns);
  const worst = from + columns.lastIndexOf(most) * step_ms;
  return html`<figure class="spark">
    <figcaption><b class="strong">${total}</b> opened in the ${period}</figcaption>
    <svg
      viewBox="0 0 ${count * unit - 1} ${height}"
      role="img"
      aria-label="Incidents opened, ${period}: ${total} in all${
        total === 0 ? "" : `, most (${most}) ${spanText(worst, worst + step_ms, reader)}`
      }"
    >
      ${columns.map((one, i) => {
        const y = height - 2 - Math.round(((height - 2) * one) / most);
        const at = from + i * step_ms;
        return html`<rect
          class="${one >= many ? "hot" : ""}"
          x="${i * unit}"
          y="${coordinate(y)}"
          width="${unit - 1}"
          height="${coordinate(height - y)}"
        >
          <title>${spanText(at, at + step_ms, reader)}: ${one} opened</title>
        </rect>`;
      })}
    </svg>
  </figure>`;
}
