/**
 * Lists the differences between two versions of a resource's fields. The list can be shown to everyone who
 * may read the resource: it says that a secret changed, never its value.
 */
import { descriptionOf, type DescribedKind } from "../../resource/resources.ts";
import type { FieldChange } from "./plan-terms.ts";
import { masked, maskUrl } from "./secrets.ts";
import type { Fields } from "../../resource/references.ts";

const changedSecret = "(secret, changed)";

type Named = Readonly<Record<string, string>>;

/** Every field that is not the same, in the order of `to`; a resource that is new has no `from`. */
export function fieldChanges(kind: DescribedKind, from: Fields | null, to: Fields): FieldChange[] {
  const { fields } = descriptionOf(kind);
  const changes: FieldChange[] = [];
  for (const [field, value] of Object.entries(to)) {
    const before = from?.[field] ?? null;
    const secret = fields[field]?.secret;
    if (secret === "values") changes.push(...valueChanges(field, before, value));
    else if (same(before, value)) continue;
    else if (secret === "whole") changes.push(wholeChange(field, before, value));
    else if (secret === "userinfo") changes.push(urlChange(field, before, value));
    else changes.push({ field, from: before, to: value });
  }
  return changes;
}

function wholeChange(field: string, from: unknown, to: unknown): FieldChange {
  return {
    field,
    from: from === null ? null : masked,
    to: to === null ? null : from === null ? masked : changedSecret,
  };
}

function valueChanges(field: string, from: unknown, to: unknown): FieldChange[] {
  const before = namedOf(from);
  const after = namedOf(to);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      field: `${field}.${name}`,
      from: name in before ? masked : null,
      to: !(name in after) ? null : name in before ? changedSecret : masked,
    }));
}

function urlChange(field: string, from: unknown, to: unknown): FieldChange {
  const before = typeof from === "string" ? maskUrl(from) : null;
  const after = typeof to === "string" ? maskUrl(to) : null;
  return {
    field,
    from: before,
    to: before === after ? `${after} ${changedSecret}` : after,
  };
}

function namedOf(value: unknown): Named {
  return (value ?? {}) as Named;
}

/** Field values are scalars or lists of scalars, whose order counts. */
function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
