/** The result of the last action, in a message that goes away. Pure. */
import { html, type Html, type Piece } from "../html.ts";

export const toast = (body: Piece): Html => html`<p class="toast"><span>${body}</span></p>`;
