/**
 * The manifest as a JSON schema of draft 7, which every editor reads. Made from the schemas that validate, so
 * that both agree.
 */
import { ManifestDocument } from "../api/manifest-document.ts";
import { resourceKinds, type ResourceKind } from "../resource/kinds.ts";
import { referencesOf } from "../resource/references.ts";

type Node = Record<string, unknown>;
type Manifest = Node & {
  properties: Record<ResourceKind, { items: { required: string[]; properties: Node } }>;
};

/** A value that comes out of a variable is checked when it is there. */
const variable = { type: "string", pattern: "\\$\\{" };

const forEach = {
  type: "array",
  items: {
    anyOf: [
      { type: ["string", "number", "boolean"] },
      { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } },
    ],
  },
  description:
    "The resource stands for several, one for each value: ${each} is the value, ${each.NAME} that of a name.",
};

/** The whole schema, as data. */
export function manifestSchema(): object {
  const plain = JSON.parse(JSON.stringify(ManifestDocument)) as Manifest;
  for (const kind of resourceKinds) {
    const { items } = plain.properties[kind];
    // They usually come from the defaults of a file.
    const references = referencesOf(kind).flatMap(({ as, list }) => (list === null ? [as] : []));
    items.properties["for_each"] = forEach;
    items.required = items.required.filter((name) => !references.includes(name));
  }
  const root = adapted(plain);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...root,
    title: "Manifest of monitorctl",
    description:
      "What monitord watches, and whom it tells. Keys that begin with x- are ignored: a place for anchors.",
    // An included file takes over the project of the one that includes it.
    required: ["version"],
    patternProperties: { "^x-": true },
  };
}

function adapted(node: Node): Node {
  const { anyOf, properties, items, patternProperties, ...rest } = node;
  if (Array.isArray(anyOf)) return { ...rest, anyOf: anyOf.map((one) => adapted(one as Node)) };
  if (properties)
    return {
      ...rest,
      properties: eachOf(properties as Record<string, Node>),
    };
  if (patternProperties)
    return {
      ...rest,
      patternProperties: eachOf(patternProperties as Record<string, Node>),
    };
  if (items) return { ...rest, items: adapted(items as Node) };
  return isLimited(rest) ? orVariable(rest) : rest;
}

function eachOf(nodes: Record<string, Node>): Record<string, Node> {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, adapted(node)]));
}

/** True when a text with a variable in it might not fit. */
function isLimited({ type, pattern, const: only }: Node): boolean {
  if (only !== undefined) return false;
  return ["integer", "number", "boolean"].includes(String(type)) || !!pattern;
}

/** Texts for people stay outside, where editors show them. */
function orVariable(node: Node): Node {
  const { description, examples, default: standard, ...limits } = node;
  return {
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    ...(standard === undefined ? {} : { default: standard }),
    anyOf: [limits, variable],
  };
}
