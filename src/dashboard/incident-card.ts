/**
 * An incident as a card: what failed, since when, who was notified, and the button to acknowledge it.
 * Pure.
 */
import type { Incident, Transition } from "../core/model/model.ts";
import { html, type Html } from "./html.ts";
import { action, type Frame } from "./layout.ts";
import type { SilenceInEffect } from "../core/silence/silenced.ts";
import { silencedLine } from "./silenced.ts";
import { sentGlyph, sentWord, state, when } from "./words.ts";

/** One device of the incident's recipients. */
export interface Told {
  transition: Transition;
  state: Parameters<typeof sentWord>[0];
  person: string;
  device: string | null;
  last_error: string | null;
}

export interface CardModel {
  incident: Incident;
  /** Titles of the monitor or group it is about, and of the notified group. */
  source_title: string | null;
  group_title: string | null;
  told: readonly Told[];
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
}

/** Maximum number of devices shown; the rest is a number. */
const maxShown = 6;

/** `Ada (Pixel) ✓ delivered · …`, of the openings. */
export function deliveryLine(told: readonly Told[]): Html {
  const openings = told.filter(({ transition }) => transition === "opened");
  if (openings.length === 0)
    return html`<p class="told bad-text">Nobody was told: the group reaches no device.</p>`;
  const arrived = openings.some((one) => one.state === "delivered");
  const lost = openings.every((one) => one.state === "refused" || one.state === "expired");
  return html`<p class="told ${lost ? "bad-text" : ""}">
    ${lost ? "Reached nobody: " : arrived ? "Told " : "Being told "}${openings
      .slice(0, maxShown)
      .map(
        (one, i) =>
          html`${i > 0 ? " · " : null}<span
              >${one.person}${one.device ? ` (${one.device})` : null}
              <span aria-hidden="true">${sentGlyph(one.state)}</span>
              ${sentWord(one.state)}${
                one.state !== "delivered" && one.last_error ? html` <q>${one.last_error}</q>` : null
              }</span
            >`,
      )}${openings.length > maxShown ? ` and ${openings.length - maxShown} more` : null}
  </p>`;
}

/** The place of the source in the dashboard. */
export const sourcePath = ({ source, source_id }: Pick<Incident, "source" | "source_id">) =>
  `/${source}s/${source_id}`;

/** The button to acknowledge; empty for users without the right, and for resolved incidents. */
export function acknowledge(frame: Frame, incident: Incident): Html | null {
  if (!frame.may.write || incident.status !== "open") return null;
  return action(frame, `/incidents/${incident.id}/acknowledge`, "Acknowledge", {
    class: "primary wide",
    name: `Acknowledge incident ${incident.number}: ${incident.title}`,
  });
}

export function incidentCard(frame: Frame, model: CardModel): Html {
  const { incident, group_title, told, quiet } = model;
  const path = `${frame.base}/incidents/${incident.number}`;
  return html`<article
    class="card ${incident.status === "open" ? "bad" : "warn"}"
    id="incident-${incident.number}"
    data-incident="${incident.id}"
  >
    <h3>
      <a href="${path}">#${incident.number} ${incident.title}</a>
    </h3>
    <p class="facts">
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
        ? deliveryLine(told)
        : html`<p class="told">
            Taken by ${incident.acknowledged_by ?? "somebody"}
            ${when(incident.acknowledged_at, frame.now)}
          </p>`
    }
    ${acknowledge(frame, incident)}
  </article>`;
}
