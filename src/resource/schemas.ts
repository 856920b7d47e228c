/** The schemas of the API and of manifests, made from the description of a resource. */
import type { Field, FieldTable, Resource } from "./field.ts";
import {
  Nullable,
  Timestamp,
  Type,
  type TNull,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
} from "./schema.ts";

const closed = { additionalProperties: false } as const;

type Given<F extends Field> = F["presence"] extends "required"
  ? F["schema"]
  : TOptional<TUnion<[F["schema"], TNull]>>;
type Changed<F extends Field> = F["presence"] extends "required"
  ? TOptional<F["schema"]>
  : TOptional<TUnion<[F["schema"], TNull]>>;
type Answered<F extends Field> = F["presence"] extends "optional"
  ? TUnion<[F["schema"], TNull]>
  : F["schema"];

function each<F extends FieldTable>(fields: F, of: (field: Field) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));
}

/** The body of a POST: required fields must be present, null or absence gives the others their default. */
export function createSchema<F extends FieldTable>(
  fields: F,
  title: string,
): TObject<{ -readonly [N in keyof F]: Given<F[N]> }> {
  const properties = each(fields, ({ presence, schema }) =>
    presence === "required" ? schema : Type.Optional(Nullable(schema)),
  );
  return Type.Object(properties, { ...closed, title }) as never;
}

/** The body of a PUT: any of the fields; null sets an optional one back to its default. */
export function updateSchema<F extends FieldTable>(
  fields: F,
  title: string,
): TObject<{ -readonly [N in keyof F]: Changed<F[N]> }> {
  const properties = each(fields, ({ presence, schema }) =>
    Type.Optional(presence === "required" ? schema : Nullable(schema)),
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
