/**
 * One description per field of a resource: its type and limits, whether it is required, its default,
 * its secret part, its references, and its text for people.
 *
 * Everything else is made from these descriptions: the model's types, the columns, the schemas of the API
 * and of manifests, masking, change lists, defaults and forms. A new field is written once, in the file of
 * its resource, and then only where it is shown. Rules that join several fields are code
 * (`core/declare/rules.ts`).
 */
import { Type, type Static, type TSchema } from "./schema.ts";
import type { ResourceKind, SourceKind } from "./kinds.ts";
import { onceFor } from "./once-for.ts";

/**
 * Which part of a value is secret. `whole`: the text. `userinfo`: the password in a URL, or its user when it
 * has none. `values`: each value of an object, while its names are public.
 */
export type Secret = "whole" | "userinfo" | "values";

/** A field that holds the id, or ids, of other resources of the same organization. */
export interface Reference {
  to: ResourceKind;
  /** The field holds a list of ids. */
  many: boolean;
  /** The order of the list counts, and an id may be in it twice. Absent: it is a set. */
  ordered?: true;
  /**
   * The effect of deleting a target. `leaves`: it leaves the list, unless the list would be empty. `refused`: it is not
   * deleted, also where an item of a list with a table of its own has the reference; absent: only otherwise.
   */
  whenDeleted?: "leaves" | "refused";
  /** How many references in a row can lead from one resource of the kind to the next. Absent: any number. */
  deepest?: number;
  /** The name of the field in manifests, where it holds external_ids in place of ids. */
  as: string;
  /** Its description in manifests. */
  description: string;
}

/**
 * The meaning of a text beyond its pattern: decides its rule (`core/declare/rules.ts`) and its input in forms.
 * `url`: an http(s) address that the service calls. `endpoint`: one that it probes, in any scheme that can be probed.
 * `link`: one that people open; it carries no password.
 */
export type Meaning = "url" | "endpoint" | "link" | "email" | "timezone";

/** A list of objects within a resource, its items, which have fields and references of their own. */
export interface Part<F extends FieldTable = FieldTable> {
  fields: F;
  /** The names of the types of an item in the API document: in an answer, and in a request. */
  title: string;
  given: string;
  /** The fields that identify an item: two items of a list never have the same values in them. */
  key: readonly string[];
  /** A text in place of an item is the value of this field, and leaves the others as they are stored. */
  short?: string;
  /** The order of the items counts. Absent: they are sorted by their keys. */
  ordered?: true;
  /** The predicate of the fault of an item whose key an earlier one has. */
  twice: string;
  /** The table with a row for each item, and its column with the id of the resource. Absent: stored with the resource, as JSON. */
  table?: { readonly name: string; readonly owner: string };
}

/** The description of a field beside its schema. */
export interface About {
  /** The field in forms, for people: no API name, no period. */
  label: string;
  /** A sentence under the field in forms; absent: the description of its schema; empty: none. */
  help?: string;
  /** In forms: the key of its section; absent: the last one, `Advanced`. */
  section?: string;
  /** In forms: the unit, behind the number. */
  unit?: string;
  /** In forms: a label for each value, by its JSON; they are offered as a choice. */
  options?: Readonly<Record<string, string>>;
  /** Every server of the API has the field, also one that offers only the basic endpoints. */
  original?: true;
  meaning?: Meaning;
  /** In forms: an input that neither type nor meaning suggests. */
  input?: "lines" | "priorities" | "queries" | "picture";
  secret?: Secret;
  /** The value is enough to page a user, or to read the pages of one: no key of scope `read` sees it. */
  capability?: true;
  reference?: Reference;
  /** The items of the field, which is a list of them (`resource/part`). */
  part?: Part;
  /** False: changing the field asks for no new check and no new count of errors. */
  looksAgain?: false;
  /**
   * A manifest that leaves the field out keeps the stored value; `kept`: unless its project declared one before, then it
   * is reset. Absent: left out means the default.
   */
  leftOut?: "kept" | "unmanaged";
  /** The generated field whose value an export writes in place of the declared one. */
  exportedFrom?: string;
}

/**
 * `required`: must be given. `default`: absent or null means the default of its schema. `optional`: absent or
 * null means null, and is stored as null.
 */
export type Presence = "required" | "default" | "optional";

export type Field<
  S extends TSchema = TSchema,
  P extends Presence = Presence,
  A extends About = About,
> = Omit<A, "schema" | "presence"> & { readonly schema: S; readonly presence: P };

/** `A` with the keys of a field alone: a misspelled one does not compile. */
type Exact<A extends About> = A & Record<Exclude<keyof A, keyof Field>, never>;

export type FieldTable = Readonly<Record<string, Field>>;

