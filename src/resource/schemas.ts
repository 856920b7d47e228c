/** The schemas of the API and of manifests, made from the description of a resource. */
import type { Field, FieldTable, Part, Resource } from "./field.ts";
import {
  Nullable,
  Timestamp,
  Type,
  type TArray,
  type TNull,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  type TUnion,
} from "./schema.ts";

const closed = { additionalProperties: false } as const;

type Asked<F extends Field> = F extends { part: Part<infer P> }
  ? TArray<TUnion<[TString, Created<P>]>>
  : F["schema"];
type Given<F extends Field> = F["presence"] extends "required"
  ? Asked<F>
  : TOptional<TUnion<[Asked<F>, TNull]>>;
type Changed<F extends Field> = F["presence"] extends "required"
  ? TOptional<Asked<F>>
  : TOptional<TUnion<[Asked<F>, TNull]>>;
type Created<F extends FieldTable> = TObject<{ -readonly [N in keyof F]: Given<F[N]> }>;
type Answered<F extends Field> = F["presence"] extends "optional"
  ? TUnion<[F["schema"], TNull]>
  : F["schema"];

function each<F extends FieldTable>(fields: F, of: (field: Field) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));
}

/** A value in a request: of items only the required fields must be given, and a text may stand for one with a short form. */
export function askedSchema({ schema, part }: Field): TSchema {
  if (!part) return schema;
  const item = createSchema(part.fields, part.given);
  return {
    ...schema,
    items: part.short ? Type.Union([part.fields[part.short]!.schema, item]) : item,
  };
}

/** The body of a POST: required fields must be present, null or absence gives the others their default. */
export function createSchema<F extends FieldTable>(fields: F, title: string): Created<F> {
  const properties = each(fields, (field) =>
    field.presence === "required"
      ? askedSchema(field)
      : Type.Optional(Nullable(askedSchema(field))),
  );
  return Type.Object(properties, { ...closed, title }) as never;
}

/** The body of a PUT: any of the fields; null sets an optional one back to its default. */
export function updateSchema<F extends FieldTable>(
  fields: F,
  title: string,
): TObject<{ -readonly [N in keyof F]: Changed<F[N]> }> {
  const properties = each(fields, (field) =>
    Type.Optional(
      field.presence === "required" ? askedSchema(field) : Nullable(askedSchema(field)),
    ),
  );
  return Type.Object(properties, { ...closed, title }) as never;
}

/** The declared fields in an answer: null for fields without a value. */
export function answeredFields<F extends FieldTable>(
  fields: F,
): { -readonly [N in keyof F]: Answered<F[N]> } {
  return each(fields, ({ presence, schema }) =>
    presence === "optional" ? Nullable(schema) : schema,
  ) as never;
}

/** The generated fields that every declared resource has. */
const generatedOfAll = {
  project: Type.Union([Type.String(), Type.Null()], {
    description: "The project whose manifest declares it, or null.",
    readOnly: true,
  }),
  inserted_at: Timestamp("Creation time."),
  updated_at: Timestamp("Last update time."),
} as const;

/** A declared resource in an answer: its declared fields, then `generated`, then the fields of all resources. */
export function answerSchema<F extends FieldTable, const G extends TProperties>(
  { fields, title }: Resource<F>,
  generated: G,
) {
  const id = Type.String({ description: "Identifier.", readOnly: true });
  return Type.Object(
    { id, ...answeredFields(fields), ...generated, ...generatedOfAll },
    { ...closed, title },
  );
}
