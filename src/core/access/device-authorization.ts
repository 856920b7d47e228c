/**
 * Rules of signing in by a code in a browser (RFC 8628, the device authorization grant): a program shows a short code and
 * an address, a person compares the code and answers there, and the program exchanges its own, long code for a key. Pure.
 */
import type { DeviceAuthorization } from "../model/access.ts";
import type { Instant } from "../model/model.ts";
import { day, minute } from "../text/units.ts";

/** How long a code can be answered and exchanged, ms. */
export const codeLifetime = 10 * minute;
/** The pause between two requests of a program that waits, s (RFC 8628, 3.2). */
export const pollInterval = 5;
/** The idle time after which the key of a person expires, ms. */
export const personKeyIdle = 90 * day;

/** Letters without vowels, so that no code is a word, and without digits, which look like letters (RFC 8628, 6.1). */
const alphabet = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;

/** `WDJB-MJHT`, made of the bytes that `randomBytes` gives: 20^8 ≈ 2^34 of them. */
export function makeUserCode(randomBytes: (size: number) => Uint8Array): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length))
      // 240 = 12 × 20: bytes above would make the first letters likelier than the rest.
      if (byte < 240 && text.length < length) text += alphabet.charAt(byte % alphabet.length);
  return shownUserCode(text);
}

/** A typed code without its spacing, in capitals. */
export function normalizeUserCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, "");
}

/** True for a text that can be a code: worth looking up. */
export const looksLikeUserCode = (typed: string): boolean =>
  new RegExp(`^[${alphabet}]{${length}}$`).test(normalizeUserCode(typed));

/** The code in two groups, as both screens show it. */
export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

type Standing = "pending" | "approved" | "denied" | "used" | "expired";

/** How far a request to sign in is. */
export function standingOf(
  { answer, used_at, expires_at }: Pick<DeviceAuthorization, "answer" | "used_at" | "expires_at">,
  now: Instant,
): Standing {
  if (used_at !== null) return "used";
  if (now >= expires_at) return "expired";
  return answer ?? "pending";
}

/** A request that was on its way for less time than the one before it, ms. */
const jitter = 500;

/**
 * Whether the program asks again before its pause has ended (`slow_down` of RFC 8628, 3.5). It is in the row, so that it holds
 * on every node.
 */
export const isTooSoon = (
  { polled_at, pause }: Pick<DeviceAuthorization, "polled_at" | "pause">,
  now: Instant,
): boolean => polled_at !== null && now >= polled_at && now - polled_at < pause * 1000 - jitter;

/** Why no key is answered, in the words of RFC 8628, 3.5. */
export const pollErrors = {
  authorization_pending: "The code was not answered in the browser yet.",
  slow_down: "The last request was less than the interval ago. Wait 5 s longer from now on.",
  access_denied: "The person denied it, or can no longer sign in.",
  expired_token: "The code is unknown, has expired, or was exchanged already.",
} as const;
export type PollError = keyof typeof pollErrors;
