/**
 * Bodies for any route of the API document in which one text is replaced, each text of the schema in turn: what a
 * caller could send there who looks for a place that takes an address. Pure.
 */

type Json = Record<string, unknown>;

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}
export interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Json }> };
}

/** What stands in fields of these names, wherever they are. */
export type Given = Readonly<Record<string, unknown>>;

interface Leaf {
  /** Names of fields from the body down; `[]`: an item of a list. */
  path: string[];
}

/** The forms that a schema permits, with references followed. */
function formsOf(schema: Json, document: ApiDocument): Json[] {
  const { $ref, anyOf, allOf } = schema as { $ref?: string; anyOf?: Json[]; allOf?: Json[] };
  if ($ref) return formsOf(document.components.schemas[$ref.split("/").at(-1)!]!, document);
  if (anyOf) return anyOf.flatMap((form) => formsOf(form, document));
  if (allOf) return allOf.flatMap((form) => formsOf(form, document));
  return [schema];
}

const typesOf = ({ type }: Json) => [type].flat();
const propertiesOf = (form: Json) =>
  Object.entries((form["properties"] ?? {}) as Record<string, Json>);
/** The schema of the values of an object with any names. */
const valuesOf = (form: Json) =>
  Object.values((form["patternProperties"] ?? {}) as Record<string, Json>).concat(
    typeof form["additionalProperties"] === "object" ? [form["additionalProperties"] as Json] : [],
  );

/** Every place in a body that takes free text. */
export function textsOf(schema: Json, document: ApiDocument, path: string[] = []): Leaf[] {
  if (path.length > 6) return [];
  return formsOf(schema, document).flatMap((form) => {
    const types = typesOf(form);
    if (types.includes("string"))
      return form["enum"] || form["const"] !== undefined || form["format"] === "date-time"
        ? []
        : [{ path }];
    if (form["items"]) return textsOf(form["items"] as Json, document, [...path, "[]"]);
    return [
      ...propertiesOf(form).flatMap(([name, of]) => textsOf(of, document, [...path, name])),
      ...valuesOf(form).flatMap((of) => textsOf(of, document, [...path, "X-Any"])),
    ];
  });
}

/** The smallest body with `text` at a place; other fields that are required are as given, or the first value allowed. */
export function bodyWith(
  schema: Json,
  document: ApiDocument,
  given: Given,
  { path }: Leaf,
  text: string,
): unknown {
  if (path.length === 0) return text;
  const [here, ...rest] = path as [string, ...string[]];
  const within = { path: rest };
  for (const form of formsOf(schema, document)) {
    if (here === "[]" && form["items"])
      return [bodyWith(form["items"] as Json, document, given, within, text)];
    const properties = Object.fromEntries(propertiesOf(form));
    const of = here === "X-Any" ? valuesOf(form)[0] : properties[here];
    if (!of) continue;
    return {
      ...requiredOf(form, document, given),
      ...Object.fromEntries(Object.entries(given).filter(([name]) => name in properties)),
      [here]: bodyWith(of, document, given, within, text),
    };
  }
  return text;
}

function requiredOf(form: Json, document: ApiDocument, given: Given): Json {
  const properties = Object.fromEntries(propertiesOf(form));
  const required = (form["required"] ?? []) as string[];
  return Object.fromEntries(
    required.map((name) => [name, given[name] ?? valueOf(properties[name] ?? {}, document, given)]),
  );
}

/** A value that a schema permits. */
function valueOf(schema: Json, document: ApiDocument, given: Given): unknown {
  const [form = {}] = formsOf(schema, document);
  const [type] = typesOf(form);
  if (form["const"] !== undefined) return form["const"];
  if (form["enum"]) return (form["enum"] as unknown[])[0];
  if (form["examples"]) return (form["examples"] as unknown[])[0];
  if (type === "string") return "text";
  if (type === "integer" || type === "number") return form["minimum"] ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [valueOf(form["items"] as Json, document, given)];
  return requiredOf(form, document, given);
}
