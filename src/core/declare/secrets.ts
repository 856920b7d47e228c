/**
 * Masks secrets inside declared fields, and restores them when a client sends the mask back.
 *
 * A secret is answered as `***`. A client that reads a resource, edits it and sends it back sends `***`
 * too, which then means "the stored one". The description of a field says whether it holds a secret.
 * `rules.ts` refuses a `***` without a stored secret.
 */
import type { FieldTable, Secret } from "../../resource/field.ts";
import type { Fault } from "../model/fault.ts";
import { originOf } from "../health/endpoint.ts";
import { byKey, isObject, keyOf, type Fields } from "../../resource/part.ts";
import { onceFor } from "../../resource/once-for.ts";
import { allFieldsOf, descriptionOf, type DescribedKind } from "../../resource/resources.ts";

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
  return eachSecret(allFieldsOf(kind), fields as Fields, {}, (secret, value) =>
    kinds[secret].mask(value),
  ) as T;
}

/**
 * Replaces every `***` in the given fields by the stored secret. Without one, when the user name of a URL
 * has changed, or when the URL has another origin than the one that the secret was given for, the `***`
 * stays, and the rules refuse it.
 */
export function restoreMasked<T extends object>(kind: DescribedKind, given: T, stored: object): T {
  return eachSecret(
    allFieldsOf(kind),
    given as Fields,
    stored as Fields,
    (secret, value, had, moved) =>
      moved && secret !== "userinfo" ? value : kinds[secret].restore(value, had),
  ) as T;
}

/**
 * Faults of a change that would send stored secrets to another origin without being given again: those that
 * `given` does not mention. `***` is refused by the rules.
 */
export function keptForOther(kind: DescribedKind, given: object, stored: object): Fault[] {
  const have = stored as Fields;
  const { fields } = descriptionOf(kind);
  if (!isMoved(fields, given as Fields, have)) return [];
  return secretiveOf(fields)
    .filter(
      ([name, { secret }]) =>
        secret && secret !== "userinfo" && !(name in given) && hasValues(have[name]),
    )
    .map(([field]) => ({
      field,
      code: "secret_needed",
      message: "was given for another server: give it again, or null for none",
    }));
}

const hasValues = (value: unknown) => Object.keys(value ?? {}).length > 0;

/** True if the URL that the secrets of a resource are sent to gets another origin (scheme, host, port). */
function isMoved(fields: FieldTable, given: Fields, stored: Fields): boolean {
  return secretiveOf(fields).some(
    ([name, { secret }]) =>
      secret === "userinfo" &&
      typeof given[name] === "string" &&
      typeof stored[name] === "string" &&
      originOf(given[name]) !== originOf(stored[name]),
  );
}

/** The fields that are secrets, and those with items, which may have some. */
const secretiveOf = onceFor((fields: FieldTable) =>
  Object.entries(fields).filter(([, { secret, part }]) => secret ?? part),
);

/** A secret with its stored value, and whether the URL that it is sent to gets another origin. */
type Replaced = (secret: Secret, value: unknown, had: unknown, moved: boolean) => unknown;

/** A copy in which all present secrets are replaced, those of items as well: an item is the stored one of the same key. */
function eachSecret(
  fields: FieldTable,
  given: Fields,
  stored: Fields,
  replaced: Replaced,
  isAround = false,
): Fields {
  const copy = { ...given };
  const moved = isAround || isMoved(fields, given, stored);
  for (const [name, { secret, part }] of secretiveOf(fields)) {
    const value = copy[name];
    if (secret && name in copy) copy[name] = replaced(secret, value, stored[name], moved);
    if (!part || !Array.isArray(value)) continue;
    const before = byKey(part, stored[name]);
    const had = (item: Fields) => (before.get(keyOf(part, item)) ?? {}) as Fields;
    copy[name] = value.map((item: unknown) =>
      isObject(item) ? eachSecret(part.fields, item, had(item), replaced, moved) : item,
    );
  }
  return copy;
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
