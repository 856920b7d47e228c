/** A manifest file: a declaration, and fields for its authors alone. */
import type { FieldTable } from "../resource/field.ts";
import { identifying, manifestFields } from "../resource/manifest.ts";
import { eachKind } from "../resource/resources.ts";
import { lists, project } from "./declaration.ts";
import { Nullable, Shape, Type } from "./schema.ts";

/** Fields that resources of a kind have in common: all except those that identify one. */
function defaultsSchema(kind: keyof typeof manifestFields) {
  const fields: FieldTable = manifestFields[kind];
  const properties = Object.entries(fields)
    .filter(([name]) => !identifying.includes(name))
    .map(([name, { schema }]) => [name, Type.Optional(Nullable(schema))] as const);
  return Type.Optional(
    Type.Object(Object.fromEntries(properties), {
      additionalProperties: false,
      description: `Defaults for all ${kind} in this file and its includes. A field of the resource itself wins.`,
    }),
  );
}

/** The file; keys that begin with x- are passed over before it is checked. */
export const ManifestDocument = Shape("Manifest", {
  version: Type.Literal(1, { description: "Version of the format." }),
  project,
  include: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description:
        "More files, by their path from the folder of this one. They may leave out the project.",
      examples: [["./groups.yaml"]],
    }),
  ),
  defaults: Type.Optional(
    Type.Object(eachKind(defaultsSchema), {
      additionalProperties: false,
      description: "Fields for all resources of a kind.",
    }),
  ),
  ...lists,
});
