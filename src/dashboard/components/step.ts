/** A step of several on one page, with its number. Pure. */
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";

/** `now`: the step that waits for the reader. */
export type StepState = "done" | "now" | "";

export const step = (state: StepState, number: number, title: Piece, body: Piece): Html =>
  html`<li class="step">
    <span class="nth ${state}">${state === "done" ? icon("ok") : number}</span>
    <div class="stack">
      <h2>${title}</h2>
      ${body}
    </div>
  </li>`;
