/** A note about the page that it is on. Pure. */
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import type { StateLook } from "./state.ts";

/** One line. */
export const note = (look: StateLook, body: Piece): Html =>
  html`<p class="note line ${look}">${icon(look)}<span>${body}</span></p>`;

/** A note with a button beside it. */
export const bigNote = (look: StateLook, body: Piece, button: Piece): Html =>
  html`<div class="note big ${look}">
    ${icon(look)}
    <div>${body}</div>
    ${button}
  </div>`;
