/** The status pages that show an alert group or its monitors. Pure. */
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { PageAddresses } from "../publishing.ts";

export function publicPanel(frame: Frame, group_id: string, pages: readonly PageAddresses[]): Html {
  const fresh = frame.may.write
    ? linkButton(`${frame.base}/status_pages/new?group=${group_id}`, "New status page", {
        icon: "plus",
      })
    : null;
  if (pages.length === 0)
    return panel(
      { id: "public-title", title: "Status pages" },
      empty(
        "out",
        "No status page shows this group",
        html`A status page tells everyone with its address which systems work, without a login.
        ${fresh}`,
      ),
    );
  return panel(
    { id: "public-title", title: "Status pages", tools: html`<span class="push">${fresh}</span>` },
    html`<ul class="lined">
      ${pages.map(
        ({ id, title, url, systems }) =>
          html`<li class="spage">
            <a class="name" href="${frame.base}/status_pages/${id}"><bdi>${title}</bdi></a>
            <span class="quiet"
              >${systems.map(({ name }, i) => html`${i === 0 ? null : ", "}<bdi>${name}</bdi>`)}</span
            >
            <a class="small" href="${url}">${url}</a>
          </li>`,
      )}
    </ul>`,
  );
}
