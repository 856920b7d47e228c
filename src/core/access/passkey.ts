/**
 * Rules of passkeys. A challenge is signed by the service instead of stored: it says when it was issued, so that it
 * works for minutes, and a passkey takes each one once.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { Instant, Passkey } from "../model/model.ts";

/** How long a challenge can be answered, ms. */
export const challengeLifetime = 5 * 60_000;

/** Passkeys of one user at most: one for each device that they sign in on. */
export const maxPasskeys = 20;

const timeBytes = 6;
const chanceBytes = 16;
const signedBytes = timeBytes + chanceBytes;

/** A challenge answers the question that it was made for alone. */
export type ChallengePurpose = "sign_in" | "register" | "prove";

/** Base64url of the time, 16 random bytes and their signature. `secret`: equal on all nodes. */
export function makeChallenge(
  secret: Uint8Array,
  purpose: ChallengePurpose,
  now: Instant,
  randomBytes: (size: number) => Uint8Array,
): string {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now, 0, timeBytes);
  const signed = Buffer.concat([time, randomBytes(chanceBytes)]);
  return Buffer.concat([signed, signatureOf(secret, purpose, signed)]).toString("base64url");
}

/** When a challenge of ours was issued; null: it is not ours, is for another purpose, or has expired. */
export function issuedAt(
  secret: Uint8Array,
  purpose: ChallengePurpose,
  challenge: string,
  now: Instant,
): Instant | null {
  const bytes = Buffer.from(challenge, "base64url");
  const [signed, signature] = [bytes.subarray(0, signedBytes), bytes.subarray(signedBytes)];
  const expected = signatureOf(secret, purpose, signed);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const issued = signed.readUIntBE(0, timeBytes);
  // The clocks of two nodes differ a little.
  return Math.abs(now - issued) < challengeLifetime ? issued : null;
}

const signatureOf = (secret: Uint8Array, purpose: ChallengePurpose, signed: Uint8Array): Buffer =>
  createHmac("sha256", secret).update(`passkey/${purpose}`).update(signed).digest();

/** True when a challenge was issued after the last use of the passkey: an answer works once. */
export const isFresh = ({ last_used_at }: Passkey, issued: Instant): boolean =>
  issued > (last_used_at ?? 0);

/** The host that passkeys of this service belong to; null: browsers keep none for an address of numbers. */
export function passkeyHost(siteUrl: string): string | null {
  const host = URL.parse(siteUrl)?.hostname ?? "";
  return host === "" || isIP(host.replace(/^\[|\]$/g, "")) !== 0 ? null : host;
}
