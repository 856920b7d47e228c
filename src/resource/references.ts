/**
 * Lists the references between resources, from the descriptions of their fields alone: which field refers
 * to which kind, by id where resources are stored and answered, by name in manifests and plans. Items of a list have
 * references of their own. Pure.
 */
import type { FieldTable, Part, Reference } from "./field.ts";
import { resourceKinds, type ResourceKind } from "./kinds.ts";
import { onceFor } from "./once-for.ts";
import { comparedName, isObject, keyOf, type Fields } from "./part.ts";
import { allFieldsOf, descriptionOf, eachKind, type DescribedKind } from "./resources.ts";

export type { Fields };

/** A reference, and the field that holds its ids. */
export interface ReferenceField extends Reference {
  field: string;
  /** The field of the resource whose items have it; null: the resource itself has it. */
  list: string | null;
}

/** A field with a reference or with items, by its name where resources are stored and in manifests. */
interface Link {
  field: string;
  as: string;
  reference?: Reference;
  part?: Part;
}

const linksOf = onceFor((fields: FieldTable): readonly Link[] =>
  Object.entries(fields).flatMap(([field, { reference, part }]): Link[] => {
    if (reference) return [{ field, as: reference.as, reference }];
    return part ? [{ field, as: field, part }] : [];
  }),
);

/** The references that a kind has, in the order of its fields. */
export const referencesOf = (kind: ResourceKind): ReferenceField[] =>
  referencesIn(allFieldsOf(kind), null);

const referencesIn = (fields: FieldTable, list: string | null): ReferenceField[] =>
  linksOf(fields).flatMap(({ field, reference, part }) =>
    part ? referencesIn(part.fields, list ?? field) : [{ field, list, ...reference! }],
  );

const tableReferencesOf = (kind: ResourceKind): ReferenceField[] =>
  referencesIn(descriptionOf(kind).lists ?? {}, null);

/** The same without those of lists with tables of their own. */
export const storedReferencesOf = (kind: DescribedKind): ReferenceField[] =>
  referencesIn(descriptionOf(kind).fields, null);

/** A reference, with the kind that has it. */
export type ReferenceFrom = ReferenceField & { from: ResourceKind };

/** The references of all kinds that lead to this one. */
const fromEach = (
  kind: ResourceKind,
  of: (from: ResourceKind) => readonly ReferenceField[],
): ReferenceFrom[] =>
  resourceKinds.flatMap((from) =>
    of(from)
      .filter(({ to }) => to === kind)
      .map((reference) => ({ ...reference, from })),
  );

/** The references of all kinds by which a resource of this one is in use. */
export const usesTo = (kind: ResourceKind): ReferenceFrom[] => [
  ...fromEach(kind, storedReferencesOf).filter(({ whenDeleted }) => whenDeleted !== "leaves"),
  ...fromEach(kind, tableReferencesOf).filter(({ whenDeleted }) => whenDeleted === "refused"),
];

/** The lists of other resources that a deleted one of this kind leaves. */
export const listsWith = (kind: ResourceKind): ReferenceFrom[] =>
  fromEach(kind, storedReferencesOf).filter(({ whenDeleted }) => whenDeleted === "leaves");

/** Whether references of a kind lead to others of the kind, so that they could be a cycle. */
export const refersToItsKind = (kind: ResourceKind): boolean =>
  referencesOf(kind).some(({ to }) => to === kind);

/** The references that one resource holds in one field. */
export interface Referral {
  /** The path of the field: `depends_on`, `members[2].email`. */
  at: string;
  to: ResourceKind;
  many: boolean;
  whenDeleted?: Reference["whenDeleted"];
  /** Ids or names of its targets, in the order of the field. */
  targets: string[];
}

/** The name of a field where resources are stored, or in manifests. */
type Side = "field" | "as";

/** The targets of a stored or answered resource, by id. */
export function idsIn(kind: DescribedKind, fields: Fields): Referral[] {
  return referralsIn(allFieldsOf(kind), "field", fields, "");
}

