/**
 * Text from outside, made fit to be kept: no U+0000, no lone surrogates (databases and JSON differ about
 * them), and a bound in bytes. Never splits a character.
 */

const encoder = new TextEncoder();

/** How many bytes `text` takes as UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Whether `text` takes more than `limit` bytes as UTF-8. */
export function longerThan(text: string, limit: number): boolean {
  // A UTF-16 unit takes at most three bytes: short texts need no encoding to know.
  return text.length * 3 > limit && byteLength(text) > limit;
}

/** The same text with U+0000 and lone surrogates replaced by U+FFFD. */
export function cleanText(text: string): string {
  // Five times as fast as `replaceAll` on a text of U+0000 alone.
  return text.toWellFormed().split("\u0000").join("\ufffd");
}

/** Text that another sentence can follow: with a period, unless it ends like a sentence already. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** At most `limit` bytes of UTF-8, cut on a character boundary and marked with `…`. */
export function cutText(text: string, limit: number): string {
  if (!longerThan(text, limit)) return text;
  const mark = "…";
  const room = new Uint8Array(Math.max(0, limit - byteLength(mark)));
  const { read } = encoder.encodeInto(text, room);
  return text.slice(0, read) + mark;
}

/** The last line with text, without the space around it: the cause in the output of a program; null: none. */
export const lastLine = (text: string | null): string | null =>
  text
    ?.trimEnd()
    .split(/\r\n|[\n\r]/)
    .at(-1)
    ?.trim() || null;