/** A field that must be given. */
export function required<S extends TSchema, const A extends About>(
  schema: S,
  about: Exact<A>,
): Field<S, "required", A> {
  return { ...about, schema, presence: "required" };
}

/** A field that has `value` unless another is given. */
export function defaultsTo<S extends TSchema, const A extends About>(
  value: Static<S>,
  schema: S,
  about: Exact<A>,
): Field<S, "default", A> {
  return { ...about, schema: { ...schema, default: value }, presence: "default" };
}

/** A field that may be null. */
export function optional<S extends TSchema, const A extends About>(
  schema: S,
  about: Exact<A>,
): Field<S, "optional", A> {
  return { ...about, schema, presence: "optional" };
}

/** The value of a field as it is stored. */
export type ValueOf<F extends Field> = F["presence"] extends "optional"
  ? Static<F["schema"]> | null
  : Static<F["schema"]>;

/** The values of all fields, as they are stored. */
export type Values<F extends FieldTable> = { -readonly [N in keyof F]: ValueOf<F[N]> };

/** A section of a form. */
export interface Section {
  title: string;
  /** A sentence below the title; empty: none. */
  about: string;
  /** Rarely needed: closed until a user opens it. */
  folded?: true;
}

/** A resource: its name for people, and its fields in the order of display. */
export interface Resource<F extends FieldTable = FieldTable> {
  /** For people: "Alert group not found." */
  noun: string;
  /** The name of its type in the API document. */
  title: string;
  /** What it is, in one sentence. */
  about: string;
  /** Sections of its form by their key, in the order of display. */
  sections?: Readonly<Record<string, Section>>;
  fields: F;
  /** Parts with a table of their own: manifests declare them as fields, and the API has a path for each. */
  lists?: FieldTable;
}

/** Describes a resource, keeping the exact types of its fields. */
export const resource = <F extends FieldTable>(of: Resource<F>): Resource<F> => of;

/** A column of a table in the terminal: a field of the answer; `wide`: only shown when wide tables are asked for. */
export type TableColumn = string | { wide: string };

/**
 * The facts of a kind that manifests declare, beside its fields. Code that treats kinds differently asks for a fact, not for
 * the name of a kind.
 */
export interface KindFacts {
  /** As people type it: `hc/shop`. */
  short: string;
  /** Its noun in codes of faults: `unknown_monitor`. */
  code: string;
  /**
   * The page of the dashboard that lists it, and its noun there, if it is another one. Absent: the dashboard neither
   * shows nor edits it.
   */
  page?: { readonly path: string; readonly title: string; readonly noun?: string };
  /** The scope that a change of it needs. */
  scope: "write" | "admin";
  /** The consequences of a deletion, as sentences for the dashboard. */
  consequences: string;
  /** The same for the terminal, after the name of the resource and a colon. */
  ends: string;
  /** Its table in the terminal, between its name and the rest. */
  columns: readonly TableColumn[];
  /** The kind of its running state, where incidents come from; absent: it has none. */
  subject?: SourceKind;
  /** It has a secret URL that is posted to. */
  hasAddress?: true;
  /** It has a ping key: the webhook monitors that refer to it can be pinged by their `external_id`. */
  hasPingKey?: true;
  /** It watches something for an alert group: it has a status, a history, and can be paused. */
  isMonitor?: true;
}

/** A kind of resource that manifests declare. */
export interface DeclaredKind<
  F extends FieldTable = FieldTable,
  K extends KindFacts = KindFacts,
  L extends FieldTable = FieldTable,
> extends Resource<F> {
  kind: K;
  lists?: L;
}

/** Describes a kind of resource, keeping the exact types of its fields and of its facts. */
export const declaredKind = <
  F extends FieldTable,
  const K extends KindFacts,
  L extends FieldTable = Record<never, never>,
>(
  of: Resource<F> & { kind: K & Record<Exclude<keyof K, keyof KindFacts>, never>; lists?: L },
): DeclaredKind<F, K, L> => of;

/** The default of each field that is not required; null for optional fields. */
export const defaultsOf = onceFor((fields: FieldTable): Readonly<Record<string, unknown>> => {
  const optional = Object.entries(fields).filter(([, { presence }]) => presence !== "required");
  return Object.freeze(
    Object.fromEntries(
      optional.map(([name, { schema }]) => [
        name,
        (schema as { default?: unknown }).default ?? null,
      ]),
    ),
  );
});

/** Whether the value of a field has a secret somewhere. */
export const holdsSecret = ({ secret, capability, part }: Field): boolean =>
  secret !== undefined ||
  capability === true ||
  (part !== undefined && Object.values(part.fields).some(holdsSecret));

/** The names of the fields that `pick` selects. */
export function namesOf(fields: FieldTable, pick: (field: Field) => boolean): string[] {
  return Object.keys(fields).filter((name) => pick(fields[name]!));
}

export { Type };
