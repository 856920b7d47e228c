/** The keys of a subscription: that of the sender (VAPID, RFC 8292), and those of the browser (RFC 8291). */
import { createECDH, ECDH, hkdfSync } from "node:crypto";

/** The browser's keys. */
export interface SubscriptionKeys {
  /** A point of P-256, uncompressed, 65 bytes. */
  p256dh: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

/** From `p256dh.auth`, both in base64url; null: something else. */
export function keysOf(text: unknown): SubscriptionKeys | null {
  if (typeof text !== "string") return null;
  const [p256dh, auth, ...more] = text.split(".").map((part) => Buffer.from(part, "base64url"));
  if (!p256dh || !auth || more.length > 0 || auth.length !== 16) return null;
  return isPoint(p256dh) ? { p256dh, auth } : null;
}

/** Whether `key` is an uncompressed point of P-256: with another one no secret can be agreed on. */
function isPoint(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false;
  try {
    ECDH.convertKey(key, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

/** True for a private key of P-256 in base64url. */
export function isPrivateKey(text: unknown): boolean {
  return typeof text === "string" && publicKeyOf(text) !== null;
}

/** The public key, 65 bytes; null: `privateKey` is none. */
export function publicKeyOf(privateKey: string): Buffer | null {
  const bytes = Buffer.from(privateKey, "base64url");
  if (bytes.length !== 32) return null;
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(bytes);
    return pair.getPublicKey();
  } catch {
    return null;
  }
}

/** A private key in base64url, always the same for one `seed`, which must be unguessable. */
export function privateKeyFrom(seed: string): string {
  for (let round = 0; ; round++) {
    const bytes = hkdfSync("sha256", seed, "", `webpush ${round}`, 32);
    const text = Buffer.from(bytes).toString("base64url");
    // One in 2^32 is not a scalar of the curve.
    if (publicKeyOf(text) !== null) return text;
  }
}