/** The targets of a declared resource, by name; users by lower-case address. */
export function namesIn(kind: ResourceKind, fields: Fields): Referral[] {
  return referralsIn(allFieldsOf(kind), "as", fields, "").map((referral) => ({
    ...referral,
    targets: referral.targets.map((name) => comparedName(referral.to, name)),
  }));
}

function referralsIn(table: FieldTable, side: Side, fields: Fields, prefix: string): Referral[] {
  return linksOf(table).flatMap(({ reference, part, [side]: name }) => {
    const at = prefix + name;
    const values = [fields[name]].flat();
    if (reference) {
      const { to, many, whenDeleted } = reference;
      const targets = values.filter((target) => typeof target === "string");
      return [{ at, to, many, ...(whenDeleted && { whenDeleted }), targets }];
    }
    return values.flatMap((item, index) => inItem(part!, side, item, `${at}[${index}]`));
  });
}

function inItem(part: Part, side: Side, item: unknown, at: string): Referral[] {
  if (isObject(item)) return referralsIn(part.fields, side, item, `${at}.`);
  const to = shortTarget(part);
  return to && typeof item === "string" ? [{ at, to, many: false, targets: [item] }] : [];
}

/** The kind that the short form of an item refers to; undefined: none. */
const shortTarget = ({ fields, short }: Part): ResourceKind | undefined =>
  fields[short ?? ""]?.reference?.to;

/** The names of those of its own kind that a declared resource refers to. */
export function ownTargets(kind: ResourceKind, fields: Fields): string[] {
  return namesIn(kind, fields)
    .filter(({ to }) => to === kind)
    .flatMap(({ targets }) => targets);
}

/** The target of a reference. */
export type Identified = Fields & { id: string; external_id: string | null };

/** The name of a resource in manifests: a user by lower-case address, the rest by external_id, or `id:…`. */
export function manifestName(kind: ResourceKind, { id, external_id, email }: Identified): string {
  return kind === "users" ? comparedName(kind, String(email)) : (external_id ?? `id:${id}`);
}

const noTexts = () => new Map<string, string>();

/** Names and ids of resources. */
export class Directory {
  /** Those of kinds that were not asked for yet: of ten thousand monitors most are never looked up. */
  private readonly added = eachKind((): Identified[] => []);
  private readonly known = eachKind(() => ({ names: noTexts(), ids: noTexts() }));

  add(kind: ResourceKind, resource: Identified): void {
    this.added[kind].push(resource);
  }

  /** Names a target as an answer does; its id is known only once it is added. */
  addName(kind: ResourceKind, id: string, name: string): void {
    this.of(kind).names.set(id, comparedName(kind, name));
  }

  /** Whether a resource of this name was added. */
  has(kind: ResourceKind, name: string): boolean {
    return this.of(kind).ids.has(name);
  }

  /** The name of a resource; `id:…` of one that was not added. */
  nameOf(kind: ResourceKind, id: string): string {
    return this.of(kind).names.get(id) ?? `id:${id}`;
  }

  /** The id of a resource; a name that is not known stands for itself. */
  idOf(kind: ResourceKind, name: string): string {
    return this.of(kind).ids.get(name) ?? name.replace(/^id:/, "");
  }

  private of(kind: ResourceKind) {
    const known = this.known[kind];
    const added = this.added[kind];
    if (added.length > 0) this.added[kind] = [];
    for (const resource of added) {
      const name = manifestName(kind, resource);
      known.names.set(resource.id, name);
      known.ids.set(name, resource.id);
    }
    return known;
  }
}

/** The fields as manifests have them: references under their names there, with names in place of ids. */
export function toNames(kind: DescribedKind, fields: Fields, directory: Directory): Fields {
  const target = (to: ResourceKind, id: string) => directory.nameOf(to, id);
  return translated(allFieldsOf(kind), fields, { from: "field", to: "as", target });
}

/** The fields as they are stored: the opposite of `toNames`, but in the order in which they are given. */
export function toIds(kind: DescribedKind, fields: Fields, directory: Directory): Fields {
  const target = (to: ResourceKind, name: string) => directory.idOf(to, name);
  return translated(allFieldsOf(kind), fields, { from: "as", to: "field", target, isGiven: true });
}

