/**
 * Reads JSON as text, before it is parsed. Most of it measures: a million brackets parse quickly and then overflow the stack
 * of any recursive walk, a million values of a few bytes each take as long to make as a hundred megabytes of text, and so
 * do some ten thousand objects each of which has names that no other has, and a number of a million digits.
 */

/** How many levels, values (names do not count), different names, and characters in one number a JSON text may have. */
export interface JsonLimits {
  depth: number;
  values: number;
  names: number;
  digits: number;
}

/** True when the JSON text nests deeper than `limit`. Wrong JSON gets some answer, never an error. */
export function deeperThan(text: string, limit: number): boolean {
  // Most texts have fewer brackets than that: counting them is native and fast.
  if (brackets(text, "{", limit) + brackets(text, "[", limit) <= limit) return false;
  const others = { values: Infinity, names: Infinity, digits: Infinity };
  return exceeded(text, { depth: limit, ...others }) !== null;
}

/** Steps of a walk, for each value that there may be: its name, colon, number or word or brackets, and comma. */
const stepsPerValue = 5;

/**
 * The limit that the JSON text goes beyond first, read from its beginning. Wrong JSON gets some answer, never an error,
 * and takes no longer than JSON with as many values as there may be.
 */
export function exceeded(text: string, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  // Each value but the first comes after a bracket or a comma.
  let values = 1;
  const names = new Set<string>();
  let digits = 0;
  let steps = 0;
  const over = (): keyof JsonLimits | null => {
    if (depth > limits.depth) return "depth";
    if (values > limits.values || steps > stepsPerValue * limits.values) return "values";
    if (digits > limits.digits) return "digits";
    return names.size > limits.names ? "names" : null;
  };
  outsideStrings(text, {
    number(from, to) {
      digits = to - from;
      steps++;
      return over() !== null;
    },
    other(c, from, to) {
      steps++;
      if (c === 0x3a) names.add(text.slice(from, to));
      else if (c === 0x2c) values++;
      else if (c === 0x5d || c === 0x7d) depth--;
      else if (c === 0x5b || c === 0x7b) {
        depth++;
        values++;
      }
      return depth < 0 || over() !== null;
    },
  });
  return over();
}

/**
 * The JSON text with those numbers as texts that would be read as another number: as numbers two long ids would become
 * one, and 1.10 would be 1.1. `1.0` stays a number: that is how some languages write 1.
 */
export function numbersAsWritten(text: string): string {
  if (!/\d{16}|\.\d+0(?!\d)/.test(text)) return text;
  const parts: string[] = [];
  let copied = 0;
  outsideStrings(text, {
    number(from, to) {
      const sent = text.slice(from, to);
      if (isPlain.test(sent) && String(Number(sent)) !== sent) {
        parts.push(text.slice(copied, from), `"${sent}"`);
        copied = to;
      }
      return false;
    },
  });
  return parts.join("") + text.slice(copied);
}

/** The JSON text with null for NaN and infinities, which JSON cannot write and Python does; null: it has none of them. */
export function withoutNaN(text: string): string | null {
  if (!/NaN|Infinity/.test(text)) return null;
  const parts: string[] = [];
  let copied = 0;
  outsideStrings(text, {
    other(c, _from, _to, at) {
      const word = c === 0x4e ? "NaN" : c === 0x49 ? "Infinity" : null;
      if (word === null || at < copied || !text.startsWith(word, at)) return false;
      const isNegative = word !== "NaN" && text.charCodeAt(at - 1) === 0x2d;
      parts.push(text.slice(copied, isNegative ? at - 1 : at));
      copied = at + word.length;
      return false;
    },
  });
  return [...parts, text.slice(copied)].join("null");
}

/** A number without an exponent; not `-0`, nor one whose fraction is zero. */
const isPlain = /^-?(?:[1-9]\d*|0(?=\.))(?:\.(?!0+$)\d+)?$/;

/** Digits, signs, `.`, `e` and `E`. */
const isOfNumber = (c: number): boolean =>
  (c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x2b || c === 0x2e || c === 0x65 || c === 0x45;

const isLetter = (c: number): boolean => (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a);

/** `,`, `:`, and brackets. */
const isMark = (c: number): boolean =>
  c === 0x2c || c === 0x3a || c === 0x5b || c === 0x5d || c === 0x7b || c === 0x7d;

/** The callbacks of a walk; true ends it. */
interface Visitor {
  /** A run of characters of numbers, as long as it is. */
  number?: (from: number, to: number) => boolean;
  /** A mark, or the first letter of a word, by its code, by where the last string before it begins and ends, and by where it stands itself. */
  other?: (code: number, from: number, to: number, at: number) => boolean;
}

/**
 * Walks outside of strings, up to a character that JSON does not have there. A string, a number, and a word is one step:
 * callbacks are slow.
 */
function outsideStrings(text: string, { number, other }: Visitor): void {
  let from = 0;
  let to = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    // Blanks have no meaning.
    if (c <= 0x20) continue;
    if (c === 0x22) {
      from = i + 1;
      to = endOfString(text, from);
      i = to;
    } else if (isOfNumber(c)) {
      const begin = i;
      while (isOfNumber(text.charCodeAt(i + 1))) i++;
      if (number?.(begin, i + 1)) return;
    } else if (isLetter(c)) {
      const begin = i;
      while (isLetter(text.charCodeAt(i + 1))) i++;
      if (other?.(c, from, to, begin)) return;
    } else if (!isMark(c) || other?.(c, from, to, i)) return;
  }
}

/** Where the quote stands that ends a string which begins at `from`; the length of the text without one. */
function endOfString(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5c) i++;
    else if (c === 0x22) return i;
  }
  return text.length;
}

/** How often `bracket` is in the text, counted up to one more than `limit`. */
function brackets(text: string, bracket: "{" | "[", limit: number): number {
  let count = 0;
  for (let at = text.indexOf(bracket); at >= 0 && count <= limit; count++)
    at = text.indexOf(bracket, at + 1);
  return count;
}
