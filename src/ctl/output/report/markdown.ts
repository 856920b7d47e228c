/** Tables in Markdown. */
import { oneLine } from "../text.ts";

/** Text that can neither end a cell nor be read as markup. */
export const inCell = (text: string): string =>
  oneLine(text).replaceAll(/[\\`*_[\]<>|&]/g, (mark) => `\\${mark}`);

/** A table with these heads, which are ours, and rows of foreign text. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(" | ")} |\n`;
  return [line(heads), `|${"---|".repeat(heads.length)}\n`, ...rows.map(line)].join("");
}
