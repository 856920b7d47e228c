/** The fields of a resource as manifests have them: references hold external_ids, under a name of their own. */
import {
  namesOf,
  optional,
  required,
  type Field,
  type FieldTable,
  type Part,
  type Reference,
} from "./field.ts";
import { Email, ExternalId, type TSchema } from "./schema.ts";
import { everyResource } from "./shared.ts";
import type { ResourceKind } from "./kinds.ts";
import { askedSchema } from "./schemas.ts";
import { allFieldsOf, eachKind, type AllFieldsOf } from "./resources.ts";

type NameOf<N, F> = F extends { reference: { as: infer A extends string } } ? A : N;
type Named<F extends FieldTable> = {
  -readonly [N in keyof F as NameOf<N, F[N]>]: NamedField<F[N]>;
};
type NamedField<F extends Field> = F extends { part: Part<infer P> }
  ? Omit<F, "part"> & { part: Part<Named<P>> }
  : F;
type InManifest<F extends FieldTable> = Named<Omit<F, "external_id">> & {
  external_id: typeof external_id;
  previous_id: typeof previous_id;
};

const external_id = required(ExternalId, everyResource.external_id);
const previous_id = optional(
  {
    ...ExternalId,
    description:
      "Previous external_id: the resource with it gets the new one, and keeps its history, its incidents and its URL. Has no effect after that.",
  },
  { label: "Previous ID" },
);

/** Fields that identify a resource: they have no default for all, and no plan compares them. */
export const identifying: readonly string[] = ["external_id", "previous_id"];

/** The fields under their names in manifests, those of items too. */
function named(fields: FieldTable): FieldTable {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { reference, part, schema } = field;
      if (reference) return [reference.as, { ...field, schema: nameSchema(reference, schema) }];
      if (!part) return [name, field];
      const { key, short, title } = part;
      const nameOf = (one: string) => part.fields[one]!.reference?.as ?? one;
      const own = { ...part, key: key.map(nameOf), given: `Declared${title}` };
      if (short) own.short = nameOf(short);
      const inManifest = { ...field, part: { ...own, fields: named(part.fields) } };
      return [name, { ...inManifest, schema: askedSchema(inManifest) }];
    }),
  );
}

/** The schema of a name, or of a list of them. */
function nameSchema({ to, many, description }: Reference, schema: TSchema): TSchema {
  if (to !== "users") return { ...schema, description };
  const email = Email(description);
  return many ? { ...schema, items: email, description } : email;
}

/** The declared fields of each kind, by their name in manifests, where `external_id` is required. */
export const manifestFields = eachKind((kind) => {
  const { external_id: _, ...fields } = named(allFieldsOf(kind));
  return { external_id, previous_id, ...fields };
}) as unknown as { [K in ResourceKind]: InManifest<AllFieldsOf<K>> };

/** The fields that every server of the API has, by their name in manifests. */
export const originalFields = (kind: ResourceKind): string[] =>
  namesOf(manifestFields[kind], (field) => field.original === true);
