/** Markdown of the guides as HTML: a subset, in which raw HTML is text. Pure. */
import { Marked, type Tokens } from "marked";
import { anchorOf, plainText } from "../../core/guide/guide.ts";
import { escape, Html, safeLink } from "../html.ts";

/** The HTML of `markdown`. `base`: the path that the service is reached under. */
export function markdownHtml(markdown: string, base: string): Html {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escape(text),
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = anchorOf(plainText(tokens.map(({ raw }) => raw).join("")));
        return `<h${depth} id="${escape(id)}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = linkTo(href, base);
        return to === null ? text : `<a href="${escape(to)}">${text}</a>`;
      },
      image: ({ href, text }) =>
        `<img src="${escape(`${base}/guide/${href}`)}" alt="${escape(text)}" loading="lazy">`,
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells
            .map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`)
            .join("")}</tr>\n`;
        const rows = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead>${row(token.header, "th")}</thead>
<tbody>${rows}</tbody></table></div>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
    },
  });
  return new Html(marked.parse(withoutComments(markdown), { async: false }));
}

/** Where a link of a guide leads; null: to a file that is not served. */
function linkTo(href: string, base: string): string | null {
  const guide = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href);
  if (guide) return `${base}/guide/${guide[1]}${guide[2] ?? ""}`;
  return href.startsWith("#") ? href : safeLink(href);
}

/** Comments mark the tables that are made from the program. */
const withoutComments = (markdown: string): string =>
  markdown.replace(/<!--(?:(?!<!--).)*?-->\n?/g, "");
