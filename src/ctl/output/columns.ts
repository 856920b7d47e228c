/** Measures and cuts text in columns of a terminal: wide characters take two of them, joining marks none. */
import { createRequire } from "node:module";

/** Loaded for the first text that needs it: its patterns take V8 20 ms, and most output is ASCII. */
let ofLibrary: typeof import("string-width").default | null = null;
function stringWidth(text: string): number {
  const require = createRequire(import.meta.url);
  ofLibrary ??= (require("string-width") as typeof import("string-width")).default;
  return ofLibrary(text);
}

/** Made for the first text that needs it: making it takes 6 ms and more. */
let segmenter: Intl.Segmenter | null = null;
/** Printable ASCII, for which a column is a character. */
export const plain = /^[ -~]*$/;

/** How many columns a clean text takes. */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/** A clean text in exactly `columns` columns: cut with `mark`, or filled up with spaces. */
export function fit(text: string, columns: number, mark = "…"): string {
  const short = cut(text, columns, mark);
  return short + " ".repeat(Math.max(0, columns - widthOf(short)));
}

/** A clean text in at most `columns` columns. */
export function cut(text: string, columns: number, mark = "…"): string {
  if (columns <= 0) return "";
  if (widthOf(text) <= columns) return text;
  const room = columns - mark.length;
  return room > 0 ? head(text, room) + mark : head(text, columns);
}

/** The start of a clean text that fits into `columns` columns, without a mark. */
export function head(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns);
  let taken = "";
  let used = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    used += stringWidth(segment);
    if (used > columns) break;
    taken += segment;
  }
  return taken;
}

/** A clean text in lines of at most `columns` columns, broken between words where that is possible. */
export function fold(line: string, columns: number): string[] {
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
