/**
 * A field may be a list of objects, its items, with fields, references and secrets of their own: `part` describes them.
 * The values of its key identify an item. A text in place of an item is short for its key alone. Pure.
 */
import { defaultsOf, Type, type FieldTable, type Part } from "./field.ts";
import type { ResourceKind } from "./kinds.ts";
import { onceFor } from "./once-for.ts";
import { answeredFields } from "./schemas.ts";

/** Values by the names of their fields. */
export type Fields = Record<string, unknown>;

/** An item as manifests and plans have it. */
export type Item = string | Fields;

type Options<N extends string> = Omit<Part, "fields" | "given"> & {
  key: readonly N[];
  short?: N;
};

/** Describes the items of a list, keeping the exact types of their fields. */
export const part = <const F extends FieldTable>(
  fields: F,
  { title, ...options }: Options<keyof F & string>,
): Part<F> => ({ fields, title, given: `${title}Given`, ...options });

/** The schema of a list of these items, as it is stored and answered. */
export const ItemsOf = <F extends FieldTable>(
  { fields, title }: Part<F>,
  options: { description: string; minItems?: number; maxItems: number },
) =>
  Type.Array(Type.Object(answeredFields(fields), { additionalProperties: false, title }), options);

/** True for a JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A name in the form that is compared: of a user, the address in lower case, without spaces around it. */
export const comparedName = (to: ResourceKind, name: string): string =>
  to === "users" ? name.trim().toLowerCase() : name;

/** The values of an item's key, as they are given and as they are compared. References are ids or names. */
function keyIn({ fields, key, short }: Part, item: unknown): { given: string; compared: string }[] {
  const values: Fields = isObject(item) ? item : { [short!]: item };
  return key.flatMap((name) => {
    const { reference, schema } = fields[name]!;
    const otherwise = (schema as { default?: unknown }).default;
    const value = values[name] ?? values[reference?.as ?? name] ?? otherwise ?? null;
    if (value === null) return [];
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [{ given: text, compared: reference ? comparedName(reference.to, text) : text }];
  });
}

/** The name of an item for people. */
export const nameOfItem = (part: Part, item: unknown): string =>
  keyIn(part, item)
    .map(({ given }) => given)
    .join(" ");

/** The identity of an item within its list. */
export const keyOf = (part: Part, item: unknown): string =>
  keyIn(part, item)
    .map(({ compared }) => compared)
    .join(" ");

/** The items of a list by their keys; none if it is not a list. */
export const byKey = (part: Part, list: unknown): Map<string, Item> =>
  new Map((Array.isArray(list) ? (list as Item[]) : []).map((item) => [keyOf(part, item), item]));

/**
 * Values with the default of each field that they lack, in the order of the description. `stored`: the values before, for
 * items of which only the key is given.
 */
export function completed(fields: FieldTable, values: Fields, stored?: Fields): Fields {
  const all: Fields = {};
  for (const [name, { part, otherwise }] of outlineOf(fields)) {
    const value = values[name] ?? otherwise;
    if (part && Array.isArray(value))
      all[name] = completedItems(part, value as Item[], stored && (stored[name] ?? []));
    else if (value !== undefined) all[name] = value;
  }
  return all;
}

type Outline = [name: string, { part: Part | undefined; otherwise: unknown }][];

const outlineOf = onceFor((fields: FieldTable): Outline => {
  const defaults = defaultsOf(fields);
  return Object.entries(fields).map(([name, { part }]) => [
    name,
    { part, otherwise: defaults[name] },
  ]);
});

/** Items with all of their fields. `stored`: the list before; each text becomes its item there, or one with defaults. */
export function completedItems(part: Part, list: readonly Item[], stored?: unknown): Item[] {
  const before = byKey(part, stored) as Map<string, Fields>;
  return list.map((item) => {
    const had = before.get(keyOf(part, item));
    if (isObject(item)) return completed(part.fields, item, stored ? (had ?? {}) : undefined);
    return stored ? { ...completed(part.fields, { [part.short!]: item }), ...had } : item;
  });
}
