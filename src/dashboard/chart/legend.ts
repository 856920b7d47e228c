/** The states of cells and bars, as words beside their shapes. For readers who see the chart. Pure. */
import { html, type Html } from "../html.ts";
import { cellStates, type CellState, type Words } from "./cells.ts";

/** Top and height of each part of the shape, of 14. */
const shapes: Record<CellState, readonly (readonly [y: number, height: number])[]> = {
  ok: [[5, 9]],
  warn: [[2, 12]],
  down: [[0, 14]],
  stale: [
    [1, 5],
    [9, 5],
  ],
  silenced: [[8, 6]],
  paused: [[11, 3]],
  unknown: [
    [4, 1],
    [10, 1],
  ],
};

/** `of`: the states that the chart can show. */
export const legend = (words: Words, of: (state: CellState) => boolean): Html =>
  html`<div class="legend push hide-s" aria-hidden="true">
    ${cellStates
      .filter(of)
      .toReversed()
      .map(
        (state) =>
          html`<span class="${state}"
            ><svg viewBox="0 0 4 14">
              ${shapes[state].map(([y, height]) => html`<rect y="${y}" width="4" height="${height}" />`)}</svg
            >${words[state]}</span
          >`,
      )}
  </div>`;
