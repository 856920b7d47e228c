/** One incident in one screen: the failure, the notified people, the changes before, and the actions. Pure. */
import { plural } from "../../core/text/plural.ts";
import { html } from "../html.ts";
import { incidentActions } from "../incident/actions.ts";
import { brokenPanel } from "../incident/broken-panel.ts";
import { incidentHead } from "../incident/head.ts";
import type { IncidentModel } from "../incident/model.ts";
import { changesPanel, lastHoursPanel } from "../incident/past-panel.ts";
import { noteBox, storyEvents } from "../incident/story.ts";
import { whoKnowsPanel } from "../incident/who-knows.ts";
import { framed, live, type Frame } from "../layout.ts";
import { publishPart } from "../publishing.ts";
import { silencedNote } from "../silenced.ts";

export function incidentPage(frame: Frame, model: IncidentModel): string {
  const { incident, timeline } = model;
  const hours = lastHoursPanel(frame, model);
  return framed(
    frame,
    `#${incident.number} ${incident.title}`,
    html`<div class="case">
      <div class="chead">
        ${live("incident", html`${incidentHead(frame, model)} ${silencedNote(frame, model.quiet)}`)}
      </div>
      <div class="broken">${live("broken", brokenPanel(frame, model))}</div>
      <aside class="rail stack" aria-label="Act, and who knows">
        ${live("acts", incidentActions(frame, model))} ${live("who", whoKnowsPanel(frame, model))}
        ${publishPart(frame, incident, model.status_pages)}
      </aside>
      <div class="proof${hours === null ? "" : " split uneven"}">
        ${hours === null ? null : live("hours", hours)}
        ${live("changes", changesPanel(frame, model))}
      </div>
      <section class="panel story" aria-labelledby="story-title">
        <div class="ph">
          <h2 id="story-title">Timeline</h2>
          <span class="quiet small push"
            >${plural(timeline.length, "entry", "entries")}, newest first</span
          >
        </div>
        ${noteBox(frame, model)} ${live("story", storyEvents(frame, model))}
      </section>
    </div>`,
    "board",
  );
}
