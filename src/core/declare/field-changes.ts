/**
 * What differs between two versions of a resource's fields, fit to be shown to anybody who may see the
 * resource: the values of request headers, webhook secrets and the password in a URL never appear, only that they changed.
 */
import type { FieldChange } from "./plan.ts";
import { masked, maskUrl } from "./secrets.ts";

const changedSecret = "(secret, changed)";

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** Every field that is not the same, in the order of `to`; a resource that is new has no `from`. */
export function fieldChanges(from: Fields | null, to: Fields): FieldChange[] {
  return Object.entries(to).flatMap(([field, value]) => {
    const before = from?.[field] ?? null;
    if (field === "request_headers") return headerChanges(before, value);
    if (same(before, value)) return [];
    if (field === "webhook_secret")
      return [
        {
          field,
          from: before === null ? null : masked,
          to: value === null ? null : before === null ? masked : changedSecret,
        },
      ];
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
  const before = typeof from === "string" ? maskUrl(from) : null;
  const after = maskUrl(to as string);
  return {
    field: "url",
    from: before,
    to: before === after ? `${after} ${changedSecret}` : after,
  };
}

function headersOf(value: unknown): Headers {
  return (value ?? {}) as Headers;
}

/** Field values are scalars or lists of scalars, whose order counts. */
function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
