/** Prints the fields of manifests for people, from their schemas. */
import { stringify } from "yaml";
import type { Style } from "./style.ts";
import { foldedText } from "./table.ts";

/** The parts of a field's schema that are printed. */
export interface FieldSchema {
  type?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  items?: FieldSchema;
  patternProperties?: Record<string, FieldSchema>;
}

/** A line for each field: name, type and purpose. */
export function fieldsText(
  fields: Readonly<Record<string, FieldSchema>>,
  required: readonly string[],
  style: Style,
): string {
  return foldedText(
    Object.entries(fields).map(([name, schema]) => [
      { text: name, paint: style.bold },
      shortText(schema, required.includes(name)),
      (schema.description ?? "").split(". ")[0]!,
    ]),
    "  ",
    style,
  );
}

/** Everything about one field. */
export function fieldText(
  path: string,
  schema: FieldSchema,
  required: boolean,
  style: Style,
): string {
  const example = schema.examples?.[0];
  const name = path.slice(path.indexOf(".") + 1);
  return [
    `${style.bold(path)}  ${shortText(schema, required)}`,
    "",
    `  ${schema.description ?? ""}`,
    ...(example === undefined
      ? []
      : ["", `  For example:  ${stringify({ [name]: example }).trimEnd()}`]),
    "",
  ].join("\n");
}

function shortText(schema: FieldSchema, required: boolean): string {
  const standard = schema.default;
  const rest = required
    ? ", required"
    : standard === undefined
      ? ""
      : `, default ${JSON.stringify(standard)}`;
  return `${typeText(schema)}${rest}`;
}

function typeText(schema: FieldSchema): string {
  const { type, minimum, maximum, maxLength, pattern } = schema;
  if (type === "array") return `list of ${typeText(schema.items ?? {})}`;
  if (type === "object") return "mapping of texts";
  if (type === "integer" || type === "number")
    return minimum !== undefined && maximum !== undefined
      ? `${type} ${minimum} to ${maximum}`
      : String(type);
  if (type === "boolean") return "true or false";
  if (pattern?.includes("[0-5]")) return "time HH:MM:SS";
  return maxLength === undefined ? "text" : `text up to ${maxLength}`;
}
