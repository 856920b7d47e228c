/** Actions behind a button, in a `details`: it opens without a script. Pure. */
import { html, type Html, type Piece } from "../html.ts";

/** `summary`: the button. `id` keeps the menu open when the page is updated. */
export const menu = (id: string, summary: Piece, body: Piece, look = ""): Html =>
  html`<details class="menu ${look}" id="${id}">
    <summary>${summary}</summary>
    <div class="pop">${body}</div>
  </details>`;
