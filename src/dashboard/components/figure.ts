/** A figure and its meaning, side by side with others in `.figs`. Pure. */
import { html, type Html, type Piece } from "../html.ts";

/** `look`: of the value, where it stands out. */
export const figure = (value: Piece, label: Piece, look = ""): Html =>
  html`<p><b class="${look}">${value}</b><span>${label}</span></p>`;
