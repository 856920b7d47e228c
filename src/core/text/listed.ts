/** Words as a list in a sentence. Pure. */

/** `A`, `A and B`, `A, B and C`. More than `most` are cut: `A, B and 3 more`. */
export const listed = (words: readonly string[], most = Infinity): string =>
  listedParts(words, most)
    .map(({ before, word }) => before + word)
    .join("");

/** The same in parts, for names that are marked: the separator before each, and whether it is one of `words`. */
export function listedParts(
  words: readonly string[],
  most = Infinity,
): { before: string; word: string; isName: boolean }[] {
  const shown = words.length > most ? words.slice(0, most - 1) : words;
  const parts = shown.map((word) => ({ word, isName: true }));
  const more = words.length - shown.length;
  if (more > 0) parts.push({ word: `${more} more`, isName: false });
  return parts.map((part, i) => ({
    before: i === 0 ? "" : i === parts.length - 1 ? " and " : ", ",
    ...part,
  }));
}
