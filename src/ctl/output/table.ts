/**
 * Rows under headings, columns as wide as their widest cell. In a pipe nothing is cut, because what reads
 * it needs all of it; on a terminal the last column ends where the screen does.
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

/** A last column narrower than this says nothing: the terminal may wrap it instead. */
const narrowest = 12;

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
  const before = widths
    .slice(0, -1)
    .reduce((sum, width) => sum + width + 2, indent.length);
  const room = style?.width ? style.width - before : Infinity;
  const more = style?.sign.more ?? "";
  return rows
    .map((row, line) => {
      const cells = row.map((cell, column) => {
        const text = plain[line]![column]!;
        const last = column === row.length - 1;
        const wide = last
          ? column === widths.length - 1
            ? cutTo(text, room, more)
            : text
          : text.padEnd(widths[column]!);
        return typeof cell === "string" ? wide : cell.paint(wide);
      });
      return `${indent}${cells.join("  ")}`.trimEnd() + "\n";
    })
    .join("");
}

function cutTo(text: string, room: number, more: string): string {
  if (room < narrowest || text.length <= room) return text;
  return text.slice(0, room - more.length).trimEnd() + more;
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
