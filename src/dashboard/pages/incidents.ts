/** All incidents, the newest first. Pure. */
import type { Incident } from "../../core/model/model.ts";
import { html, type Html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { state } from "../components/state.ts";
import { exactly } from "../words.ts";

export interface IncidentsModel {
  incidents: readonly Incident[];
  /** Query of the page with older incidents; null: there is none. */
  older: string | null;
}

/** A line of an incident, in any list of them. */
export function incidentLine(frame: Frame, incident: Incident): Html {
  return html`<li>
    ${state(incident.status)}
    <a href="${frame.base}/incidents/${incident.number}">#${incident.number} ${incident.title}</a>
    <span class="quiet">${exactly(incident.opened_at)}</span>
    ${incident.summary === "" ? null : html`<p class="reason">${incident.summary}</p>`}
  </li>`;
}

export function incidentsPage(frame: Frame, model: IncidentsModel): string {
  return framed(
    frame,
    "Incidents",
    html`<h1>Incidents</h1>
      ${live(
        "incidents",
        model.incidents.length === 0
          ? html`<p class="empty">
              Nothing was ever wrong. Incidents open by themselves when a monitor goes down, when
              errors are too many, or when another tool posts an alert to a group's URL.
            </p>`
          : html`<ul class="lines">
              ${model.incidents.map((one) => incidentLine(frame, one))}
            </ul>`,
      )}
      ${older(frame, "/incidents", model.older)}`,
  );
}

/** A link to the older entries. */
export const older = (frame: Frame, path: string, query: string | null) =>
  query === null
    ? null
    : html`<nav class="pages" aria-label="Pages">
        <a href="${frame.base}${path}?${query}">Older →</a>
      </nav>`;
