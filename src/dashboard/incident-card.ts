/**
 * An incident as a card: what failed, since when, who was notified, and the button to acknowledge it.
 * Pure.
 */
import type { Reach } from "../core/explain/reach.ts";
import type { Incident } from "../core/model/model.ts";
import { html, type Html } from "./html.ts";
import { action, type Frame } from "./layout.ts";
import type { SilenceInEffect } from "../core/silence/silenced.ts";
import { reachLine } from "./reach.ts";
import { silencedLine } from "./silenced.ts";
import { state } from "./components/state.ts";
import { when } from "./words.ts";

export interface CardModel {
  incident: Incident;
  /** Titles of the monitor or group it is about, and of the notified group. */
  source_title: string | null;
  group_title: string | null;
  reach: Reach;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
}

/** The place of the source in the dashboard. */
export const sourcePath = ({ source, source_id }: Pick<Incident, "source" | "source_id">) =>
  `/${source}s/${source_id}`;

/** The button to acknowledge; empty for users without the right, and for resolved incidents. */
export function acknowledge(frame: Frame, incident: Incident, look = "primary"): Html | null {
  if (!frame.may.respond || incident.status !== "open") return null;
  return action(frame, `/incidents/${incident.id}/acknowledge`, "Acknowledge", {
    class: look,
    undo: `/incidents/${incident.id}/unacknowledge`,
    name: `Acknowledge incident ${incident.number}: ${incident.title}`,
  });
}

export function incidentCard(frame: Frame, model: CardModel): Html {
  const { incident, group_title, reach, quiet } = model;
  const path = `${frame.base}/incidents/${incident.number}`;
  return html`<article
    class="card ${incident.status === "open" ? "bad" : "warn"}"
    id="incident-${incident.number}"
    data-incident="${incident.id}"
  >
    <h3>
      <a href="${path}">#${incident.number} ${incident.title}</a>
    </h3>
    <p class="sub">
      ${state(incident.status)}
      <span>priority ${incident.priority_level}</span>
      <span>since ${when(incident.opened_at, frame.now)}</span>
      ${
        group_title === null
          ? null
          : html`<a href="${frame.base}/alert_groups/${incident.alert_group_id}">${group_title}</a>`
      }
    </p>
    ${incident.summary === "" ? null : html`<p class="error">${incident.summary}</p>`}
    ${silencedLine(quiet)}
    ${
      incident.acknowledged_at === null
        ? reachLine(frame, incident, reach)
        : html`<p class="told">
            Acknowledged by ${incident.acknowledged_by ?? "somebody"}
            ${when(incident.acknowledged_at, frame.now)}
          </p>`
    }
    ${acknowledge(frame, incident)}
  </article>`;
}
