/**
 * The escalation of an incident as a ladder: across, as a rule of a group; down, with the people of one
 * incident. Ordinary lists, so that every reader has them. Pure.
 */
import { html, type Html, type Piece } from "../html.ts";

export interface RuleStep {
  /** `immediately`, `every 5 min, 6 times`, `after 15 min`. */
  at: Piece;
  title: Piece;
  note: Piece;
}

/** The steps of a rule, side by side. The last one says how it ends. */
export const escalationRule = (steps: readonly RuleStep[]): Html =>
  html`<ol class="steps">
    ${steps.map(
      ({ at, title, note }) =>
        html`<li>
          <span class="at">${at}</span><b>${title}</b><span class="quiet">${note}</span>
        </li>`,
    )}
  </ol>`;

export interface LadderStep {
  /** `done`: it has happened. `next`: the step that comes next. `later`: after that. */
  state: "done" | "next" | "later";
  title: Piece;
  at: Piece;
  /** A `person` each; they stay in their order. */
  people: readonly Html[];
}

/** The steps of one incident, below each other: the notified people, and the next ones. */
export const escalationLadder = (steps: readonly LadderStep[]): Html =>
  html`<ol class="ladder">
    ${steps.map(
      ({ state, title, at, people }) =>
        html`<li class="${state === "done" ? "" : state}">
          <p class="step">
            <span class="${state === "later" ? "quiet" : ""}">${title}</span
            ><span class="at">${at}</span>
          </p>
          ${
            people.length === 0
              ? null
              : html`<ul class="people">
                  ${people}
                </ul>`
          }
        </li>`,
    )}
  </ol>`;
