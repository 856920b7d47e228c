/** The result of the last action, in a message in passing. Pure. */
import { html, type Html, type Piece } from "../html.ts";

/** `undo`: a button that takes it back, which leaves after some seconds. */
export const toast = (body: Piece, undo: Piece = null): Html =>
  html`<div class="toast"><span>${body}</span>${undo}</div>`;
