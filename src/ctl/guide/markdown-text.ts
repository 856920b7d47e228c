/** Markdown of the guides as text for a terminal: headings and code stand out, links are their words. */
import { fit, widthOf } from "../output/columns.ts";
import type { Style } from "../output/style.ts";

/** The lines of `markdown`. Code stays as it is written. */
export function markdownText(markdown: string, style: Style): string {
  let isCode = false;
  const aligned = markdown.replace(/(?:^\|.*\|$\n?)+/gm, alignedTable);
  const lines = aligned.split("\n").flatMap((line) => {
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

/** A table whose cells are the words that a terminal shows, in columns that fit them. */
function alignedTable(table: string): string {
  const rows = table
    .trimEnd()
    .split("\n")
    .filter((line) => !/^\|[ |:-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => inline(cell.trim().replaceAll("\\|", "|"), (text) => text)),
    );
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => widthOf(row[i] ?? ""))),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, i) => fit(cell, widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const [head = "", ...rest] = lines;
  return `${[head, widths.map((width) => "-".repeat(width)).join("  "), ...rest].join("\n")}\n`;
}
