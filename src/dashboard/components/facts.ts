/** Settings in words, without a form. Pure. */
import { html, type Html, type Piece } from "../html.ts";

/** Rows of a term and its value; a row whose value is null is left out. */
export const facts = (of: readonly [term: Piece, value: Piece][]): Html =>
  html`<dl class="facts">
    ${of.map(([term, value]) =>
      value === null
        ? null
        : html`<dt>${term}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`;
