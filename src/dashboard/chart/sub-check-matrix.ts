/**
 * The sub-check matrix: a row per sub-check, worst first, with its last 24 h in 48 cells. It shows since when
 * a sub-check fails, and whether it failed before. Pure.
 */
import type { Instant } from "../../core/model/model.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import {
  cellRuns,
  cellStates,
  findingOf,
  isFault,
  runPath,
  runTitle,
  slotsUntil,
  subCheckWords,
  type CellState,
  type Slots,
  type StateSpan,
} from "./cells.ts";
import { coordinate, isolated, scale } from "./scale.ts";
import { axisLabels, type Reader } from "./times.ts";

/** 48 cells of 30 min are 24 h. */
const cells = { count: 48, step_ms: 30 * 60_000, unit: 6, width: 288, height: 28 };

/** Rows that are shown at most; from there on the healthy ones are folded. */
const maxRows = 20;

export interface MatrixRow {
  /** The label, else the name; foreign text. */
  title: string;
  /** The state now; `unknown` when it is of an old report. */
  state: CellState;
  spans: readonly StateSpan[];
  /** The value now and since when, beside the cells. */
  value: Piece;
  /** More about a failure, below the row; null: none. */
  detail: Piece;
}

const rank = (state: CellState) => -cellStates.indexOf(state);
const isBad = ({ state }: MatrixRow) => isFault(state);

/** Worst now first, then worst within the day, then by name. */
function byFault(a: MatrixRow, b: MatrixRow, since: Instant): number {
  const worst = ({ spans }: MatrixRow) =>
    Math.min(0, ...spans.filter(({ to }) => to > since).map(({ state }) => rank(state)));
  return (
    Number(isBad(b)) - Number(isBad(a)) ||
    (isBad(a) ? rank(a.state) - rank(b.state) : 0) ||
    Number(a.state === "paused") - Number(b.state === "paused") ||
    worst(a) - worst(b) ||
    a.title.localeCompare(b.title)
  );
}

/** `incident_at`: when the open incident began, as a line through all rows; null: none is open. */
export function subCheckMatrix(
  rows: readonly MatrixRow[],
  incident_at: Instant | null,
  reader: Reader,
): Html {
  const slots = slotsUntil(reader.now, cells.count, cells.step_ms);
  const sorted = rows.toSorted((a, b) => byFault(a, b, slots.from));
  const bad = sorted.filter(isBad).length;
  const shown = sorted.slice(0, sorted.length > maxRows ? Math.max(bad, maxRows) : undefined);
  const folded = sorted.slice(shown.length);
  // One stop for the whole matrix: the arrow keys go from row to row.
  const row = (one: MatrixRow) => matrixRow(one, one === sorted[0], incident_at, slots, reader);
  return html`<ul class="matrix">
      ${shown.map(row)}
      <li class="mx" aria-hidden="true">
        <span class="hide-s">Worst first</span>
        <span class="ax"
          >${axisLabels(slots.from, slots.from + slots.count * slots.step_ms, 4, reader).map((text) => html`<span>${text}</span>`)}</span
        >
        <span></span>
      </li>
    </ul>
    ${
      folded.length === 0
        ? null
        : html`<details class="matrix-more" id="more-sub-checks">
            <summary>
              ${icon("chev", "chev")}${folded.length}
              more${folded.every(({ state }) => state === "ok") ? ", all ok" : ", none failing"}
            </summary>
            <ul class="matrix">
              ${folded.map(row)}
            </ul>
          </details>`
    }`;
}

function matrixRow(
  row: MatrixRow,
  focusable: boolean,
  incident_at: Instant | null,
  slots: Slots,
  reader: Reader,
): Html {
  const { title, state, spans, value, detail } = row;
  const x = scale(slots.from, slots.from + slots.count * slots.step_ms, cells.width);
  return html`<li class="${state}${isBad(row) ? " failing" : ""}">
    <span class="lab"
      >${icon(state)}<b class="cut"><bdi>${title}</bdi></b
      ><span class="unseen">${subCheckWords[state]}</span></span
    ><svg
      class="cells"
      viewBox="0 0 ${cells.width} ${cells.height}"
      preserveAspectRatio="none"
      role="img"
      tabindex="${focusable ? 0 : -1}"
      aria-label="${isolated(title)}, last 24 hours: ${findingOf(spans, slots.from, subCheckWords, reader)}"
    >
      ${cellRuns(spans, slots).map((run) =>
        runPath(
          run,
          cells.unit,
          run.state === "unknown" ? [8, 20] : [14],
          runTitle(run, spans, slots, subCheckWords, reader),
        ),
      )}
      ${
        incident_at === null || incident_at < slots.from
          ? null
          : html`<path class="mark" d="M${coordinate(x(incident_at))} 0V28" />`
      }</svg
    ><span class="now cut${isBad(row) ? "" : " quiet"}">${value}</span>${
      detail === null || detail === undefined || detail === false
        ? null
        : html`<div class="detail">${detail}</div>`
    }
  </li>`;
}
