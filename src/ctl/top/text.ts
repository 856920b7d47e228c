/** Text in columns of a terminal: wide characters take two of them, marks that join others none. */
import stringWidth from "string-width";
import { oneLine } from "../output/text.ts";

const segmenter = new Intl.Segmenter();
const plain = /^[ -~]*$/;
/** Marks that nobody sees, and that turn the direction of text or make two titles look like one. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text that came from elsewhere as one line that cannot move the cursor, colour or turn what follows. */
export function clean(text: string): string {
  return plain.test(text) ? text : oneLine(text.replaceAll("\t", " ")).replace(invisible, "");
}

/** How many columns a clean text takes. */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/** A clean text in exactly so many columns: cut with `mark`, or filled up with spaces. */
export function fit(text: string, columns: number, mark = "…"): string {
  const short = cut(text, columns, mark);
  return short + " ".repeat(Math.max(0, columns - widthOf(short)));
}

/** A clean text in at most so many columns. */
export function cut(text: string, columns: number, mark = "…"): string {
  if (columns <= 0) return "";
  if (widthOf(text) <= columns) return text;
  const room = columns - mark.length;
  return room > 0 ? head(text, room) + mark : head(text, columns);
}

/** The text in lines of at most so many columns, broken between words where that is possible. */
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

/** As much of the beginning as fits into so many columns. */
function head(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns);
  let taken = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += stringWidth(segment);
    if (used > columns) break;
    taken += segment;
  }
  return taken;
}
