/**
 * Rows under headings, columns as wide as their widest cell. In a pipe nothing is cut, because what reads
 * it needs all of it; on a terminal lines end where the screen does, as far as that leaves something to read.
 */
import type { Style } from "./style.ts";
import { oneLine } from "./text.ts";

/** A cell, and how it is painted once it has its width. */
export type Cell = string | { text: string; paint: (text: string) => string };

/** The table as text; nothing for no rows. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  style: Style,
): string {
  if (rows.length === 0) return "";
  const head = headings.map((text) => ({ text, paint: style.dim }));
  return linesText(headings.length > 0 ? [head, ...rows] : rows, "", style);
}

/** Aligned rows without headings, each after `indent`. */
export function linesText(
  rows: readonly (readonly Cell[])[],
  indent: string,
  style: Pick<Style, "width" | "sign"> | null = null,
): string {
  const plain = rows.map((row) => row.map((cell) => oneLine(textOf(cell))));
  const widths: number[] = [];
  for (const row of plain)
    for (const [column, text] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, text.length);
  if (style?.width) fit(widths, style.width - indent.length);
  const more = style?.sign.more ?? "";
  return rows
    .map((row, line) => {
      const cells = row.map((cell, column) => {
        const text = cutTo(plain[line]![column]!, widths[column]!, more);
        const last = column === row.length - 1;
        const wide = last ? text : text.padEnd(widths[column]!);
        return typeof cell === "string" ? wide : cell.paint(wide);
      });
      return `${indent}${cells.join("  ")}`.trimEnd() + "\n";
    })
    .join("");
}

/** What a column keeps at least when the screen is too narrow: the last one, one in between, and at worst. */
const least = { last: 24, between: 16, worst: 12 };

/**
 * Makes the columns fit: first the last one gives way, then the widest in between, then the last one
 * again. The first is what one types, and is never cut. What still does not fit wraps.
 */
function fit(widths: number[], room: number): void {
  const end = widths.length - 1;
  let over = widths.reduce((sum, width) => sum + width + 2, -2) - room;
  const take = (column: number, keep: number) => {
    const given = Math.min(over, Math.max(0, widths[column]! - keep));
    if (given <= 0) return;
    widths[column]! -= given;
    over -= given;
  };
  take(end, least.last);
  const between = [...widths.keys()].slice(1, end);
  for (const column of between.toSorted((a, b) => widths[b]! - widths[a]!))
    take(column, least.between);
  take(end, least.worst);
}

function cutTo(text: string, room: number, more: string): string {
  if (text.length <= room) return text;
  return text.slice(0, room - more.length).trimEnd() + more;
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
