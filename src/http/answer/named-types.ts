/**
 * Gives names to the repeated parts of the API document. The routes write every schema where it stands. Here a schema
 * with a title moves to `components.schemas`, and the parts that several operations share move to
 * `components.parameters` and `components.responses`.
 *
 * Client generators make one type of each name, so one title stands for one schema: two different schemas
 * with the same title throw an error when the document is made. Pure.
 */

/** A part of the document: plain JSON. */
export type Json = Record<string, unknown>;

/** Keywords of a schema that describe its place, for any type of value. */
const annotations = ["description", "default", "readOnly", "examples"];

/**
 * The document with named types, parameters and responses. `responses` has the responses that operations
 * share, by name.
 */
export function nameTypes(document: Json, responses: Json): Json {
  const schemas: Json = {};
  const parameters: Json = {};
  const withContent = (part: Json): Json =>
    part["content"]
      ? {
          ...part,
          content: mapValues(part["content"], (media) => ({
            ...media,
            schema: named(media["schema"] as Json, schemas),
          })),
        }
      : part;

  const shared = mapValues(responses, withContent);
  const nameOfResponse = new Map(
    Object.entries(shared).map(([name, response]) => [JSON.stringify(response), name]),
  );
  const response = (part: Json): Json => {
    const whole = withContent(part);
    const name = nameOfResponse.get(JSON.stringify(whole));
    return name ? { $ref: `#/components/responses/${name}` } : whole;
  };

  const uses = countParameters(document["paths"] as Json, schemas);
  const parameter = (part: Json): Json => {
    const whole = withSchema(part, schemas);
    const name = String(part["name"]);
    const text = JSON.stringify(whole);
    if (uses.get(text) === 1) return whole;
    // Two of one name that differ: the second stays where it stands.
    if (name in parameters && JSON.stringify(parameters[name]) !== text) return whole;
    parameters[name] = whole;
    return { $ref: `#/components/parameters/${name}` };
  };

  const operation = (part: Json): Json => ({
    ...part,
    ...(part["parameters"] ? { parameters: (part["parameters"] as Json[]).map(parameter) } : {}),
    ...(part["requestBody"] ? { requestBody: withContent(part["requestBody"] as Json) } : {}),
    responses: mapValues(part["responses"], response),
  });
  const paths = mapValues(document["paths"], (path) => mapValues(path, operation));
  return {
    ...document,
    components: {
      ...(document["components"] as Json),
      schemas: sorted(schemas),
      parameters: sorted(parameters),
      responses: shared,
    },
    paths,
  };
}

/** A schema whose titled parts are references; `schemas` gets their targets. */
function named(schema: Json, schemas: Json): Json {
  const { title, ...whole } = nullable(within(schema, (part) => named(part, schemas)));
  if (typeof title !== "string") return whole;
  const [notes, plain] = split(whole);
  const type = withConstants(title, plain);
  if (title in schemas && JSON.stringify(schemas[title]) !== JSON.stringify(type))
    throw new Error(`Two different schemas have the title "${title}".`);
  schemas[title] = type;
  return { $ref: `#/components/schemas/${title}`, ...notes };
}

/** An enumeration with the names of its constants: in Go those of all enumerations share one scope. */
function withConstants(title: string, type: Json): Json {
  const values = type["enum"] as string[] | undefined;
  if (!values) return type;
  const constant = (value: string) =>
    title + value.replaceAll(/(?:^|_)([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase());
  return { ...type, "x-enum-varnames": values.map(constant) };
}

/** A schema with each schema in it changed. */
function within(schema: Json, change: (part: Json) => Json): Json {
  const changed = { ...schema };
  for (const keyword of ["properties", "patternProperties"])
    if (keyword in schema) changed[keyword] = mapValues(schema[keyword], change);
  for (const keyword of ["items", "additionalProperties", "contentSchema"])
    if (typeof schema[keyword] === "object") changed[keyword] = change(schema[keyword] as Json);
  for (const keyword of ["anyOf", "allOf"])
    if (keyword in schema) changed[keyword] = (schema[keyword] as Json[]).map(change);
  if ("required" in schema) {
    const properties = schema["properties"] as Record<string, Json>;
    const needed = (schema["required"] as string[]).filter(
      (name) => !isMapOrNull(properties[name]),
    );
    changed["required"] = needed;
  }
  // Generators need the type, too.
  if ("enum" in schema) changed["type"] = "string";
  return changed;
}

/** For Python, openapi-generator reads null in place of a map only where there may be no map at all. */
const isMapOrNull = (schema: Json | undefined): boolean =>
  ((schema?.["anyOf"] ?? []) as Json[]).some((one) => one["title"] !== undefined && isMap(one));

const isMap = (schema: Json) => schema["properties"] === undefined && schema["type"] === "object";

/** "This or null", as short as generators understand it: they make a type of every member of an `anyOf`. */
function nullable(schema: Json): Json {
  const [one, other, ...more] = (schema["anyOf"] ?? []) as Json[];
  if (!one || other?.["type"] !== "null" || more.length > 0) return schema;
  const { anyOf: _, ...outer } = schema;
  if (typeof one["type"] === "string" && !("enum" in one))
    return { ...one, type: [one["type"], "null"], ...outer };
  // The default stays inside: openapi-python-client takes none but null for an object.
  const { description, ...type } = one;
  return { ...(description ? { description } : {}), ...outer, anyOf: [type, other] };
}

/** The annotations of a schema, and the rest of it. */
function split(schema: Json): [notes: Json, type: Json] {
  const entries = Object.entries(schema);
  const isNote = ([keyword]: [string, unknown]) => annotations.includes(keyword);
  return [
    Object.fromEntries(entries.filter(isNote)),
    Object.fromEntries(entries.filter((entry) => !isNote(entry))),
  ];
}

/** How often each parameter occurs, by its JSON. */
function countParameters(paths: Json, schemas: Json): Map<string, number> {
  const uses = new Map<string, number>();
  for (const path of Object.values(paths))
    for (const operation of Object.values(path as Json))
      for (const part of ((operation as Json)["parameters"] ?? []) as Json[]) {
        const text = JSON.stringify(withSchema(part, schemas));
        uses.set(text, (uses.get(text) ?? 0) + 1);
      }
  return uses;
}

const withSchema = (part: Json, schemas: Json): Json => ({
  ...part,
  schema: named(part["schema"] as Json, schemas),
});

/** An object with each of its values changed. */
export const mapValues = (object: unknown, change: (value: Json) => Json): Json =>
  Object.fromEntries(
    Object.entries(object as Record<string, Json>).map(([name, value]) => [name, change(value)]),
  );

const sorted = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
