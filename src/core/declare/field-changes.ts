/**
 * Lists the differences between two versions of a resource's fields. The list can be shown to everyone who
 * may read the resource: it says that a secret changed, never its value.
 */
import { defaultsOf, type FieldTable, type Part } from "../../resource/field.ts";
import { byKey } from "../../resource/part.ts";
import { allFieldsOf, type DescribedKind } from "../../resource/resources.ts";
import type { FieldChange } from "./plan-terms.ts";
import { masked, maskUrl } from "./secrets.ts";
import type { Fields } from "../../resource/references.ts";

const changedSecret = "(secret, changed)";

type Named = Readonly<Record<string, string>>;

/** Every field that is not the same, in the order of `to`; a resource that is new has no `from`. */
export function fieldChanges(kind: DescribedKind, from: Fields | null, to: Fields): FieldChange[] {
  return changesIn(allFieldsOf(kind), from, to, "");
}

/** `prefix`: precedes the names of the fields. */
function changesIn(
  fields: FieldTable,
  from: Fields | null,
  to: Fields,
  prefix: string,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [name, value] of Object.entries(to)) {
    const before = from?.[name] ?? null;
    const field = prefix + name;
    const { secret, part } = fields[name] ?? {};
    if (part) changes.push(...itemChanges(part, field, before, value));
    else if (secret === "values") changes.push(...valueChanges(field, before, value));
    else if (same(before, value)) continue;
    else if (secret === "whole") changes.push(wholeChange(field, before, value));
    else if (secret === "userinfo") changes.push(urlChange(field, before, value));
    else changes.push({ field, from: before, to: value });
  }
  return changes;
}

/** Items that come and go, then the changes within one: `members.ada@example.com.timezone`. Those declared as texts stay. */
function itemChanges(part: Part, field: string, from: unknown, to: unknown): FieldChange[] {
  const before = byKey(part, from);
  const after = byKey(part, to);
  const keys = { from: from && [...before.keys()], to: to && [...after.keys()] };
  const within = [...after].flatMap(([key, item]) => {
    if (typeof item === "string") return [];
    const others = Object.entries(item).filter(([name]) => !isKey(part, name));
    const had = before.get(key) ?? defaultsOf(part.fields);
    return changesIn(part.fields, had as Fields, Object.fromEntries(others), `${field}.${key}.`);
  });
  return same(keys.from, keys.to) ? within : [{ field, ...keys }, ...within];
}

/** Whether a field, by its name in manifests, is a part of the key. */
const isKey = ({ key, fields }: Part, name: string): boolean =>
  key.some((one) => (fields[one]!.reference?.as ?? one) === name);

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
