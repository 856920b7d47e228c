/** The guides as pages, without a sign-in: they contain no data of this installation. Pure. */
import { groupsOf, sectionsOf, type Guide } from "../../core/guide/guide.ts";
import type { Hit } from "../../core/guide/search.ts";
import { markdownHtml } from "../guide/markdown.ts";
import { html, type Html } from "../html.ts";
import { mark } from "../icons.ts";
import { page } from "../layout.ts";

const noindex = html`<meta name="robots" content="noindex" />`;

/** What all pages of the guides have in common. */
interface Around {
  base: string;
  version: string;
}

const around = ({ base, version }: Around, title: string, words: string, body: Html): string =>
  page(
    base,
    title,
    html`<header class="guide-head">
        <a class="brand" href="${base}/guide">${mark}<span>Guide</span></a>
        <form role="search" action="${base}/guide">
          <input
            type="search"
            name="q"
            value="${words}"
            placeholder="Search the guide"
            aria-label="Search the guide"
          />
        </form>
        <a class="btn ghost" href="${base}/">Dashboard</a>
      </header>
      ${body}
      <footer class="quiet small">monitord ${version}</footer>`,
    noindex,
    "guide",
  );

/** All guides by group. */
export const guidesPage = (of: Around, guides: readonly Guide[]): string =>
  around(
    of,
    "Guide",
    "",
    html`<h1>Guide</h1>
      ${groupsOf(guides).map(
        ({ group, guides: ofGroup }) =>
          html`<section>
            <h2>${group}</h2>
            <ul class="guides">
              ${ofGroup.map(
                ({ name, title, question }) =>
                  html`<li>
                    <a href="${of.base}/guide/${name}">${title}</a>
                    <span class="quiet">${question}</span>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}`,
  );

/** One guide, with its contents beside it and its neighbours below. */
export function guidePage(of: Around, guide: Guide, guides: readonly Guide[]): string {
  const ordered = groupsOf(guides).flatMap(({ guides: ofGroup }) => ofGroup);
  const at = ordered.findIndex(({ name }) => name === guide.name);
  const headings = sectionsOf(guide).filter(({ level }) => level === 2);
  const neighbour = (other: Guide | undefined, word: string) =>
    other && html`<a href="${of.base}/guide/${other.name}">${word}: ${other.title}</a>`;
  return around(
    of,
    guide.title,
    "",
    html`<div class="guide-columns">
      <nav aria-label="On this page">
        <ul>
          ${headings.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
        </ul>
      </nav>
      <article>
        <p class="quiet small">${guide.group} · for ${guide.audience}</p>
        <h1>${guide.title}</h1>
        ${markdownHtml(guide.body, of.base)}
        <p class="quiet small">In a terminal: <code>monitorctl guide ${guide.name}</code></p>
        <nav class="neighbours" aria-label="Other guides">
          ${neighbour(ordered[at - 1], "Previous")} ${neighbour(ordered[at + 1], "Next")}
        </nav>
      </article>
    </div>`,
  );
}

/** The parts of guides in which the words occur. */
export const foundPage = (of: Around, words: string, hits: readonly Hit[]): string =>
  around(
    of,
    `Search: ${words}`,
    words,
    html`<h1>Search: <bdi>${words}</bdi></h1>
      ${
        hits.length === 0
          ? html`<p>No guide has all of these words. Try a single word.</p>`
          : html`<ul class="guides">
              ${hits.map(
                ({ guide, section, excerpt }) =>
                  html`<li>
                    <a
                      href="${of.base}/guide/${guide.name}${section.id === "" ? null : `#${section.id}`}"
                      >${guide.title}${section.level === 0 ? null : ` › ${section.heading}`}</a
                    >
                    <span class="quiet">${excerpt}</span>
                  </li>`,
              )}
            </ul>`
      }`,
  );

/** The page for an unknown guide. */
export const noGuidePage = (of: Around): string =>
  around(
    of,
    "Guide not found",
    "",
    html`<h1>Guide not found</h1>
      <p><a href="${of.base}/guide">All guides</a></p>`,
  );
