/** Suggests the known name that was probably meant by a mistyped one. Never decides. */
import { distance } from "fastest-levenshtein";

/**
 * The nearest of `known`, if one is near enough: a third of the word's letters, two at least. Of an email
 * address only the letters before the `@` count, because colleagues share the rest.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  const letters = word.replace(/(?<=.)@.*/, "").length;
  let bestDistance = Math.max(2, Math.floor(letters / 3)) + 1;
  for (const candidate of known) {
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
