/** Words as a list in a sentence: `A`, `A and B`, `A, B and C`. */
export const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((text) => text !== "").join(" and ");
