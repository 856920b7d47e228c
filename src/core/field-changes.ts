/**
 * What differs between two versions of a resource's fields, fit to be shown to anybody who may see the
 * resource: the values of request headers and the password in a URL never appear, only that they changed.
 */
import type { FieldChange } from "./plan.ts";

/** Stands for a secret; sent back, it means "as it was". */
export const masked = "***";
const changedSecret = "(secret, changed)";

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** A URL with what authenticates in it masked: the password, or a user name that stands alone. */
export function maskedUrl(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@(.*)$/is.exec(url);
  if (!parts) return url;
  const [, scheme, user, rest] = parts as unknown as [
    string,
    string,
    string,
    string,
  ];
  const colon = user.indexOf(":");
  return `${scheme}${colon < 0 ? masked : `${user.slice(0, colon)}:${masked}`}@${rest}`;
}

/**
 * The fields to store: `wanted`, where `***` keeps the secret that is stored. `lost` names the fields
 * whose `***` stands for nothing stored.
 */
export function withStoredSecrets(
  wanted: Fields,
  stored: Fields | null,
): { fields: Record<string, unknown>; lost: string[] } {
  const fields: Record<string, unknown> = { ...wanted };
  const lost: string[] = [];
  const before = headersOf(stored?.["request_headers"]);
  const headers = headersOf(wanted["request_headers"]);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const secret = value === masked ? before[name] : value;
    if (secret === undefined) lost.push(`request_headers.${name}`);
    else kept[name] = secret;
  }
  if ("request_headers" in wanted) fields["request_headers"] = kept;

  const url = wanted["url"];
  if (typeof url === "string" && hasMask(url)) {
    const known = stored?.["url"];
    if (typeof known === "string" && maskedUrl(known) === maskedUrl(url))
      fields["url"] = known;
    else lost.push("url");
  }
  return { fields, lost };
}

/** Every field that is not the same, in the order of `to`; a resource that is new has no `from`. */
export function fieldChanges(from: Fields | null, to: Fields): FieldChange[] {
  return Object.entries(to).flatMap(([field, value]) => {
    const before = from?.[field] ?? null;
    if (field === "request_headers") return headerChanges(before, value);
    if (same(before, value)) return [];
    if (field === "url") return [urlChange(before, value)];
    return [{ field, from: before, to: value }];
  });
}

function headerChanges(from: unknown, to: unknown): FieldChange[] {
  const before = headersOf(from);
  const after = headersOf(to);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      field: `request_headers.${name}`,
      from: name in before ? masked : null,
      to: !(name in after) ? null : name in before ? changedSecret : masked,
    }));
}

function urlChange(from: unknown, to: unknown): FieldChange {
  const before = typeof from === "string" ? maskedUrl(from) : null;
  const after = maskedUrl(to as string);
  return {
    field: "url",
    from: before,
    to: before === after ? `${after} ${changedSecret}` : after,
  };
}

function headersOf(value: unknown): Headers {
  return (value ?? {}) as Headers;
}

function hasMask(url: string): boolean {
  return /^[^/]*:\/\/([^/?#]*:)?\*\*\*@/.test(url);
}

/** Field values are scalars or lists of scalars, whose order counts. */
function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
