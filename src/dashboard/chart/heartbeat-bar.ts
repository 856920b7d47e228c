/** The heartbeat bar of a monitor: 24 h in 45 cells. The same in lists, on its page and in public. Pure. */
import { html, type Html } from "../html.ts";
import {
  cellRuns,
  findingOf,
  monitorWords,
  runPath,
  runTitle,
  slotsUntil,
  type CellState,
  type StateSpan,
} from "./cells.ts";
import { isolated } from "./scale.ts";
import type { Reader } from "./times.ts";

/** 45 cells of 32 min are 24 h. */
const cells = { count: 45, step_ms: 32 * 60_000, unit: 5 };

/** Where the line of each state lies, from the top; the stylesheet sets how thick it is. */
const heights: Record<CellState, readonly number[]> = {
  ok: [14],
  warn: [12],
  down: [10],
  stale: [3.5, 16.5],
  silenced: [16],
  paused: [18],
  unknown: [9, 19],
};

/**
 * `title`: of the monitor; may be foreign text. `spans`: its states, at least of the last 24 h. `uptime`:
 * for the label, for example `98.41 % up`; without it the label describes the cells.
 */
export function heartbeatBar(
  { title, spans, uptime }: { title: string; spans: readonly StateSpan[]; uptime?: string | null },
  reader: Reader,
): Html {
  const slots = slotsUntil(reader.now, cells.count, cells.step_ms);
  const finding = findingOf(spans, slots.from, monitorWords, reader);
  return html`<svg
    class="bars"
    viewBox="0 0 224 20"
    role="img"
    aria-label="${isolated(title)}, last 24 hours: ${uptime ? `${uptime}, ` : ""}${finding}"
  >
    ${cellRuns(spans, slots).map((run) =>
      runPath(
        run,
        cells.unit,
        heights[run.state],
        runTitle(run, spans, slots, monitorWords, reader),
      ),
    )}
  </svg>`;
}
