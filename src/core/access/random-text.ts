/** Secrets that people may have to type: letters and digits, each as likely as the others. */

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters, made of the bytes that `randomBytes` gives. */
export function randomText(length: number, randomBytes: (size: number) => Uint8Array): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length))
      // 248 = 4 × 62: bytes above would make the first letters likelier than the rest.
      if (byte < 248 && text.length < length) text += base62.charAt(byte % base62.length);
  return text;
}
