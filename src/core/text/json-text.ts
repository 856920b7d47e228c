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

/** The limit that the JSON text goes beyond first, read from its beginning. Wrong JSON gets some answer, never an error. */
export function exceeded(text: string, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  // Each value but the first comes after a bracket or a comma.
  let values = 1;
  const names = new Set<string>();
  let digits = 0;
  const over = (): keyof JsonLimits | null => {
    if (depth > limits.depth) return "depth";
    if (values > limits.values) return "values";
    if (digits > limits.digits) return "digits";
    return names.size > limits.names ? "names" : null;
  };
  outsideStrings(text, (c, from, to) => {
    if (isOfNumber(c)) return ++digits > limits.digits;
    digits = 0;
    if (c === 0x3a) names.add(text.slice(from, to));
    else if (c === 0x2c) values++;
    else if (c === 0x5d || c === 0x7d) depth--;
    else if (c === 0x5b || c === 0x7b) {
      depth++;
      values++;
    } else return false;
    return over() !== null;
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
  let end = 0;
  outsideStrings(text, (c, _from, _to, i) => {
    if (i < end || !isOfNumber(c)) return false;
    for (end = i + 1; isOfNumber(text.charCodeAt(end));) end++;
    const sent = text.slice(i, end);
    if (isPlain.test(sent) && String(Number(sent)) !== sent) {
      parts.push(text.slice(copied, i), `"${sent}"`);
      copied = end;
    }
    return false;
  });
  return parts.join("") + text.slice(copied);
}

/** The JSON text with null for NaN and infinities, which JSON cannot write and Python does; null: it has none of them. */
export function withoutNaN(text: string): string | null {
  if (!/NaN|Infinity/.test(text)) return null;
  const parts: string[] = [];
  let copied = 0;
  outsideStrings(text, (c, _from, _to, i) => {
    if (i < copied || (c !== 0x4e && c !== 0x49 && c !== 0x2d)) return false;
    const word = /^(?:NaN|-?Infinity)/.exec(text.slice(i, i + 9))?.[0];
    if (word === undefined) return false;
    parts.push(text.slice(copied, i), "null");
    copied = i + word.length;
    return false;
  });
  return parts.join("") + text.slice(copied);
}

/** A number without an exponent; not `-0`, nor one whose fraction is zero. */
const isPlain = /^-?(?:[1-9]\d*|0(?=\.))(?:\.(?!0+$)\d+)?$/;

/** Digits, signs, `.`, `e` and `E`. */
const isOfNumber = (c: number): boolean =>
  (c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x2b || c === 0x2e || c === 0x65 || c === 0x45;

/**
 * Walks over the characters outside of strings until one ends the walk. `ends`: by its code, by where the last string before it
 * begins and ends, and by where it stands itself.
 */
function outsideStrings(
  text: string,
  ends: (code: number, from: number, to: number, at: number) => boolean,
): void {
  let inString = false;
  let from = 0;
  let to = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) {
        inString = false;
        to = i;
      }
    } else if (c === 0x22) {
      inString = true;
      from = i + 1;
    } else if (ends(c, from, to, i)) return;
  }
}

/** How often `bracket` is in the text, counted up to one more than `limit`. */
function brackets(text: string, bracket: "{" | "[", limit: number): number {
  let count = 0;
  for (let at = text.indexOf(bracket); at >= 0 && count <= limit; count++)
    at = text.indexOf(bracket, at + 1);
  return count;
}
