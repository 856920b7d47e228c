/** The outcome of the last action, said in passing. Pure. */
import { html, type Html, type Piece } from "../html.ts";

export const toast = (body: Piece): Html => html`<p class="toast"><span>${body}</span></p>`;
