/** A status page in the dashboard: its address, its systems, and badges to embed. Pure. */
import type { StatusPage } from "../../core/model/model.ts";
import { systemsOf } from "../../core/status/status-page.ts";
import { plural } from "../../core/text/plural.ts";
import { badgeSnippet, type Badge } from "../badge-snippet.ts";
import { linkButton } from "../components/button.ts";
import { crumbs } from "../components/crumbs.ts";
import { empty } from "../components/empty.ts";
import { padded, panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, type Frame } from "../layout.ts";
import { copyable } from "../on-call/sources-panel.ts";
import type { PageAddresses } from "../publishing.ts";
import { managed } from "../words.ts";
import { publicityOf } from "./list.ts";
import { subscribersPanel, type SubscribersModel } from "./subscribers.ts";

export interface StatusPageModel {
  page: StatusPage;
  /** null: it is switched off. */
  addresses: PageAddresses | null;
  /** null: the visitor may not see them. */
  subscribers: SubscribersModel | null;
}

export function statusPagePage(
  frame: Frame,
  { page, addresses, subscribers }: StatusPageModel,
): string {
  const path = `${frame.base}/status_pages/${page.id}`;
  const { sections } = page;
  const systems = systemsOf(sections).length;
  return framed(
    frame,
    page.title,
    html`<div class="mhead">
        ${crumbs([[`${frame.base}/status_pages`, "Status pages"]])}
        <div class="title">
          <h1><bdi>${page.title}</bdi></h1>
          ${publicityOf(page)} ${managed(page.project)}
          <div class="acts push">
            ${addresses && linkButton(addresses.url, "Open the page", { icon: "out" })}
            ${frame.may.write ? linkButton(`${path}/edit`, "Edit") : null}
            ${frame.may.write ? linkButton(`${path}/delete`, "Delete…", { look: "danger" }) : null}
          </div>
        </div>
        <p class="sub">
          <span>${plural(systems, "system")} in ${plural(sections.length, "section")}</span>
        </p>
      </div>
      <div class="stack">
        ${
          addresses === null
            ? panel(
                { id: "address-title", title: "Address" },
                empty("out", "The page is off", "Its address answers “not found”."),
              )
            : panel(
                { id: "address-title", title: "Address" },
                padded(copyable("public-url", addresses.url)),
              )
        }
        ${panel(
          { id: "systems-title", title: "Systems" },
          systems === 0
            ? empty("pulse", "No systems yet", "Only what is listed on the page is public.")
            : html`<ul class="lined">
                ${sections.map(
                  ({ title, systems: own }) =>
                    html`<li class="spage">
                      <b class="strong"><bdi>${title}</bdi></b>
                      <span class="quiet"
                        >${own.map(({ name }, i) => html`${i === 0 ? null : ", "}<bdi>${name}</bdi>`)}</span
                      >
                    </li>`,
                )}
              </ul>`,
        )}
        ${subscribers && subscribersPanel(frame, page.id, subscribers)}
        ${addresses && badgesPanel(addresses)}
      </div>`,
    "board",
  );
}

/** The badges of a page and of its systems. `title`: of the panel. */
const badgesPanel = ({ badge, systems }: PageAddresses, title: Piece = "Badges"): Html =>
  panel(
    { id: "badges-title", title },
    html`<ul class="lined">
        ${badgeRow(badge, 0)}
      </ul>
      ${
        systems.length === 0
          ? null
          : html`<details class="fold" id="badges">
              <summary class="pf quiet">
                ${icon("chev", "chev")}${plural(systems.length, "system")}, two badges each
              </summary>
              <ul class="lined">
                ${systems
                  .flatMap(({ state, uptime }) => [state, uptime])
                  .map((one, i) => badgeRow(one, i + 1))}
              </ul>
            </details>`
      }`,
  );

/** The picture, and the Markdown that embeds it. */
function badgeRow(badge: Badge, i: number): Html {
  // From this site, under any name that leads to it.
  const path = URL.parse(badge.url)?.pathname ?? "";
  return html`<li class="badge-row">
    <img src="${path}" alt="${badge.title}" height="20" />
    ${badgeSnippet(`badge-${i}`, badge)}
  </li>`;
}
