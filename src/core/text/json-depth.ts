/**
 * Measures how deep JSON nests without parsing it: a million brackets parse quickly and then overflow the
 * stack of any recursive walk.
 */

/** True when the JSON text nests deeper than `limit`. Wrong JSON gets some answer, never an error. */
export function deeperThan(text: string, limit: number): boolean {
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
