/** The status pages of an organization: the publicity of each, and its address. Pure. */
import type { StatusPage } from "../../core/model/model.ts";
import { systemsOf } from "../../core/status/status-page.ts";
import { plural } from "../../core/text/plural.ts";
import { linkButton } from "../components/button.ts";
import { empty } from "../components/empty.ts";
import { stateAs } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { framed, live, type Frame } from "../layout.ts";
import { onCallTabs } from "../on-call/tabs.ts";
import { managed } from "../words.ts";

export interface StatusPageLine {
  page: StatusPage;
  /** null: it is switched off. */
  url: string | null;
}

const newPage = (frame: Frame): Html | null =>
  frame.may.write
    ? linkButton(`${frame.base}/status_pages/new`, "New status page", { icon: "plus" })
    : null;

export const statusPagesPage = (frame: Frame, pages: readonly StatusPageLine[]): string =>
  framed(
    frame,
    "Status pages",
    html`<div>
        <div class="lead">
          <h1>Status pages</h1>
          ${pages.length === 0 ? null : html`<div class="push">${newPage(frame)}</div>`}
        </div>
        ${onCallTabs(frame, "status_pages")}
      </div>
      <section class="panel" aria-label="Status pages">
        ${live(
          "pages",
          pages.length === 0
            ? empty(
                "out",
                "No status page yet",
                html`A status page shows the public which systems work. Only the systems that you
                list are public. ${newPage(frame)}`,
              )
            : html`<ul class="lined">
                ${pages.map((one) => lineOf(frame, one))}
              </ul>`,
        )}
      </section>`,
    "board",
  );

/** Its publicity in words. */
export const publicityOf = ({ public: publicity }: Pick<StatusPage, "public">): Html => {
  switch (publicity) {
    case "listed":
      return stateAs("ok", "Published, listed");
    case "unlisted":
      return stateAs("ok", "Published, unlisted");
    case "off":
      return stateAs("paused", "Off");
  }
};

const lineOf = (frame: Frame, { page, url }: StatusPageLine): Html =>
  html`<li class="spage">
    <a class="name" href="${frame.base}/status_pages/${page.id}"><bdi>${page.title}</bdi></a>
    ${managed(page.project)}
    <span class="quiet small">${plural(systemsOf(page.sections).length, "system")}</span>
    ${publicityOf(page)} ${url === null ? null : html`<a class="small" href="${url}">${url}</a>`}
  </li>`;
