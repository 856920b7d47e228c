/** A numbered step of the first run. Pure. */
import type { Fault } from "../../core/model/fault.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { csrfField, type Frame } from "../layout.ts";

/** `now`: it waits for the reader. `later`: another step comes first. */
export type StepState = "done" | "now" | "later";

export const step = (state: StepState, number: number, title: string, body: Piece): Html =>
  html`<section class="step">
    <span class="nth ${state}" aria-hidden="true">${state === "done" ? "✓" : number}</span>
    <div class="stack">
      <h2>${title}${state === "done" ? html`<span class="unseen">: done</span>` : null}</h2>
      ${body}
    </div>
  </section>`;

/** The form of a step: it is sent to this page, and its button names the action. */
export const stepForm = (frame: Frame, body: Piece): Html =>
  html`<form class="stack" method="post" action="${frame.base}${frame.path}">
    ${csrfField(frame)}${body}
  </form>`;

/** The fault below a field; null: none. */
export function faultOf(faults: readonly Fault[], field: string): Html | null {
  const fault = faults.find((one) => one.field === field);
  return fault
    ? html`<p class="err" id="${field}-error" role="alert">
        ${icon("down")}<span>${fault.message}</span>
      </p>`
    : null;
}
