/** One incident in one screen: the failure, the notified people, the changes before, and the actions. Pure. */
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import { incidentActions } from "../incident/actions.ts";
import { brokenPanel, reportedMessages } from "../incident/broken-panel.ts";
import { incidentHead } from "../incident/head.ts";
import type { IncidentModel, IncidentPast } from "../incident/model.ts";
import { changesPanel, hoursPanel } from "../incident/past-panel.ts";
import { similarPanel } from "../incident/similar-panel.ts";
import { isForwards, noteBox, storyEvents, storyOrder } from "../incident/story.ts";
import { summaryPanel, summaryParts, wrapUp } from "../incident/summary-panel.ts";
import { tookPanel } from "../incident/took-panel.ts";
import { wasPanel } from "../incident/was-panel.ts";
import { whoKnowsPanel } from "../incident/who-knows.ts";
import { framed, live, type Frame } from "../layout.ts";
import { publishPart } from "../publishing.ts";
import { silencedNote } from "../silenced.ts";

export const incidentPage = (frame: Frame, model: IncidentModel): string =>
  framed(
    frame,
    `#${model.incident.number} ${model.incident.title}`,
    html`<div class="case">
      <div class="chead">
        ${live("incident", html`${incidentHead(frame, model)} ${silencedNote(frame, model.quiet)}`)}
      </div>
      ${model.past === null ? present(frame, model) : past(frame, model, model.past)}
      ${story(frame, model)}
    </div>`,
    "board",
  );

/** An open incident: its failure now, and the people. */
function present(frame: Frame, model: IncidentModel): Html {
  const hours = hoursPanel(frame, model);
  return html`<div class="broken">${live("broken", brokenPanel(frame, model))}</div>
    <aside class="rail stack" aria-label="Act, and who knows">
      ${live("acts", incidentActions(frame, model))} ${live("who", whoKnowsPanel(frame, model))}
      ${publishPart(frame, model.incident, model.timeline, model.status_pages)}
    </aside>
    <div class="proof${hours === null ? "" : " split uneven"}">
      ${hours === null ? null : live("hours", hours)} ${live("changes", changesPanel(frame, model))}
    </div>`;
}

/** A resolved incident, in its own time. */
function past(frame: Frame, model: IncidentModel, own: IncidentPast): Html {
  const parts = summaryParts(frame, model, own);
  const hours = hoursPanel(frame, model);
  return html`<div class="broken stack">
      ${live("took", tookPanel(frame, own))}
      ${live("broken", html`${wasPanel(frame, model, own)} ${reportedMessages(frame, model)}`)}
    </div>
    <aside class="rail stack" aria-label="Summary, and who knew">
      ${live("acts", wrapUp(parts, incidentActions(frame, model)))}
      ${live("who", whoKnowsPanel(frame, model))}
      ${publishPart(frame, model.incident, model.timeline, model.status_pages)}
    </aside>
    <div class="proof stack">
      ${hours === null ? null : live("hours", hours)}
      <div class="split">
        ${live("changes", changesPanel(frame, model))} ${live("similar", similarPanel(frame, own))}
      </div>
      ${live("summary", summaryPanel(frame, parts))}
    </div>`;
}

const story = (frame: Frame, model: IncidentModel): Html =>
  html`<section class="panel story" aria-labelledby="story-title">
    <div class="ph">
      <h2 id="story-title">Timeline</h2>
      <span class="quiet small"
        >${plural(model.timeline.length, "entry", "entries")}${model.past === null ? ", newest first" : null}</span
      >
      ${model.past === null ? null : html`<div class="push">${storyOrder(frame, model)}</div>`}
    </div>
    ${
      isForwards(frame, model)
        ? html`${live("story", storyEvents(frame, model))} ${noteBox(frame, model)}`
        : html`${noteBox(frame, model)} ${live("story", storyEvents(frame, model))}`
    }
  </section>`;
