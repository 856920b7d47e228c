/** Badges as Markdown to copy into a README. Pure. */
import { html, type Html } from "./html.ts";

/** A badge of a public status page. */
export interface Badge {
  /** The text that stands in for the picture. */
  title: string;
  /** Address of the picture. */
  url: string;
  /** Address of the status page, which the picture links to. */
  page_url: string;
}

/** Text that stays text between the brackets of a link. */
const inBrackets = (text: string) =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);

/** The badge as a picture that links to the status page. */
export const badgeMarkdown = ({ title, url, page_url }: Badge): string =>
  `[![${inBrackets(title)}](${url})](${page_url})`;

/** A line of Markdown with a button that copies it. `id`: of the line, unique on the page. */
export const badgeSnippet = (id: string, badge: Badge): Html =>
  html`<div class="snippet">
    <code id="${id}" class="copy" tabindex="0">${badgeMarkdown(badge)}</code
    ><button class="btn slim" type="button" data-copy="${id}">
      Copy<span class="unseen"> Markdown of <bdi>${badge.title}</bdi></span>
    </button>
  </div>`;
