/** The facts of a resolved incident as a text to copy, and the paper view. Pure. */
import { pastTense } from "../../core/text/actor.ts";
import {
  incidentSummary,
  summaryText,
  type SummaryFacts,
  type SummaryPart,
} from "../../core/incident/summary.ts";
import type { ChangeBefore } from "../../core/incident/changes-before.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { linked } from "../words.ts";
import type { IncidentModel, IncidentPast } from "./model.ts";

/** Changes that are named at most. */
const maxChanges = 5;

/** The paragraphs, in the reader's zone. */
export const summaryParts = (
  frame: Frame,
  model: IncidentModel,
  past: IncidentPast,
): SummaryPart[] => incidentSummary(factsOf(model, past), frame.zone);

function factsOf(model: IncidentModel, { phases, broken }: IncidentPast): SummaryFacts {
  const { incident, ladder, changes, timeline } = model;
  return {
    incident,
    phases,
    timeline,
    broken: broken.map(({ name, label, text }) => ({ name: label ?? name, text })),
    escalations: ladder
      .slice(1)
      .flatMap(({ group, at }) =>
        group === null || at === null ? [] : [{ title: group.title, at }],
      ),
    changes: changes
      .slice(0, maxChanges)
      .map((one) => ({ at: one.at, text: changeText(one) }))
      .toReversed(),
  };
}

function changeText(change: ChangeBefore): string {
  switch (change.kind) {
    case "setting":
      return `${change.event.actor} ${pastTense(change.event.action)} ${change.event.object_title ?? "it"}`;
    case "incident":
      return `#${change.incident.number} ${change.incident.title}`;
    case "mark":
      return `${change.mark.text} (${change.mark.by})`;
  }
}

/** The buttons of a resolved incident. The script copies and prints; without it, the text is on the page. */
export const wrapUp = (parts: readonly SummaryPart[], more: Html | null): Html =>
  html`<div class="acts wrapup">
    <button class="btn primary" type="button" data-copy="${summaryText(parts)}">
      ${icon("copy", "s12")}Copy summary
    </button>
    <button class="btn" type="button" data-print>Print</button>
    ${more}
  </div>`;

export const summaryPanel = (frame: Frame, parts: readonly SummaryPart[]): Html =>
  panel(
    {
      id: "summary-title",
      title: "Summary",
      tools: html`<span class="quiet small push">from the facts above</span>`,
    },
    html`<div class="pb prose">
      ${parts.map(
        ({ label, text }) =>
          html`<p>
            ${label === null ? null : html`<b>${label}:</b> `}<bdi>${linked(text, frame)}</bdi>
          </p>`,
      )}
    </div>`,
  );
