/** Publishes incidents on the public status page. Pure. */
import type { Incident } from "../core/model/model.ts";
import type { Badge } from "./badge-snippet.ts";
import { html, type Html } from "./html.ts";
import { action, returning, type Frame } from "./layout.ts";
import { when } from "./words.ts";

/** The public status page of a group. */
export interface PageModel {
  url: string;
  /** Badge of the whole page. */
  badge: Badge;
  /** Badges of each monitor. */
  monitors: readonly { title: string; state: Badge; uptime: Badge }[];
}

/**
 * The part on the page of an incident; empty when its group has no status page. `url`: of the status
 * page.
 */
export function publishPart(frame: Frame, incident: Incident, url: string | null): Html | null {
  if (url === null) return null;
  const { id, published_at, public_title } = incident;
  return html`<details id="publish">
    <summary>Public status page: ${published_at === null ? "not published" : "published"}</summary>
    <p>
      ${
        published_at === null
          ? html`The public does not read of it on <a href="${url}">the status page</a>; it sees the
              state of the monitor there.`
          : html`The public reads of it on <a href="${url}">the status page</a>, since
              ${when(published_at, frame)}.`
      }
    </p>
    ${
      frame.may.write
        ? html`<form class="stacked" method="post" action="${frame.base}/incidents/${id}/publish">
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
              <p class="help" id="public-title-help">Left empty: the title of the monitor.</p>
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
                : html`<div class="buttons">
                    ${action(frame, `/incidents/${id}/unpublish`, "Remove from the status page")}
                  </div>`
            }`
        : null
    }
  </details>`;
}
