/** Rules for connections: addresses, credentials, inbound secrets. See `rules`. */
import { neverReached } from "../access/address.ts";
import { limits } from "../../resource/schema.ts";
import { isSocket, readEndpoint, type Endpoint } from "../health/endpoint.ts";
import type { Fault } from "../model/fault.ts";
import { isMaskedUrl, masked, userinfoOf } from "./secrets.ts";
import type { Fields } from "../../resource/references.ts";

/** Faults of an address that people open. */
export function link(field: string, text: string): Fault[] {
  const wrong = (message: string) => [fault(field, "format", message)];
  if (/[\s\p{Cc}]/u.test(text)) return wrong("must not contain spaces or control characters");
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return wrong("must be an absolute URL that starts with http:// or https://");
  if (userinfoOf(text)) return wrong("must not contain a user or password");
  return [];
}

/** Faults of the URL of an endpoint, in any scheme that can be probed. */
export function endpoint(field: string, text: string): Fault[] {
  const wrong = (message: string, code = "format") => [fault(field, code, message)];
  if (/[\s\p{Cc}]/u.test(text)) return wrong("must not contain spaces or control characters");
  const target = readEndpoint(text);
  if (typeof target === "string") return wrong(target);
  if ("url" in target) return url(field, text, isSocket(target.scheme) ? ["ws", "wss"] : web);
  const host = hostOf(target);
  const never = host === null ? null : neverReached(host);
  return never === null ? [] : wrong(neverMessage(never), "address");
}

/** The host that is connected to; null: the resolver of the system. */
const hostOf = (of: Exclude<Endpoint, { url: URL }>) =>
  of.scheme === "dns" ? (of.resolver?.host ?? null) : of.host;

const neverMessage = (why: string) => `has an address that is never connected to: ${why}`;

const web = ["http", "https"] as const;

/** Faults of an address that is to be fetched, of the schemes `of`. */
export function url(field: string, text: string, of: readonly [string, string] = web): Fault[] {
  const wrong = (message: string, code = "format") => [fault(field, code, message)];
  if (/[\s\p{Cc}]/u.test(text)) return wrong("must not contain spaces or control characters");
  if (!of.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`)))
    return wrong(`must be an absolute URL that starts with ${of.join(":// or ")}://`);
  // A schema has the same limit, but not each address comes through one.
  if (text.length > limits.url)
    return wrong(`must have at most ${limits.url} characters`, "length");
  if (!URL.canParse(text)) return wrong("must be a URL with a valid host");
  if (text.includes("#")) return wrong("must not have a fragment (#…): it is never sent");
  if (isMaskedUrl(text)) return wrong(secretNeeded, "secret_needed");
  const never = neverReached(new URL(text).hostname);
  return never === null ? [] : wrong(neverMessage(never), "address");
}

export const secretNeeded = `${masked} stands for a stored secret, and none is stored for this: give the secret itself`;

export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** Faults of the secrets that a group requires from its senders. */
export function webhookAuth(fields: Fields): Fault[] {
  const { webhook_auth: auth, webhook_secret: secret, webhook_timestamp_header: header } = fields;
  const faults: Fault[] = [];
  const wrong = (field: string, code: string, message: string) =>
    faults.push(fault(field, code, message));
  if (secret === masked) wrong("webhook_secret", "secret_needed", secretNeeded);
  else if (typeof auth === "string" && typeof secret !== "string")
    wrong("webhook_secret", "required", "is required with webhook_auth");
  else if (typeof auth !== "string" && typeof secret === "string")
    wrong("webhook_auth", "required", "is required with webhook_secret");
  else if (auth === "basic" && !/^[^:]+:./.test(String(secret)))
    wrong("webhook_secret", "format", "must be user:password for basic");
  else if (auth === "bearer" && /[^\x21-\x7e]/.test(String(secret)))
    wrong("webhook_secret", "format", "must be printable ASCII without spaces for bearer");
  if (typeof header === "string" && auth !== "hmac")
    wrong("webhook_timestamp_header", "unused", "is for webhook_auth: hmac alone");
  return faults;
}

/** A fault; never repeats the field's name in its message. */
export function fault(field: string, code: string, message: string): Fault {
  return { field, code, message };
}
