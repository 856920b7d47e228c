/**
 * Masks secrets inside declared fields, and restores them when a client sends the mask back.
 *
 * A secret is answered as `***`. A client that reads a resource, edits it and sends it back sends `***`
 * too, which then means "the stored one". The description of a field says whether it holds a secret.
 * `rules.ts` refuses a `***` without a stored secret.
 */
import type { Secret } from "../../resource/field.ts";
import type { Fault } from "../model/fault.ts";
import { originOf } from "../health/endpoint.ts";
import { descriptionOf, type DescribedKind } from "../../resource/resources.ts";
import type { Fields } from "../../resource/references.ts";

/** The mask of a secret. */
export const masked = "***";

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

/** How each part that can be secret is masked, and how a masked one that came back is restored. */
const kinds: Record<
  Secret,
  { mask: (value: unknown) => unknown; restore: (given: unknown, stored: unknown) => unknown }
> = {
  whole: {
    mask: (value) => (typeof value === "string" ? masked : value),
    restore: (given, stored) => (given === masked && stored ? stored : given),
  },
  userinfo: {
    mask: (value) => (typeof value === "string" ? maskUrl(value) : value),
    restore: (given, stored) =>
      typeof given === "string" && typeof stored === "string" ? restoreUrl(given, stored) : given,
  },
  values: {
    mask: (value) => (value ? maskValues(value as Fields) : value),
    restore: (given, stored) =>
      given && stored ? restoreValues(given as Fields, stored as Fields) : given,
  },
};

/** A copy that may be shown: every secret is `***`. */
export function mask<T extends object>(kind: DescribedKind, fields: T): T {
  return eachSecret(kind, fields, (secret, value) => kinds[secret].mask(value));
}

/**
 * Replaces every `***` in the given fields by the stored secret. Without one, when the user name of a URL
 * has changed, or when the URL has another origin than the one that the secret was given for, the `***`
 * stays, and the rules refuse it.
 */
export function restoreMasked<T extends object>(kind: DescribedKind, given: T, stored: object): T {
  const have = stored as Fields;
  const moved = isMoved(kind, given as Fields, have);
  return eachSecret(kind, given, (secret, value, name) =>
    moved && secret === "values" ? value : kinds[secret].restore(value, have[name]),
  );
}

/**
 * Faults of a change that would send stored secrets to another origin without being given again: those that
 * `given` does not mention. `***` is refused by the rules.
 */
export function keptForOther(kind: DescribedKind, given: object, stored: object): Fault[] {
  const have = stored as Fields;
  if (!isMoved(kind, given as Fields, have)) return [];
  return Object.entries(descriptionOf(kind).fields)
    .filter(
      ([name, { secret }]) => secret === "values" && !(name in given) && hasValues(have[name]),
    )
    .map(([field]) => ({
      field,
      code: "secret_needed",
      message: "was given for another server: give it again, or null for none",
    }));
}

const hasValues = (value: unknown) => Object.keys(value ?? {}).length > 0;

/** True if the URL that the secrets of a resource are sent to gets another origin (scheme, host, port). */
function isMoved(kind: DescribedKind, given: Fields, stored: Fields): boolean {
  return Object.entries(descriptionOf(kind).fields).some(
    ([name, { secret }]) =>
      secret === "userinfo" &&
      typeof given[name] === "string" &&
      typeof stored[name] === "string" &&
      originOf(given[name]) !== originOf(stored[name]),
  );
}

/** A copy in which all present secret fields are replaced. */
function eachSecret<T extends object>(
  kind: DescribedKind,
  fields: T,
  replaced: (secret: Secret, value: unknown, name: string) => unknown,
): T {
  const copy = { ...fields } as Fields;
  const all = descriptionOf(kind).fields;
  for (const name in all) {
    const { secret } = all[name]!;
    if (secret && name in copy) copy[name] = replaced(secret, copy[name], name);
  }
  return copy as T;
}

/** True when a `***` still stands where a secret belongs. */
export function isMaskedUrl(url: string): boolean {
  const parts = userinfoOf(url);
  if (!parts) return false;
  return parts.password === masked || (!parts.password && parts.user === masked);
}

function restoreUrl(given: string, stored: string): string {
  const parts = userinfoOf(given);
  const had = userinfoOf(stored);
  if (!parts || !had || !isMaskedUrl(given) || originOf(given) !== originOf(stored)) return given;
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
