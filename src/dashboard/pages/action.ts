/** The page behind a link of a mail: one button, and its result. Works without JavaScript. Pure. */
import type { ActionVerb } from "../../core/access/signed-action.ts";
import type { Incident } from "../../core/model/model.ts";
import type { Reader } from "../chart/times.ts";
import { html, type Html } from "../html.ts";
import { page } from "../layout.ts";
import { state } from "../components/state.ts";
import { when } from "../words.ts";

export interface ActionModel extends Reader {
  /** Path of this page, for its form. */
  path: string;
  verb: ActionVerb;
  /** The owner of the device, in whose name the action is taken. */
  person: string;
  /** null: the action concerns the device, or the incident was deleted. */
  incident: Incident | null;
}

const robots = html`<meta name="robots" content="noindex" />`;

/** Asks for the press of the button. */
export function actionPage(base: string, model: ActionModel): string {
  const { path, verb, person, incident } = model;
  const { question, explanation, button } = words[verb];
  return page(
    base,
    question,
    html`<h1>${question}</h1>
      ${incident === null ? null : incidentOf(base, incident, model)}
      <p>${explanation(person)}</p>
      <form method="post" action="${path}">
        <button class="btn primary">${button}</button>
      </form>`,
    robots,
  );
}

/** Shows the result of the press. */
export const actionTakenPage = (base: string, result: string): string =>
  page(
    base,
    result,
    html`<h1><span aria-hidden="true">✓</span> ${result}</h1>
      <p>You can close this page.</p>`,
    robots,
  );

const incidentOf = (base: string, incident: Incident, reader: Reader): Html =>
  html`<div class="card">
    <h2>
      <a href="${base}/incidents/${incident.number}">#${incident.number}</a> ${incident.title}
    </h2>
    <p>${incident.summary}</p>
    <p class="sub">
      ${state(incident.status)} <span>opened ${when(incident.opened_at, reader)}</span>
      ${
        incident.acknowledged_by === null
          ? null
          : html`<span>acknowledged by ${incident.acknowledged_by}</span>`
      }
    </p>
  </div>`;

const words: Record<
  ActionVerb,
  { question: string; explanation: (person: string) => string; button: string }
> = {
  acknowledge: {
    question: "Acknowledge this incident?",
    explanation: (person) => `It is acknowledged in the name of ${person}.`,
    button: "Acknowledge",
  },
  snooze: {
    question: "Snooze this incident for 1 h?",
    explanation: (person) =>
      `It is acknowledged in the name of ${person} for 1 h. Unless it is resolved by then, it pages again.`,
    button: "Snooze 1 h",
  },
  confirm: {
    question: "Did it arrive?",
    explanation: (person) =>
      `Press the button to confirm that ${person} receives notifications where you found this link.`,
    button: "I got it",
  },
  here: {
    question: "Are you there for your shift?",
    explanation: (person) => `The others see that ${person} is there for the shift.`,
    button: "I am here",
  },
  take_over: {
    question: "Take over this incident?",
    explanation: (person) =>
      `It is acknowledged in the name of ${person}, in place of who did before.`,
    button: "Take over",
  },
};
