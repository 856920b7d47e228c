/**
 * Measures how deep JSON nests without parsing it: a million brackets parse quickly and then overflow the
 * stack of any recursive walk.
 */

/** True when the JSON text nests deeper than `limit`. Wrong JSON gets some answer, never an error. */
export function deeperThan(text: string, limit: number): boolean {
  // Most texts have fewer brackets than that: counting them is native and fast.
  if (brackets(text, "{", limit) + brackets(text, "[", limit) <= limit) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > limit) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
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
