/** The public status page of a group: its address, and badges to embed. Pure. */
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { badgeSnippet, type Badge } from "../badge-snippet.ts";
import type { PageModel } from "../publishing.ts";
import { copyable } from "./sources-panel.ts";

export function publicPanel(frame: Frame, group_id: string, page: PageModel | null): Html {
  const edit = `${frame.base}/alert_groups/${group_id}/edit?section=public&back=${encodeURIComponent(frame.path)}#section-public`;
  if (page === null)
    return panel(
      { id: "public-title", title: "Public status page" },
      empty(
        "out",
        "No public page",
        html`It shows the titles, states and uptimes of these monitors to everyone with its address,
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
          Everyone with this address sees the titles, states and uptimes of the monitors of this
          group.
        </p>
        ${copyable("public-url", page.url)}`,
    ),
  )}
  ${panel(
    { id: "badges-title", title: "Badges" },
    html`<ul class="lined">
      ${[page.badge, ...page.monitors.flatMap(({ state, uptime }) => [state, uptime])].map(badgeRow)}
    </ul>`,
  )}`;
}

/** The picture, and the Markdown that embeds it. */
function badgeRow(badge: Badge, i: number): Html {
  // From this site, under any name that leads to it.
  const path = URL.parse(badge.url)?.pathname ?? "";
  return html`<li class="badge-row">
    <img src="${path}" alt="${badge.title}" height="20" />
    ${badgeSnippet(`badge-${i}`, badge)}
  </li>`;
}
