/** Markdown of the guides as text for a terminal: headings and code stand out, links are their words. */
import type { Style } from "../output/style.ts";

/** The lines of `markdown`. Code and tables stay as they are written: the files are aligned. */
export function markdownText(markdown: string, style: Style): string {
  let isCode = false;
  const lines = markdown.split("\n").flatMap((line) => {
    if (/^ *```/.test(line)) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return [style.cyan(`    ${line}`)];
    if (/^<!--.*-->$/.test(line)) return [];
    const heading = /^#{2,4} (.+)$/.exec(line);
    return [heading ? style.bold(inline(heading[1]!, (text) => text)) : inline(line, style.cyan)];
  });
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** A line without the marks of links, emphasis and code; in a pipe code keeps its marks. */
function inline(line: string, code: (text: string) => string): string {
  return line
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "[$1]")
    .replace(/\[([^\]]+)\]\(([^)]*)\)/g, (_, text: string, href: string) => linked(text, href))
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/`([^`]+)`/g, (whole, text: string) => (code(text) === text ? whole : code(text)));
}

/** A link to another guide names its topic, one to the web its address. */
function linked(text: string, href: string): string {
  const guide = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href);
  if (guide) return `${text} (guide ${guide[1]}${guide[2] ?? ""})`;
  return /^https?:/.test(href) && href !== text ? `${text} (${href})` : text;
}
