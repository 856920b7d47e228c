/**
 * Secrets inside declared fields: how they are shown, and what it means when the shown form comes back.
 *
 * A secret is answered as `***`. A client that reads a resource, edits it and sends it back sends `***`
 * too, which then means "the one you have". Which fields hold secrets is said here and nowhere else.
 * Never decides whether a field is allowed (`rules.ts` refuses a `***` that nothing stands behind).
 */
import type { ResourceKind } from "../model/model.ts";

/** What stands in the place of a secret. */
export const masked = "***";

export type SecretKind = ResourceKind | "devices";
type Fields = Record<string, unknown>;

/** `https://ada:secret@host/…` in its four parts; null: no userinfo. */
export function userinfoOf(url: string): {
  head: string;
  user: string;
  password: string | null;
  tail: string;
} | null {
  // The authority ends at the first / ? # or \ and its userinfo at the last @, as browsers read it.
  const match = /^([a-z]+:\/\/)([^/?#\\]*)@([^/?#\\@]*.*)$/is.exec(url);
  if (!match) return null;
  const [, head = "", info = "", tail = ""] = match;
  const colon = info.indexOf(":");
  return {
    head,
    user: colon < 0 ? info : info.slice(0, colon),
    password: colon < 0 ? null : info.slice(colon + 1),
    tail,
  };
}

/** The same URL without its secret: `https://ada:***@host/…`; a lone user part may be a token. */
export function maskUrl(url: string): string {
  const parts = userinfoOf(url);
  if (!parts) return url;
  const { head, user, password, tail } = parts;
  return password ? `${head}${user}:${masked}@${tail}` : `${head}${masked}@${tail}`;
}

/** A copy that may be shown: every secret is `***`. */
export function mask<T extends object>(kind: SecretKind, fields: T): T {
  const shown = { ...fields } as Fields;
  if (typeof shown["url"] === "string" && kind === "health_check_monitors")
    shown["url"] = maskUrl(shown["url"]);
  if (shown["request_headers"])
    shown["request_headers"] = maskValues(shown["request_headers"] as Fields);
  if (kind === "alert_groups" && typeof shown["webhook_secret"] === "string")
    shown["webhook_secret"] = masked;
  if (kind === "devices") {
    if (typeof shown["access_token"] === "string") shown["access_token"] = masked;
    if (typeof shown["server"] === "string") shown["server"] = maskUrl(shown["server"]);
  }
  return shown as T;
}

/**
 * The given fields with every `***` replaced by the secret that is stored. Where nothing is stored, or
 * the user name of a URL is another one, the `***` stays, for the rules to refuse.
 */
export function restoreMasked<T extends object>(kind: SecretKind, given: T, stored: object): T {
  const meant = { ...given } as Fields;
  const have = stored as Fields;
  for (const name of secretUrls[kind] ?? [])
    if (typeof meant[name] === "string" && typeof have[name] === "string")
      meant[name] = restoreUrl(meant[name], have[name]);
  if (meant["request_headers"] && have["request_headers"])
    meant["request_headers"] = restoreValues(
      meant["request_headers"] as Fields,
      have["request_headers"] as Fields,
    );
  for (const name of ["access_token", "webhook_secret"])
    if (meant[name] === masked && have[name]) meant[name] = have[name];
  return meant as T;
}

const secretUrls: Partial<Record<SecretKind, string[]>> = {
  health_check_monitors: ["url"],
  devices: ["server"],
};

/** True when a `***` still stands where a secret belongs. */
export function isMaskedUrl(url: string): boolean {
  const parts = userinfoOf(url);
  if (!parts) return false;
  return parts.password === masked || (!parts.password && parts.user === masked);
}

function restoreUrl(given: string, stored: string): string {
  const parts = userinfoOf(given);
  const had = userinfoOf(stored);
  if (!parts || !had || !isMaskedUrl(given)) return given;
  const { head, user, password, tail } = parts;
  if (password)
    return user === had.user && had.password ? `${head}${user}:${had.password}@${tail}` : given;
  if (had.password) return given;
  // An empty password is none to be hidden, but its colon is part of the address.
  const colon = had.password === null ? "" : ":";
  return `${head}${had.user}${colon}@${tail}`;
}

function maskValues(headers: Fields): Fields {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, masked]));
}

function restoreValues(given: Fields, stored: Fields): Fields {
  const had = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value === masked ? (had.get(name.toLowerCase()) ?? value) : value,
    ]),
  );
}
