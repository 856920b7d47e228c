/** Text for the screen of the dashboard: cleaned, and broken into lines. */
import { fold, plain } from "../output/columns.ts";
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
  return text.split(/\r?\n/).flatMap((line) => fold(clean(line), columns));
}
