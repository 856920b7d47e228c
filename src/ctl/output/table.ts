/** Rows under headings, columns as wide as their widest cell. Never cut: a pipe needs all of it. */
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
  return linesText(headings.length > 0 ? [head, ...rows] : rows, "");
}

/** Aligned rows without headings, each after `indent`. */
export function linesText(
  rows: readonly (readonly Cell[])[],
  indent: string,
): string {
  const plain = rows.map((row) => row.map((cell) => oneLine(textOf(cell))));
  const widths: number[] = [];
  for (const row of plain)
    for (const [column, text] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, text.length);
  return rows
    .map((row, line) => {
      const cells = row.map((cell, column) => {
        const text = plain[line]![column]!;
        const last = column === row.length - 1;
        const wide = last ? text : text.padEnd(widths[column]!);
        return typeof cell === "string" ? wide : cell.paint(wide);
      });
      return `${indent}${cells.join("  ")}`.trimEnd() + "\n";
    })
    .join("");
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
