/** Suggests the known name that was probably meant by a mistyped one. Never decides. */
import { distance } from "fastest-levenshtein";

/** Names that a mistyped one is compared with: a suggestion among a hundred thousand is not worth a second. */
const mostCompared = 2000;

/**
 * The nearest of `known`, if one is near enough: a third of the word's letters, two at least. In an email
 * address only the letters before the `@` count, because colleagues share the rest.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  const letters = word.replace(/(?<=.)@.*/, "").length;
  let bestDistance = Math.max(2, Math.floor(letters / 3)) + 1;
  let compared = 0;
  for (const candidate of known) {
    // Each letter that one of them has more is a difference: a name of a megabyte is not compared.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    if (++compared > mostCompared) break;
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}

/** `, did you mean "url"?`, to end a message about an unknown `word`; empty when no name is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const name = nearest(word, known);
  return name === undefined ? "" : `, did you mean "${name}"?`;
}

/** A message without the suggestion that ends it, and that: `did you mean "url"?`; null: it ends with none. */
export function splitSuggestion(message: string): [sentence: string, suggestion: string | null] {
  const at = message.endsWith("?") ? message.indexOf(", did you mean ") : -1;
  return at < 0 ? [message, null] : [message.slice(0, at), message.slice(at + ", ".length)];
}
