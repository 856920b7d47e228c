/** The heads of the columns of a list. Pure. */
import { html, type Html } from "../html.ts";

/** `""`: a column that needs none, as that of a picture or of buttons. Hidden on a phone, where rows have no columns. */
export const columnHeads = (...words: readonly string[]): Html =>
  html`<li class="heads" aria-hidden="true">
    ${words.map((word) => html`<span>${word}</span>`)}
  </li>`;
