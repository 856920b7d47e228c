/** Makes a text of others that is a little wrong. */
import type { Chance } from "./chance.ts";

/** Texts that parsers have stumbled over: in text, as numbers, as instants, as names, and as runs. */
const oddTexts: readonly string[] = [
  ["", " ", "\t", "\n", "\r\n", "\u0000", "\ud800", "\udfff", "\u2028", "\u202e", "\ufeff"],
  ["0", "-0", "-1", "1e999", "1e-999", "1e308", "0.1e1", "9007199254740993", "NaN", "Infinity"],
  ["4294967296", "0x10", "1_000", "١", "½", "999999999999999999999999"],
  ["9999-12-31T23:59:59Z", "+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "0000-00-00"],
  ["2026-02-30T00:00:00Z", "2026-12-31T23:59:60Z", "T", "Z", "+14:00", "-99:99"],
  ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "then"],
  ["null", "true", "[]", "{}", '""', "[[", "]]", "{", "}", ":", ",", ";", "=", "&", "%", "%00"],
  ["%zz", "..", "/", "//", "\\", "'", '"', "`", "$", "${A}", "*", "?", "#", "!", "|", "<", ">"],
  ["~", "@", "-", "--", "---\n", "- ", "é", "😀", "ß", "İ", "\u0301"],
].flat();

/** Values to put in the place of others. */
const oddValues: readonly unknown[] = [
  [null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 1e-7, "", " ", [], {}, [[]]],
  [[null], { "": "" }, "\u0000", "\ud800", "x".repeat(5_000), "2026-01-01T00:00:00Z"],
  ["99999-01-01T00:00:00Z", "firing", "resolved", "http://[", "__proto__", 1e13, "1e400"],
].flat();

/** A mutation of one of `corpus`, at most `most` long. `words`: what the parser knows. */
export function mutated(
  chance: Chance,
  corpus: readonly string[],
  words: readonly string[],
  most: number,
): string {
  let text = chance.of(corpus);
  for (let left = 1 + chance.below(4); left > 0; left--)
    text =
      (chance.below(3) === 0 ? inJson(chance, text) : null) ?? once(chance, text, corpus, words);
  return text.slice(0, most);
}

function once(
  chance: Chance,
  text: string,
  corpus: readonly string[],
  words: readonly string[],
): string {
  const at = chance.below(text.length + 1);
  const to = Math.min(text.length, at + chance.below(chance.of([2, 8, 64])));
  const put = (middle: string) => text.slice(0, at) + middle + text.slice(to);
  const piece = text.slice(at, to);
  switch (chance.below(8)) {
    case 0:
      return put("");
    case 1:
      return put(piece + piece);
    case 2:
      return put(piece.repeat(1 + chance.below(chance.of([4, 40]))));
    case 3:
      return put(chance.of(oddTexts));
    case 4:
      return put(words.length > 0 ? chance.of(words) : chance.of(oddTexts));
    case 5:
      return put(String.fromCharCode(chance.below(chance.of([128, 256, 65_536]))));
    case 6: {
      const other = chance.of(corpus);
      const from = chance.below(other.length + 1);
      return put(other.slice(from, from + chance.below(200)));
    }
    default:
      // A bit, for what is binary.
      return at < text.length
        ? text.slice(0, at) +
            String.fromCharCode(text.charCodeAt(at) ^ (1 << chance.below(8))) +
            text.slice(at + 1)
        : text + piece;
  }
}

/** The JSON text with another value somewhere, or another name; null: it is no JSON with members. */
function inJson(chance: Chance, text: string): string | null {
  if (text.length > 20_000) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const holders = holdersIn(value);
  if (holders.length === 0) return null;
  const holder = chance.of(holders);
  const names = Object.keys(holder);
  const name = names.length > 0 ? chance.of(names) : "x";
  // Set as JSON.parse would: `__proto__` is a member like others.
  const set = (of: string, to: unknown) =>
    Object.defineProperty(holder, of, {
      value: to,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  if (chance.below(6) === 0) Reflect.deleteProperty(holder, name);
  else if (chance.below(4) === 0 && !Array.isArray(holder)) set(chance.of(oddTexts), holder[name]);
  else if (chance.below(3) === 0) set(name, [holder[name], holder[name]]);
  else set(name, chance.of(oddValues));
  const made = JSON.stringify(value);
  // A name that stands twice cannot be made of an object.
  return chance.below(20) === 0 ? made.replace("{", '{"status":{},"__proto__":1,') : made;
}

function holdersIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holdersIn)];
}

/** A text of `length` characters: `text` with one of its pieces, or another one, again and again. */
export function inflated(
  chance: Chance,
  text: string,
  words: readonly string[],
  length: number,
): string {
  const at = chance.below(text.length + 1);
  const own = text.slice(at, at + 1 + chance.below(12));
  const piece =
    chance.of([own, chance.of(oddTexts), words.length > 0 ? chance.of(words) : own]) || " ";
  const times = Math.max(0, Math.floor((length - text.length) / piece.length));
  return text.slice(0, at) + piece.repeat(times) + text.slice(at);
}
