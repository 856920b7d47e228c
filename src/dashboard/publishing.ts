/** Publishes incidents on the public status page. Pure. */
import { publicUpdateStates, type Incident, type PublicUpdateState } from "../core/model/model.ts";
import type { Entry } from "../core/incident/folded-timeline.ts";
import { updatesIn } from "../core/status/public-incident.ts";
import type { Badge } from "./badge-snippet.ts";
import { html, type Html } from "./html.ts";
import { icon } from "./icons.ts";
import { action, returning, type Frame } from "./layout.ts";
import { updateWord } from "./public/incidents.ts";
import { exactly, when } from "./words.ts";

/** An entry of a timeline, with its id. */
type PublicEntry = Entry & { id: string };

/** The addresses of a public status page. */
export interface PageAddresses {
  id: string;
  title: string;
  url: string;
  /** Badge of the whole page. */
  badge: Badge;
  /** Badges of each system. */
  systems: readonly { name: string; state: Badge; uptime: Badge }[];
}

/** A status page that shows the source of an incident. */
export type ShownOn = Pick<PageAddresses, "title" | "url">;

/**
 * The part on the page of an incident; empty when no status page shows its source. `timeline`: oldest first.
 */
export function publishPart(
  frame: Frame,
  incident: Incident,
  timeline: readonly PublicEntry[],
  pages: readonly ShownOn[],
): Html | null {
  if (pages.length === 0) return null;
  const links = pages.map(
    ({ title, url }, i) => html`${i === 0 ? null : ", "}<a href="${url}"><bdi>${title}</bdi></a>`,
  );
  const { id, published_at } = incident;
  const isPublic = published_at !== null;
  return html`<details id="publish" class="panel why">
    <summary class="ph">
      ${icon("chev", "chev")}
      <h2>Status page</h2>
      <span class="quiet push">${isPublic ? "published" : "not published"}</span>
    </summary>
    <p class="pb">
      ${
        isPublic
          ? html`Visitors of ${links} read of it, since ${when(published_at, frame)}.`
          : html`Visitors of ${links} see the state of the system, and do not read of the incident.`
      }
    </p>
    ${isPublic ? updatesPart(frame, incident, updatesIn(timeline).toReversed()) : null}
    ${
      frame.may.write
        ? html`<form
            class="stacked pb"
            method="post"
            action="${frame.base}/incidents/${id}/publish"
          >
            ${returning(frame)} ${isPublic ? null : titleField("public-title", incident)}
            ${stateField("public-state", isPublic ? "As it is" : null, null)}
            <label for="public-message"
              >${isPublic ? "An update for the public" : "What the public reads"}</label
            >
            ${messageField("public-message", "")}
            <button class="btn">${isPublic ? "Add update" : "Publish"}</button>
          </form>`
        : null
    }
    ${
      frame.may.write && isPublic
        ? html`<div class="pf">
            ${action(frame, `/incidents/${id}/unpublish`, "Remove from the status page")}
          </div>`
        : null
    }
  </details>`;
}

/** The public title and the updates, newest first, each with its corrections. */
function updatesPart(frame: Frame, incident: Incident, updates: readonly PublicEntry[]): Html {
  const { public_title: title } = incident;
  const [newest] = updates;
  return html`<ol class="posted">
    <li>
      <p><b>${title === null ? "Named after its systems" : html`<bdi>${title}</bdi>`}</b></p>
      ${
        newest && frame.may.write
          ? correction(frame, incident, newest, "title", titleField("edit-title", incident))
          : null
      }
    </li>
    ${updates.map((one) => {
      const { id, at, edited_at, public_state: state, text } = one;
      const fields = html`${stateField(`state-${id}`, "None", state)}
        <label for="message-${id}">Text</label>
        ${messageField(`message-${id}`, text)}`;
      return html`<li>
        <p>
          ${state === null ? null : html`<b>${updateWord(state)}</b>`} ${exactly(at, frame)}
          ${edited_at === null ? null : html`<span class="quiet">edited ${exactly(edited_at, frame)}</span>`}
        </p>
        <p class="preserve"><bdi>${text}</bdi></p>
        ${
          frame.may.write
            ? html`<div class="acts">
                ${correction(frame, incident, one, id, fields)}
                ${
                  updates.length === 1
                    ? null
                    : action(frame, `/incidents/${incident.id}/updates/${id}/delete`, "Delete", {
                        class: "plain slim",
                        name: `Delete the update: ${text.slice(0, 40)}`,
                      })
                }
              </div>`
            : null
        }
      </li>`;
    })}
  </ol>`;
}

/** A form that opens in its place. Corrections are not mailed. */
const correction = (
  frame: Frame,
  incident: Incident,
  update: PublicEntry,
  name: string,
  fields: Html,
): Html =>
  html`<details class="act" id="correct-${name}">
    <summary class="btn plain slim">Edit${name === "title" ? " title" : null}</summary>
    <form
      class="stacked"
      method="post"
      action="${frame.base}/incidents/${incident.id}/updates/${update.id}/correct"
    >
      ${returning(frame)} ${fields}
      <p class="help">Subscribers get no mail about a correction.</p>
      <button class="btn">Save</button>
    </form>
  </details>`;

const titleField = (id: string, { public_title }: Incident): Html =>
  html`<label for="${id}">Title for the public <span class="quiet">optional</span></label>
    <input
      id="${id}"
      name="title"
      maxlength="255"
      autocomplete="off"
      value="${public_title ?? ""}"
      aria-describedby="${id}-help"
    />
    <p class="help" id="${id}-help">Left empty: the names of the systems that it affects.</p>`;

/** `none`: the choice of no state; null: one must be chosen. */
const stateField = (id: string, none: string | null, chosen: PublicUpdateState | null): Html =>
  html`<label for="${id}">State</label>
    <select id="${id}" name="state">
      ${none === null ? null : html`<option value="">${none}</option>`}
      ${publicUpdateStates.map(
        (state) =>
          html`<option value="${state}" ${state === chosen ? html`selected` : null}>
            ${updateWord(state)}
          </option>`,
      )}
    </select>`;

const messageField = (id: string, text: string): Html =>
  html`<textarea id="${id}" name="message" rows="3" required maxlength="4000">${text}</textarea>`;
