/** The states of a monitor over some hours, as one strip above another chart on the same axis. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { html, type Html } from "../html.ts";
import {
  cellRuns,
  findingOf,
  monitorWords,
  runTitle,
  type CellState,
  type StateSpan,
} from "./cells.ts";
import { isolated } from "./scale.ts";
import type { Reader } from "./times.ts";

/** Pieces of the strip, 4 units wide each: a monitor that flaps does not make it larger. */
const pieces = { count: 250, unit: 4 };

/** How high each state is, of 12. */
const heights: Record<CellState, number> = {
  ok: 7,
  warn: 10,
  down: 12,
  stale: 12,
  silenced: 5,
  paused: 3,
  unknown: 1,
};

/** `title`: of the monitor; may be foreign text. `period`: as in `last 12 hours`. */
export function stateStrip(
  strip: {
    title: string;
    period: string;
    from: Instant;
    to: Instant;
    spans: readonly StateSpan[];
  },
  reader: Reader,
): Html {
  const { title, period, from, to, spans } = strip;
  const slots = { from, step_ms: (to - from) / pieces.count, count: pieces.count };
  return html`<div class="chart above">
    <span class="y1" aria-hidden="true">State</span
    ><svg
      class="strip"
      viewBox="0 0 ${pieces.count * pieces.unit} 12"
      preserveAspectRatio="none"
      role="img"
      tabindex="0"
      aria-label="State of ${isolated(title)}, ${period}: ${findingOf(spans, from, monitorWords, reader)}"
    >
      ${cellRuns(spans, slots).map((run) => {
        const height = heights[run.state];
        // A gap of 2 units between runs; a run of one piece stays visible.
        const width = (run.end - run.first) * pieces.unit - (run.end === pieces.count ? 0 : 2);
        return html`<rect
          class="${run.state}"
          x="${run.first * pieces.unit}"
          y="${12 - height}"
          width="${width}"
          height="${height}"
        >
          <title>${runTitle(run, spans, slots, monitorWords, reader)}</title>
        </rect>`;
      })}
    </svg>
  </div>`;
}
