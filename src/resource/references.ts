/**
 * Lists the references between resources, from the descriptions of their fields alone: which field refers
 * to which kind, by id where resources are stored and answered, by name in manifests and plans. Pure.
 */
import type { Reference } from "./field.ts";
import { resourceKinds, type ResourceKind } from "./kinds.ts";
import { descriptionOf } from "./resources.ts";

/** Values by the names of their fields, of a resource of any kind. */
export type Fields = Record<string, unknown>;

/** A reference, and the field that holds its ids. */
export type ReferenceField = Pick<Reference, "to" | "many" | "as"> & { field: string };

/** Calculated once: a large declaration asks for them a hundred thousand times. */
const known = new Map<ResourceKind, readonly ReferenceField[]>();

/** The references that a kind has, in the order of its fields. */
export function referencesOf(kind: ResourceKind): readonly ReferenceField[] {
  const own = known.get(kind) ?? referencesIn(kind);
  known.set(kind, own);
  return own;
}

function referencesIn(kind: ResourceKind): ReferenceField[] {
  return Object.entries(descriptionOf(kind).fields).flatMap(([field, { reference }]) =>
    reference ? [{ field, ...reference }] : [],
  );
}

/** The references of all kinds that lead to this one, each with the kind that has it. */
export function referencesTo(kind: ResourceKind): (ReferenceField & { from: ResourceKind })[] {
  return resourceKinds.flatMap((from) =>
    referencesOf(from)
      .filter(({ to }) => to === kind)
      .map((reference) => ({ ...reference, from })),
  );
}

/** Whether references of a kind lead to others of the kind, so that they could be a cycle. */
export const refersToItsKind = (kind: ResourceKind): boolean =>
  referencesOf(kind).some(({ to }) => to === kind);

/** Members are not stored in their group, but manifests name them there. */
const relations: Partial<Record<ResourceKind, ReferenceField>> = {
  alert_groups: { field: "members", as: "members", to: "users", many: true },
};

/** The references that one resource holds in one field. */
export interface Referral {
  /** The name of the field. */
  at: string;
  to: ResourceKind;
  many: boolean;
  /** Ids or names of its targets, in the order of the field. */
  targets: string[];
}

/** The targets of a stored or answered resource, by id. */
export function idsIn(kind: ResourceKind, fields: Fields): Referral[] {
  return referralsIn(referencesOf(kind), "field", fields);
}

/** The targets of a declared resource, by name; members by lower-case address. */
export function namesIn(kind: ResourceKind, fields: Fields): Referral[] {
  const relation = relations[kind];
  const named = referralsIn([...referencesOf(kind), ...(relation ? [relation] : [])], "as", fields);
  return named.map((referral) => ({
    ...referral,
    targets: referral.targets.map((name) => (referral.to === "users" ? name.toLowerCase() : name)),
  }));
}

function referralsIn(
  references: readonly ReferenceField[],
  name: "field" | "as",
  fields: Fields,
): Referral[] {
  return references.map(({ [name]: at, to, many }) => ({
    at,
    to,
    many,
    targets: [fields[at]].flat().filter((target) => typeof target === "string"),
  }));
}

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
  return kind === "users" ? String(email).toLowerCase() : (external_id ?? `id:${id}`);
}

/** Names and ids of resources. */
export class Directory {
  private readonly names = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  add(kind: ResourceKind, resource: Identified): void {
    const name = manifestName(kind, resource);
    this.names.set(`${kind} ${resource.id}`, name);
    this.ids.set(`${kind} ${name}`, resource.id);
  }

  /** Whether a resource of this name was added. */
  has(kind: ResourceKind, name: string): boolean {
    return this.ids.has(`${kind} ${name}`);
  }

  /** The name of a resource; `id:…` of one that was not added. */
  nameOf(kind: ResourceKind, id: string): string {
    return this.names.get(`${kind} ${id}`) ?? `id:${id}`;
  }

  /** The id of a resource; a name that is not known stands for itself. */
  idOf(kind: ResourceKind, name: string): string {
    return this.ids.get(`${kind} ${name}`) ?? name.replace(/^id:/, "");
  }
}

/** The fields as manifests have them: references under their names there, with names in place of ids. */
export function toNames(kind: ResourceKind, fields: Fields, directory: Directory): Fields {
  return renamed(kind, fields, "field", "as", (to, id) => directory.nameOf(to, id));
}

/** The fields as they are stored: the opposite of `toNames`. */
export function toIds(kind: ResourceKind, fields: Fields, directory: Directory): Fields {
  return renamed(kind, fields, "as", "field", (to, name) => directory.idOf(to, name));
}

/** The fields of a declared resource with other names for its targets. */
export function withNames(
  kind: ResourceKind,
  fields: Fields,
  nameOf: (to: ResourceKind, name: string) => string,
): Fields {
  return renamed(kind, fields, "as", "as", nameOf);
}

function renamed(
  kind: ResourceKind,
  fields: Fields,
  before: "field" | "as",
  after: "field" | "as",
  translate: (to: ResourceKind, target: string) => string,
): Fields {
  const references = referencesOf(kind);
  const translated: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const reference = references.find((one) => one[before] === name);
    if (!reference) translated[name] = value;
    else
      translated[reference[after]] = eachTarget(value, (target) => translate(reference.to, target));
  }
  return translated;
}

function eachTarget(value: unknown, translate: (target: string) => string): unknown {
  const one = (target: unknown) => (typeof target === "string" ? translate(target) : target);
  return Array.isArray(value) ? sorted(value.map(one) as string[]) : one(value);
}

/** The fields of a declared or stored resource with each list of references as it is kept: sorted, each once. */
export function sortedReferences(kind: ResourceKind, fields: Fields): Fields {
  const copy = { ...fields };
  for (const { field, as } of referencesOf(kind))
    for (const name of [field, as])
      if (Array.isArray(copy[name])) copy[name] = sorted(copy[name] as string[]);
  return copy;
}

/** Texts, each once, in one order. */
export function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

/** The declared fields with an unknown target. */
export function withoutReferences(kind: ResourceKind, fields: object): Fields {
  const references = new Set(referencesOf(kind).map(({ as }) => as));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !references.has(name)));
}
