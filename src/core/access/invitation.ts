/**
 * Rules for adding a phone: the token of its link, its topic, how long the link works, and when a test
 * can be repeated. On a public push server the topic's name is the only password, so it must be
 * unguessable.
 */
import type { DeviceInvitation, Instant } from "../model/model.ts";
import { randomText } from "./random-text.ts";
import { withoutEndSlashes } from "../text/slashes.ts";

/** How long a link works, ms. */
export const invitationLifetime = 30 * 60_000;

/** 62^22 ≈ 2^131 of them. */
const secretLength = 22;

type RandomBytes = (size: number) => Uint8Array;

/** The token in a link; only its hash is stored. */
export const makeInvitationToken = (randomBytes: RandomBytes) =>
  randomText(secretLength, randomBytes);

export const looksLikeInvitation = (text: string) => /^[0-9A-Za-z]{22}$/.test(text);

/** An unguessable topic. */
export const makeTopic = (randomBytes: RandomBytes) =>
  `monitord-${randomText(secretLength, randomBytes)}`;

export type InvitationStatus = "open" | "verified" | "expired";

/** verified: its phone answered, and it is used up. */
export function invitationStatus(
  { verified_at, expires_at }: Pick<DeviceInvitation, "verified_at" | "expires_at">,
  now: Instant,
): InvitationStatus {
  if (verified_at !== null) return "verified";
  return now < expires_at ? "open" : "expired";
}

/** Pause between two tests, and their total per link: a link that leaks cannot ring a phone for long. */
const testEvery = 10_000;
const mostTests = 20;

/** Why no test is sent now; null: it may go. `last`: when the last one was asked for. */
export function testRefused(tests: number, last: Instant | null, now: Instant): string | null {
  if (tests >= mostTests)
    return `This link has sent ${mostTests} tests and sends no more. Ask for a new one.`;
  const wait = last === null ? 0 : last + testEvery - now;
  return wait <= 0
    ? null
    : `A test went out a moment ago. Give it ${Math.ceil(wait / 1000)} s before the next one.`;
}

/**
 * The push server that a phone subscribes at, as phones call it: without credentials, query or a slash at the end.
 * `usual`: the one of an invitation without a server of its own.
 */
export function serverOf({ server }: { server: string | null }, usual: string): string {
  const called = server ?? usual;
  const url = URL.parse(called);
  return url ? url.origin + withoutEndSlashes(url.pathname) : called;
}

/**
 * The link that makes the ntfy app subscribe: on Android alone, the iPhone's app knows none. null: the app
 * understands no link to a server below a path.
 */
export function subscribeLink(server: string, topic: string, display: string): string | null {
  const url = URL.parse(server);
  if (!url || withoutEndSlashes(url.pathname) !== "") return null;
  const query = new URLSearchParams({ display });
  if (url.protocol === "http:") query.set("secure", "false");
  // The app reads %20 as a space, and + as a plus.
  return `ntfy://${url.host}/${topic}?${query.toString().replaceAll("+", "%20")}`;
}

export type Platform = "android" | "iphone" | "other";

/** The platform that a browser reports; used only to choose the first instructions. */
export function platformOf(userAgent: string): Platform {
  if (/android/i.test(userAgent)) return "android";
  return /iphone|ipad|ipod/i.test(userAgent) ? "iphone" : "other";
}

/** The marks of browsers in user agents; each has the marks of those after it as well. */
const browserMarks = { Firefox: "Firefox/", Edge: "Edg", Chrome: "Chrome/", Safari: "Safari/" };

/** Default name of a browser as a device. */
export function browserName(userAgent: string): string {
  const browser =
    Object.entries(browserMarks).find(([, mark]) => userAgent.includes(mark))?.[0] ?? "Browser";
  const phone = phoneNames[platformOf(userAgent)];
  return phone === null ? browser : `${browser}, ${phone}`;
}

/** Default names of phones; null: unknown platform. */
export const phoneNames: Record<Platform, string | null> = {
  android: "Android phone",
  iphone: "iPhone",
  other: null,
};
