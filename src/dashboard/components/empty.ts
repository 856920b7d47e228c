/** The placeholder of an empty list: "none yet", "none match" or "all healthy". Pure. */
import { html, type Html, type Piece } from "../html.ts";
import { icon, type Icon } from "../icons.ts";

/** `look`: `ok` for good news. At most one button in `more`. */
export const empty = (shape: Icon, title: Piece, more: Piece = null, look = ""): Html =>
  html`<div class="empty ${look}">
    ${icon(shape)}<b>${title}</b>${more === null ? null : html`<span>${more}</span>`}
  </div>`;
