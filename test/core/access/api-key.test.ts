import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashKey, keyPrefix, looksLikeKey, makeKey } from "../../../src/core/access/api-key.ts";

/** CRC-32 as its definition says, bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe("an API key", () => {
  it("is mon_, 32 base62 characters, and their CRC-32 as 6 base62 digits", () => {
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (let i = 0; i < 50; i++) {
      const key = makeKey(randomBytes);
      expect(key).toMatch(/^mon_[0-9A-Za-z]{38}$/);
      const checksum = key
        .slice(-6)
        .split("")
        .reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
      expect(checksum).toBe(crc32(key.slice(0, -6)));
      expect(looksLikeKey(key)).toBe(true);
    }
  });

  it("is never made of bytes that would favour some letters", () => {
    const calls: number[] = [];
    const key = makeKey((size) => {
      calls.push(size);
      return new Uint8Array(size).fill(calls.length === 1 ? 255 : 61);
    });
    expect(calls.length).toBe(2);
    expect(key.slice(4, 36)).toBe("z".repeat(32));
  });

  it("with one character changed is refused without a look-up", () => {
    const key = makeKey(randomBytes);
    for (let at = 4; at < key.length; at++) {
      const other = key[at] === "a" ? "b" : "a";
      const typo = key.slice(0, at) + other + key.slice(at + 1);
      expect(looksLikeKey(typo)).toBe(false);
    }
    for (const text of ["", "mon_", key.slice(1), `${key}0`, `${key}\n`])
      expect(looksLikeKey(text)).toBe(false);
  });

  it("is recognised by ten characters and stored as its SHA-256", () => {
    const key = makeKey((size) => new Uint8Array(size));
    expect(keyPrefix(key)).toBe("mon_000000");
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
