/** An error that an SDK of another service reports: its text, its source, and its kind, by which reports are grouped. */
import { cleanText, cutText } from "../../core/text/text.ts";
import { textOf, type Foreign } from "../members.ts";

/** The same error: its type, and the place in the code where it was thrown. */
export interface SdkReport {
  message: string;
  source: string | null;
  /** Further facts, small: a report is kept beside many others. `exception` is its kind. */
  meta: Foreign;
}

/** Characters of one fact. */
const longest = 500;

/** `TypeError in total (cart.py:12)`; null: neither is known. */
export function kindOf(type: string | null, place: string | null): string | null {
  if (type === null && place === null) return null;
  return short(place === null ? type! : `${type ?? "Error"} in ${place}`);
}

/** `total (cart.py:12)`; null: none of them is known. */
export function placeOf(where: {
  name: string | null;
  file: string | null;
  line: string | null;
}): string | null {
  const file = where.file?.replace(/^.*[\\/](?=[^\\/]+[\\/][^\\/]+$)/, "") ?? null;
  const at = file === null ? null : where.line === null ? file : `${file}:${where.line}`;
  if (where.name === null) return at;
  return at === null ? where.name : `${where.name} (${at})`;
}

/** One source of the parts that are known, in the order of their weight. */
export const sourceOf = (...parts: (string | null)[]): string | null =>
  short(parts.filter((part) => part !== null).join(", ")) || null;

/** The facts that have a short text. */
export const factsOf = (facts: Record<string, unknown>): Foreign =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === null ? [] : [[name, short(text)]];
    }),
  );

const short = (text: string): string => cutText(cleanText(text), longest);
