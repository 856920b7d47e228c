/**
 * API keys: `mon_`, 32 random characters, and a checksum of both. The checksum lets a server reject a
 * mistyped or invented key without a query, and a scanner recognize a leaked one. Only the SHA-256 of a
 * key is stored: 190 random bits cannot be guessed, so no salt and no slow hash are needed.
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { base62, randomText } from "./random-text.ts";

const label = "mon_";
const secretLength = 32;
const checksumLength = 6;

/** A new key, made of the bytes that `randomBytes` gives. */
export function makeKey(randomBytes: (size: number) => Uint8Array): string {
  return withChecksum(label + randomText(secretLength, randomBytes));
}

/** True when the text has the shape and the checksum of a key; whether it was ever issued is not known. */
export function looksLikeKey(text: string): boolean {
  if (!/^mon_[0-9A-Za-z]{38}$/.test(text)) return false;
  return withChecksum(text.slice(0, -checksumLength)) === text;
}

/** The first characters of a key: enough to recognize it by, far from enough to guess it. */
export function keyPrefix(key: string): string {
  return key.slice(0, label.length + 6);
}

/** The stored form of a key: its SHA-256, hex. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function withChecksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = base62.charAt(rest % base62.length) + digits;
    rest = Math.floor(rest / base62.length);
  }
  return text + digits;
}
