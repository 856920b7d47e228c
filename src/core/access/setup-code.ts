/**
 * One-time codes: ten characters that are hard to mistake for each other when read aloud, in two groups.
 * 30^10 ≈ 2^49 of them, for thirty minutes, with a handful of tries a minute.
 */

/** Without 0 O, 1 I L, U and V, which people confuse. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTWXYZ";

/** How long a code works, ms. */
export const setupCodeLifetime = 30 * 60_000;

/** `7KQ2M-XB4TD`, made of the bytes that `randomBytes` gives. */
export function makeSetupCode(randomBytes: (size: number) => Uint8Array): string {
  // Bytes above would make the first letters likelier than the rest.
  const fair = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < 10)
    for (const byte of randomBytes(16))
      if (byte < fair && text.length < 10) text += alphabet.charAt(byte % alphabet.length);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Normalizes a typed code for comparison: any spacing, any case. */
export function normalizeSetupCode(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** True for a text of the length of a code: worth looking up. */
export const looksLikeSetupCode = (typed: string) => normalizeSetupCode(typed).length === 10;
