/** Publishes incidents on the public status page. Pure. */
import { publicUpdateStates, type Incident } from "../core/model/model.ts";
import type { Badge } from "./badge-snippet.ts";
import { html, type Html } from "./html.ts";
import { icon } from "./icons.ts";
import { action, returning, type Frame } from "./layout.ts";
import { updateWord } from "./public/incidents.ts";
import { when } from "./words.ts";

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

/** The part on the page of an incident; empty when no status page shows its source. */
export function publishPart(
  frame: Frame,
  incident: Incident,
  pages: readonly ShownOn[],
): Html | null {
  if (pages.length === 0) return null;
  const links = pages.map(
    ({ title, url }, i) => html`${i === 0 ? null : ", "}<a href="${url}"><bdi>${title}</bdi></a>`,
  );
  const { id, published_at, public_title } = incident;
  return html`<details id="publish" class="panel why">
    <summary class="ph">
      ${icon("chev", "chev")}
      <h2>Status page</h2>
      <span class="quiet push">${published_at === null ? "not published" : "published"}</span>
    </summary>
    <p class="pb">
      ${
        published_at === null
          ? html`Visitors of ${links} see the state of the system, and do not read of the incident.`
          : html`Visitors of ${links} read of it, since ${when(published_at, frame)}.`
      }
    </p>
    ${
      frame.may.write
        ? html`<form
              class="stacked pb"
              method="post"
              action="${frame.base}/incidents/${id}/publish"
            >
              ${returning(frame)}
              <label for="public-title"
                >Title for the public <span class="quiet">optional</span></label
              >
              <input
                id="public-title"
                name="title"
                maxlength="255"
                autocomplete="off"
                value="${public_title ?? ""}"
                aria-describedby="public-title-help"
              />
              <p class="help" id="public-title-help">
                Left empty: the names of the systems that it affects.
              </p>
              <label for="public-state">State</label>
              <select id="public-state" name="state">
                ${published_at === null ? null : html`<option value="">As it is</option>`}
                ${publicUpdateStates.map((state) => html`<option value="${state}">${updateWord(state)}</option>`)}
              </select>
              <label for="public-message"
                >${published_at === null ? "What the public reads" : "An update for the public"}</label
              >
              <textarea
                id="public-message"
                name="message"
                rows="3"
                required
                maxlength="4000"
              ></textarea>
              <button class="btn">${published_at === null ? "Publish" : "Add update"}</button>
            </form>
            ${
              published_at === null
                ? null
                : html`<div class="pf">
                    ${action(frame, `/incidents/${id}/unpublish`, "Remove from the status page")}
                  </div>`
            }`
        : null
    }
  </details>`;
}
