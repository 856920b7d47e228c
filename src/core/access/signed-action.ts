/**
 * The tokens behind the buttons of a notification: a token allows its holder one action on one incident, in
 * the name of one device, until it expires. Tokens are not stored: their signature proves their origin.
 *
 * All readers of the topic can read a token, and it stays in the push server's cache: so it allows that one
 * action only. It is binary, because it travels in a message of 4 KB: a format, a verb, the two ids, the
 * expiry in seconds, and 128 bits of HMAC-SHA256 over all that; 54 bytes are 72 characters that need no
 * escaping, without spare bits that could be altered unnoticed.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Device, Instant } from "../model/model.ts";

/**
 * The actions of buttons. confirm: a test arrived, of the device itself. here: the same, by a person that is ready for
 * their shifts. take_over: acknowledge in place of the person that did before.
 */
export const actionVerbs = ["acknowledge", "snooze", "confirm", "here", "take_over"] as const;
export type ActionVerb = (typeof actionVerbs)[number];

/** One thing that one device may do to one incident. */
export interface Action {
  verb: ActionVerb;
  /** UUIDs, as the store makes them; to confirm or be here, that of the device's address in place of an incident's. */
  incident_id: string;
  device_id: string;
  /** From then on it is refused; whole seconds. */
  expires_at: Instant;
}

/**
 * Represents the address of a device in its button, in the form of an id: a button sent to an earlier
 * address does not confirm the present one.
 */
export function addressId(
  device: Pick<Device, "kind" | "target" | "server" | "access_token">,
): string {
  const { kind, target, server, access_token } = device;
  const bytes = createHash("sha256")
    .update(JSON.stringify([kind, target, server, access_token]))
    .digest();
  return readId(bytes, 0);
}

/** How long a button works, ms. */
export const actionLifetime = 24 * 3600_000;

/**
 * malformed: not a token. forged: altered, or signed with another secret. expired: it was valid; the
 * action names its incident or device.
 */
export type Verified =
  | { ok: true; action: Action }
  | { ok: false; why: "malformed" | "forged" }
  | { ok: false; why: "expired"; action: Action };

const format = 1;
const signedBytes = 38;
const macBytes = 16;
const shape = /^[A-Za-z0-9_-]{72}$/;

/**
 * The device named in a token, unverified; null: it is not a token. Selects the secret to verify it with.
 */
export function deviceClaimed(token: string): string | null {
  return shape.test(token) ? readId(Buffer.from(token, "base64url"), 18) : null;
}

/** The token for `action`; throws when its ids are not UUIDs. */
export function sign(secret: string | Uint8Array, action: Action): string {
  const bytes = Buffer.alloc(signedBytes);
  bytes[0] = format;
  bytes[1] = actionVerbs.indexOf(action.verb);
  writeId(bytes, 2, action.incident_id);
  writeId(bytes, 18, action.device_id);
  bytes.writeUInt32BE(Math.floor(action.expires_at / 1000), 34);
  return Buffer.concat([bytes, macOf(secret, bytes)]).toString("base64url");
}

/** The action that `token` allows at `now`, or why it allows none. Accepts any text. */
export function verify(secret: string | Uint8Array, token: string, now: Instant): Verified {
  if (!shape.test(token)) return { ok: false, why: "malformed" };
  const bytes = Buffer.from(token, "base64url");
  const signed = bytes.subarray(0, signedBytes);
  if (!timingSafeEqual(bytes.subarray(signedBytes), macOf(secret, signed)))
    return { ok: false, why: "forged" };
  const verb = actionVerbs[signed[1]!];
  // Signed by a version of ours that knows more.
  if (signed[0] !== format || verb === undefined) return { ok: false, why: "malformed" };
  const action: Action = {
    verb,
    incident_id: readId(signed, 2),
    device_id: readId(signed, 18),
    expires_at: signed.readUInt32BE(34) * 1000,
  };
  return now < action.expires_at ? { ok: true, action } : { ok: false, why: "expired", action };
}

function macOf(secret: string | Uint8Array, bytes: Uint8Array): Buffer {
  // Named, so that a signature made with this secret for another purpose is none here.
  return createHmac("sha256", secret)
    .update("monitord action\0")
    .update(bytes)
    .digest()
    .subarray(0, macBytes);
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

function writeId(bytes: Buffer, at: number, id: string): void {
  if (!uuid.test(id)) throw new Error(`not a UUID: ${id}`);
  bytes.write(id.replaceAll("-", ""), at, "hex");
}

function readId(bytes: Buffer, at: number): string {
  return bytes.toString("hex", at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
