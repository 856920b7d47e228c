/** Finds the text in a file for the path of a field in a fault. */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { isMerge } from "./aliases.ts";

type Range = [number, number];

interface Located {
  /** The key of the deepest field that was reached; null: an item of a list, or the whole. */
  key: Node | null;
  value: Node | null;
  /** The part of the path that does not exist. */
  rest: string;
}

/**
 * The offsets to point at for a fault of `field`: the key of a field that should not be there, else its
 * value; for a missing field, the first line of its parent.
 */
export function locate(document: Document, field: string, at: "key" | "value"): Range {
  const { key, value, rest } = walk(document, document.contents, field);
  const simple = isScalar(value) || isAlias(value);
  if (rest === "" && at === "value" && simple) {
    const range = rangeOf(value);
    if (range[1] > range[0]) return range;
  }
  return rangeOf(key ?? firstKey(value) ?? value);
}

/** The scalar at `field`; null: none. */
export function scalarAt(document: Document, field: string): Scalar | null {
  const { value, rest } = walk(document, document.contents, field);
  const node = isAlias(value) ? value.resolve(document) : value;
  return rest === "" && isScalar(node) ? node : null;
}

/** The value at `field`, as data; undefined: it is not there. */
export function valueAt(document: Document, field: string): unknown {
  const { value, rest } = walk(document, document.contents, field);
  const node = isAlias(value) ? value.resolve(document) : value;
  if (rest !== "" || !node) return undefined;
  return isScalar(node) ? node.value : node.toJS(document, { maxAliasCount: -1 });
}

function walk(document: Document, start: unknown, field: string): Located {
  let location: Located = {
    key: null,
    value: isNode(start) ? start : null,
    rest: field,
  };
  for (;;) {
    const next = step(document, location);
    if (!next) return location;
    location = next;
  }
}

function step(document: Document, { value, rest }: Located): Located | null {
  const node = isAlias(value) ? value.resolve(document) : value;
  if (rest === "") return null;
  if (isSeq(node)) {
    const index = /^\[(\d+)\]\.?/.exec(rest);
    const item = index ? node.items[Number(index[1])] : undefined;
    if (!index || !isNode(item)) return null;
    return { key: null, value: item, rest: rest.slice(index[0].length) };
  }
  return isMap(node) ? stepInto(document, node, rest) : null;
}

/** Keys may hold dots and digits, so the longest key that begins the path is the one. */
function stepInto(document: Document, map: YAMLMap, rest: string): Located | null {
  let best: Located | null = null;
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    for (const spelling of [name, `[${name}]`]) {
      const after = rest.slice(spelling.length);
      if (!rest.startsWith(spelling) || !/^($|[.[])/.test(after)) continue;
      const left = after.replace(/^\./, "");
      if (best === null || left.length < best.rest.length)
        best = { key, value: isNode(value) ? value : null, rest: left };
    }
  }
  return best ?? stepIntoMerged(document, map, rest);
}

function stepIntoMerged(document: Document, map: YAMLMap, rest: string): Located | null {
  for (const { value } of map.items.filter(isMerge)) {
    for (const source of isSeq(value) ? value.items : [value]) {
      const merged = isAlias(source) ? source.resolve(document) : source;
      const inherited = isMap(merged) ? stepInto(document, merged, rest) : null;
      if (inherited) return inherited;
    }
  }
  return null;
}

function firstKey(value: Node | null): Node | null {
  const key = isMap(value) ? value.items[0]?.key : null;
  return isNode(key) ? key : null;
}

function rangeOf(node: Node | null): Range {
  const range = node?.range;
  return range ? [range[0], range[1]] : [0, 0];
}
