/** The public status page of a group: its address, and badges to embed. Pure. */
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { copyable } from "./sources-panel.ts";

/** `path`: of the picture below the base; `url`: the same as others reach it. */
export interface Badge {
  title: string;
  path: string;
  url: string;
}

export interface PublicModel {
  url: string;
  badges: readonly Badge[];
}

export function publicPanel(frame: Frame, group_id: string, page: PublicModel | null): Html {
  const edit = `${frame.base}/alert_groups/${group_id}/edit#section-public`;
  if (page === null)
    return panel(
      { id: "public-title", title: "Public status page" },
      empty(
        "out",
        "There is no public page",
        html`It shows the titles, states and uptimes of these monitors to whoever has its address,
        without a login. ${frame.may.write ? linkButton(edit, "Turn it on") : null}`,
      ),
    );
  return html`${panel(
    {
      id: "public-title",
      title: "Public status page",
      tools: html`<span class="push acts"
        >${linkButton(page.url, "Open", { look: "slim", icon: "out" })}</span
      >`,
    },
    padded(
      html`<p>
          Whoever has this address sees the titles, states and uptimes of the monitors of this
          group.
        </p>
        ${copyable("public-url", page.url)}`,
    ),
  )}
  ${panel(
    { id: "badges-title", title: "Badges", count: page.badges.length },
    html`<ul class="lined">
      ${page.badges.map(
        ({ title, path, url }, i) =>
          html`<li class="badge-row">
            <img src="${frame.base}${path}" alt="Badge: ${title}" height="20" />
            ${copyable(`badge-${i}`, `[![${title.replaceAll(/[[\]]/g, "")}](${url})](${page.url})`)}
          </li>`,
      )}
    </ul>`,
  )}`;
}
