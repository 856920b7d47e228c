/** One incident: what failed, who was notified, its timeline, and the possible actions. Pure. */
import type { Incident, TimelineEntry, TimelineKind } from "../../core/model/model.ts";
import type { Guidance } from "../../core/incident/guidance.ts";
import type { Reach } from "../../core/explain/reach.ts";
import type { Receipt } from "../../core/explain/receipt.ts";
import { html, type Html } from "../html.ts";
import { acknowledge, sourcePath } from "../incident-card.ts";
import type { Explanation } from "../../core/explain/explain.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import { details } from "../details.ts";
import { guidancePart } from "../guidance.ts";
import { explained } from "../explained.ts";
import { action, csrfField, framed, live, type Frame } from "../layout.ts";
import { reachLine } from "../reach.ts";
import { receipts } from "../receipts.ts";
import { publishPart } from "../publishing.ts";
import { readOnlyNotice, silenceButtons, silencedNote } from "../silenced.ts";
import { state } from "../components/state.ts";
import { exactly, when } from "../words.ts";

export interface IncidentModel {
  incident: Incident;
  guidance: Guidance;
  source_title: string | null;
  group_title: string | null;
  timeline: readonly Omit<TimelineEntry, "id" | "incident_id">[];
  reach: Reach;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
  /** Where the public status page of its group is; null: it has none. */
  status_page_url: string | null;
  /** Why members were notified, or were not. */
  explanation: Explanation;
  /** The outcome of each member's notifications. */
  receipts: readonly Receipt[];
}

const glyphs: Partial<Record<TimelineKind, string>> = {
  opened: "✗",
  acknowledged: "◐",
  note: "✎",
  published: "⇧",
  unpublished: "⇩",
  resolved: "✓",
  delivered: "→",
  not_reached: "!",
  refused: "!",
  expired: "!",
  nobody_to_notify: "!",
};

export function incidentPage(frame: Frame, model: IncidentModel): string {
  const { incident } = model;
  const path = `${frame.base}/incidents/${incident.id}`;
  return framed(
    frame,
    `#${incident.number} ${incident.title}`,
    html`<p class="quiet"><a href="${frame.base}/incidents">Incidents</a></p>
      ${live(
        "incident",
        html`<h1>#${incident.number} ${incident.title}</h1>
          ${reachLine(frame, incident, model.reach)}
          <p class="sub">
            ${state(incident.status)}
            <span>priority ${incident.priority_level}</span>
            <span>since ${when(incident.opened_at, frame.now)}</span>
            <a href="${frame.base}${sourcePath(incident)}"
              >${model.source_title ?? "what it is about"}</a
            >
            ${
              model.group_title === null
                ? null
                : html`<span
                    >notifies
                    <a href="${frame.base}/alert_groups/${incident.alert_group_id}"
                      >${model.group_title}</a
                    ></span
                  >`
            }
          </p>
          ${incident.summary === "" ? null : html`<p class="error">${incident.summary}</p>`}
          ${guidancePart(model.guidance)}
          ${
            incident.acknowledged_at === null
              ? null
              : html`<p>
                  Acknowledged by ${incident.acknowledged_by ?? "somebody"}
                  ${when(incident.acknowledged_at, frame.now)}.
                </p>`
          }
          ${
            incident.resolved_at === null
              ? null
              : html`<p>
                  Over ${when(incident.resolved_at, frame.now)}:
                  ${incident.resolved_reason ?? "resolved"} ${incident.pages_again}
                </p>`
          }
          ${silencedNote(frame, model.quiet)}
          ${
            frame.may.respond && incident.status !== "resolved"
              ? html`<div class="buttons">
                  ${acknowledge(frame, incident)}
                  ${
                    incident.status === "acknowledged"
                      ? action(frame, `/incidents/${incident.id}/unacknowledge`, "Give back")
                      : null
                  }
                  ${model.quiet ? null : silenceButtons(frame, `incident:${incident.id}`)}
                </div>`
              : readOnlyNotice(frame)
          }`,
      )}
      ${forms(frame, incident, path)} ${publishPart(frame, incident, model.status_page_url)}
      ${live(
        "story",
        html`<h2>What happened</h2>
          <ol class="timeline">
            ${model.timeline.map(
              (entry) =>
                html`<li>
                  <span class="glyph" aria-hidden="true">${glyphs[entry.kind] ?? "·"}</span>
                  <div>
                    <p class="preserve">${entry.text}</p>
                    <p class="quiet">
                      ${exactly(entry.at)}${entry.actor === null ? null : ` · ${entry.actor}`}
                    </p>
                  </div>
                </li>`,
            )}
          </ol>
          ${receipts(model.receipts)}
          <h2>Who was notified</h2>
          ${explained(model.explanation)} ${details(incident.details)}`,
      )}`,
  );
}

function forms(frame: Frame, incident: Incident, path: string): Html | null {
  if (!frame.may.respond) return null;
  return html`<div class="side-by-side">
    <form class="stacked" method="post" action="${path}/notes">
      ${csrfField(frame)}
      <input type="hidden" name="back" value="${frame.path}" />
      <label for="note">Write something down</label>
      <textarea id="note" name="text" rows="2" required maxlength="4000"></textarea>
      <button class="btn">Add note</button>
    </form>
    ${
      incident.status === "resolved"
        ? null
        : html`<form class="stacked" method="post" action="${path}/resolve">
            ${csrfField(frame)}
            <input type="hidden" name="back" value="${frame.path}" />
            <label for="reason">It is over, because</label>
            <input id="reason" name="reason" maxlength="1000" />
            <button class="btn">Resolve</button>
          </form>`
    }
  </div>`;
}
