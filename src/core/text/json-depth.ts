/**
 * Measures JSON without parsing it: a million brackets parse quickly and then overflow the stack of any recursive walk,
 * and a million values of a few bytes each take as long to make as a hundred megabytes of text.
 */

/** True when the JSON text nests deeper than `limit`. Wrong JSON gets some answer, never an error. */
export function deeperThan(text: string, limit: number): boolean {
  // Most texts have fewer brackets than that: counting them is native and fast.
  if (brackets(text, "{", limit) + brackets(text, "[", limit) <= limit) return false;
  let depth = 0;
  return outsideStrings(text, (c) => {
    if (c === 0x7b || c === 0x5b) return ++depth > limit;
    if (c === 0x7d || c === 0x5d) depth--;
    return false;
  });
}

/** True when the JSON text has more than `limit` values. Names do not count. Wrong JSON gets some answer, never an error. */
export function moreValuesThan(text: string, limit: number): boolean {
  // Each one but the first comes after a bracket or a comma.
  let values = 1;
  return outsideStrings(text, (c) => {
    if (c === 0x2c || c === 0x7b || c === 0x5b) values++;
    return values > limit;
  });
}

/** Whether a character outside of strings ends the walk. `ends`: by its code. */
function outsideStrings(text: string, ends: (code: number) => boolean): boolean {
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (ends(c)) return true;
  }
  return false;
}

/** How often `bracket` is in the text, counted up to one more than `limit`. */
function brackets(text: string, bracket: "{" | "[", limit: number): number {
  let count = 0;
  for (let at = text.indexOf(bracket); at >= 0 && count <= limit; count++)
    at = text.indexOf(bracket, at + 1);
  return count;
}
