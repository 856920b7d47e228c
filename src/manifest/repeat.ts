/**
 * Writes out resources that stand for several: `for_each` names values, and `${each}`, or `${each.NAME}` of one that is a
 * mapping, stands for the value in each copy. Every copy keeps the places of the text that it is made of.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from "yaml";
import { resourceKinds } from "../resource/kinds.ts";
import type { Issue } from "./issue.ts";
import { issueAt, type ManifestPart } from "./source.ts";
import { escaped, valueOfPlain } from "./variables.ts";

/** The most copies of one resource. */
const mostCopies = 1000;

/** A value of `for_each`: alone under the name "", or by the names of its mapping. */
type Each = ReadonlyMap<string, string>;

const use = /\$\{each(?:\.([A-Za-z_]\w*))?\}/g;

/** Replaces every resource with `for_each` by its copies. */
export function repeat(part: ManifestPart): Issue[] {
  if (!part.source.text.includes("for_each")) return [];
  const { contents } = part.document;
  if (!isMap(contents)) return [];
  return resourceKinds.flatMap((kind) => {
    const list = contents.get(kind, true);
    if (!isSeq(list)) return [];
    const issues: Issue[] = [];
    list.items = list.items.flatMap((item) => {
      const pair = isMap(item) ? item.items.find(({ key }) => isNamed(key, "for_each")) : undefined;
      if (!pair || !isMap(item)) return [item];
      const copies = copiesOf(part, item, pair.key as Node, pair.value);
      if ("copies" in copies) return copies.copies;
      issues.push(copies.issue);
      return [];
    });
    return issues;
  });
}

function copiesOf(
  part: ManifestPart,
  item: YAMLMap,
  key: Node,
  value: unknown,
): { copies: YAMLMap[] } | { issue: Issue } {
  const wrong = (at: Node, message: string, hint: string) => {
    const [start, end] = at.range!;
    return { issue: issueAt(part.source, [start, end], "for_each", message, hint) };
  };
  const values = valuesIn(part.document, value);
  if (values === null)
    return wrong(
      key,
      "for_each must be a list of values, or of mappings with one value for each name",
      "write for_each: [eu, us]",
    );
  if (values.length > mostCopies)
    return wrong(key, `for_each may have at most ${mostCopies} values`, "divide it");
  const id = item.get("external_id", true);
  // Without a name of their own the copies would be one resource.
  if (values.length > 1 && isScalar(id) && String(id.value).search(use) < 0)
    return wrong(id, "external_id must differ in each copy", "put ${each} into it");
  const copies: YAMLMap[] = [];
  for (const each of values) {
    const copy = item.clone() as YAMLMap;
    copy.items = copy.items.filter((one) => !isNamed(one.key, "for_each"));
    const unknown = filled(part, copy, each);
    if (unknown)
      return wrong(
        unknown.node,
        `\${each.${unknown.name}} is in no value of for_each`,
        each.has("") ? "write ${each}" : `known: ${[...each.keys()].join(", ")}`,
      );
    part.repeated.add(copy);
    copies.push(copy);
  }
  return { copies };
}

/** The values of `for_each`; null: it is something else. */
function valuesIn(document: Document, value: unknown): Each[] | null {
  const list = isAlias(value) ? value.resolve(document) : value;
  if (!isSeq(list)) return null;
  const values: Each[] = [];
  for (const item of list.items) {
    const one = isAlias(item) ? item.resolve(document) : item;
    const pairs: [string, unknown][] = isMap(one)
      ? one.items.map((pair) => [String((pair.key as Scalar).value), pair.value])
      : [["", one]];
    if (!pairs.every(([, own]) => isScalar(own) && own.value !== null)) return null;
    values.push(new Map(pairs.map(([name, own]) => [name, String((own as Scalar).value)])));
  }
  return values;
}

/** Puts a value into a copy; answers the use of a name that it lacks. */
function filled(
  part: ManifestPart,
  copy: YAMLMap,
  each: Each,
): { node: Scalar; name: string } | null {
  let unknown: { node: Scalar; name: string } | null = null;
  visit(copy, {
    Scalar(_key, node) {
      const { value } = node;
      if (typeof value !== "string" || value.search(use) < 0) return;
      const text = value.replace(use, (_whole, name: string | undefined) => {
        const own = each.get(name ?? "");
        if (own === undefined) unknown ??= { node, name: name ?? "" };
        return escaped(own ?? "");
      });
      part.filled.set(node, { written: value, value: text, isDefault: true });
      node.value = node.type === Scalar.PLAIN && !text.includes("$") ? valueOfPlain(text) : text;
    },
  });
  return unknown;
}

const isNamed = (key: unknown, name: string) => isScalar(key) && key.value === name;
