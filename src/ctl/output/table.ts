/**
 * Prints rows under headings, with columns as wide as their widest cell. In a pipe nothing is cut, because
 * the program that reads it needs all of it. On a terminal, lines are cut at the edge of the screen, unless
 * too little of a cell would be left to read.
 */
import { head, widthOf } from "./columns.ts";
import type { Style } from "./style.ts";
import { oneLine } from "./text.ts";

/** A cell, and how to paint it once it is padded to its width. */
export type Cell = string | { text: string; paint: (text: string) => string };

/** The table as text; empty for no rows. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  style: Style,
): string {
  if (rows.length === 0) return "";
  const heading: Cell[] = headings.map((text) => ({ text, paint: style.dim }));
  return linesText(headings.length > 0 ? [heading, ...rows] : rows, "", style);
}

/** A column: its heading, and its cell in each row. */
export type Column<Row> = readonly [
  heading: string,
  cell: (row: Row) => Cell,
  /** Left out where the table is not to be wide. */
  only?: "wide",
];

/** Rows as a table of these columns. */
export const inColumns =
  <Row>(style: Style, columns: readonly Column<Row>[]) =>
  (rows: readonly Row[], wide = false): string => {
    const shown = columns.filter(([, , only]) => wide || only === undefined);
    return tableText(
      shown.map(([heading]) => heading),
      rows.map((row) => shown.map(([, cell]) => cell(row))),
      style,
    );
  };

/** Aligned rows without headings, each after `indent`. */
export function linesText(
  rows: readonly (readonly Cell[])[],
  indent: string,
  style: Pick<Style, "width" | "sign"> | null = null,
): string {
  const plain = rows.map((row) => row.map((cell) => oneLine(cellText(cell))));
  const widths: number[] = [];
  for (const row of plain)
    for (const [column, text] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, widthOf(text));
  if (style?.width) fit(widths, style.width - widthOf(indent));
  const more = style?.sign.more ?? "";
  return rows
    .map((row, line) => {
      const cells = row.map((cell, column) => {
        const text = cutTo(plain[line]![column]!, widths[column]!, more);
        const last = column === row.length - 1;
        const wide = last ? text : text + " ".repeat(widths[column]! - widthOf(text));
        return typeof cell === "string" ? wide : cell.paint(wide);
      });
      return `${indent}${cells.join("  ")}`.trimEnd() + "\n";
    })
    .join("");
}

/** Minimum widths when the screen is too narrow: of the last column, of one in between, and at worst. */
const minWidths = { last: 24, between: 16, worst: 12 };

/**
 * Narrows the columns until they fit: first the last one, then the widest in between, then the last one
 * again. The first column holds what people type and is never cut. Lines that are still too long wrap.
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
  take(end, minWidths.last);
  const between = [...widths.keys()].slice(1, end);
  for (const column of between.toSorted((a, b) => widths[b]! - widths[a]!))
    take(column, minWidths.between);
  take(end, minWidths.worst);
}

function cutTo(text: string, room: number, more: string): string {
  if (widthOf(text) <= room) return text;
  return head(text, room - widthOf(more)).trimEnd() + more;
}

function cellText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
