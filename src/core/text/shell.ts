/** Quotes words for a shell. */

/** The word, in quotes where a shell would take it apart. */
export function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
