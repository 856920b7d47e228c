/** Text for the screen of the dashboard: cleaned, and broken into lines. */
import { head, plain, widthOf } from "../output/columns.ts";
import { oneLine } from "../output/text.ts";

export { cut, fit, widthOf } from "../output/columns.ts";

/** Invisible marks, and marks that turn the direction of text or make two titles look the same. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text that came from elsewhere as one line that cannot move the cursor, or color or turn the text after it. */
export function clean(text: string): string {
  return plain.test(text) ? text : oneLine(text.replaceAll("\t", " ")).replace(invisible, "");
}

/** The text in lines of at most `columns` columns, broken between words where that is possible. */
export function wrap(text: string, columns: number): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrapLine(clean(line), columns));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = line.trimEnd();
  while (widthOf(rest) > columns) {
    const most = head(rest, columns);
    // A word that ends exactly at the edge is whole.
    const space = rest[most.length] === " " ? most.length : most.lastIndexOf(" ");
    // At least one character, or a terminal of one column would never end.
    const taken = space > 0 ? space : Math.max(1, most.length);
    lines.push(rest.slice(0, taken).trimEnd());
    rest = rest.slice(taken).trimStart();
  }
  return [...lines, rest];
}
