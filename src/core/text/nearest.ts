/** The known name that was probably meant by a mistyped one. Suggests, never decides. */
import { distance } from "fastest-levenshtein";

/** The nearest of `known`, if one is near enough: a third of the word's letters, two at least. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}