/** The fields of a declared resource with other names for its targets; `nameOf` gets them as they are compared. */
export function withNames(
  kind: ResourceKind,
  fields: Fields,
  nameOf: (to: ResourceKind, name: string) => string = (_, name) => name,
): Fields {
  const target = (to: ResourceKind, name: string) => nameOf(to, comparedName(to, name));
  return translated(allFieldsOf(kind), fields, { from: "as", to: "as", target });
}

/**
 * The fields of a stored resource with each list of references and items as it is kept: a set is sorted, each once. Without
 * entries of lists whose target `isGone`, and items that it identifies.
 */
export function sortedReferences(
  kind: ResourceKind,
  fields: Fields,
  isGone: (to: ResourceKind, id: string) => boolean = () => false,
): Fields {
  const target = (to: ResourceKind, id: string) => (isGone(to, id) ? null : id);
  return translated(allFieldsOf(kind), fields, { from: "field", to: "field", target });
}

/** The names of fields before and after, and the new target for each; null: it leaves a list. */
interface Way {
  from: Side;
  to: Side;
  target: (to: ResourceKind, target: string) => string | null;
  /** Sets stay in the order in which they are given. */
  isGiven?: true;
}

/** The same by their names on each side. */
const linksByName = onceFor((table: FieldTable) => {
  const by = (side: Side) => new Map(linksOf(table).map((link) => [link[side], link]));
  return { field: by("field"), as: by("as") };
});

function translated(table: FieldTable, fields: Fields, way: Way): Fields {
  const links = linksByName(table)[way.from];
  const after: Fields = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const link = links.get(name);
    if (!link) after[name] = value;
    else if (link.reference) after[link[way.to]] = targetsOf(link.reference, value, way);
    else after[name] = itemsOf(link.part!, value, way);
  }
  return after;
}

function targetsOf({ to, ordered }: Reference, value: unknown, way: Way): unknown {
  const one = (target: unknown) => (typeof target === "string" ? way.target(to, target) : target);
  if (!Array.isArray(value)) return one(value) ?? value;
  const targets = value.map(one).filter((target) => target !== null) as string[];
  return ordered || way.isGiven ? targets : sorted(targets);
}

function itemsOf(part: Part, list: unknown, way: Way): unknown {
  if (!Array.isArray(list)) return list;
  const items = list
    .filter((item) => !isWithoutKey(part, item, way))
    .map((item) => itemOf(part, item, way));
  if (part.ordered || way.isGiven) return items;
  const keyed = new Map(items.map((item) => [keyOf(part, item), item]));
  return sorted([...keyed.keys()]).map((key) => keyed.get(key));
}

/** Whether the target that identifies an item leaves the list, and the item with it. */
const isWithoutKey = ({ key, fields }: Part, item: unknown, { from, target }: Way): boolean =>
  key.some((name) => {
    const { reference } = fields[name]!;
    const id = isObject(item) && reference && item[from === "as" ? reference.as : name];
    return reference && typeof id === "string" && target(reference.to, id) === null;
  });

/** An item with the fields of its description alone, in their order. */
function itemOf(part: Part, item: unknown, way: Way): unknown {
  const to = shortTarget(part);
  if (!isObject(item)) return to && typeof item === "string" ? way.target(to, item) : item;
  const names = Object.entries(part.fields).map(([field, { reference }]) =>
    way.from === "as" ? (reference?.as ?? field) : field,
  );
  const own = names.filter((name) => name in item).map((name) => [name, item[name]]);
  return translated(part.fields, Object.fromEntries(own) as Fields, way);
}

/** Texts, each once, in one order. */
function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

/** The declared fields with an unknown target. */
export function withoutReferences(kind: ResourceKind, fields: object): Fields {
  const references = new Set(
    linksOf(allFieldsOf(kind)).flatMap(({ as, reference }) => (reference ? [as] : [])),
  );
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !references.has(name)));
}
