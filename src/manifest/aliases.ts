/** Checks the repetitions of YAML: aliases and merges. Pure. */
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Scalar,
  visit,
  type Alias,
  type Document,
  type Node,
  type Pair,
} from "yaml";
import { nearest } from "../core/text/nearest.ts";
import type { Issue } from "./issue.ts";
import { issueAt, type Source } from "./source.ts";

/** The most nodes of a document whose aliases are replaced by copies. */
const mostNodes = 1_000_000;

/** True for a pair with the key `<<`, without quotes. */
export const isMerge = (pair: Pair<unknown, unknown>): pair is Pair<Scalar.Parsed> =>
  isScalar(pair.key) && pair.key.value === "<<" && (pair.key.type ?? Scalar.PLAIN) === Scalar.PLAIN;

/** The aliases without an anchor, those that make the document too large, and merges of anything but mappings. */
export function aliasIssues(source: Source, document: Document): Issue[] {
  // Most files have none, and a visit of every node takes a tenth of their reading.
  if (!/\*|<</.test(source.text)) return [];
  const issues: Issue[] = [];
  const anchors = new Map<string, Node>();
  // Not Alias.resolve, which looks through the document for every one.
  const meant = new Map<Alias, Node>();
  const merges: Pair<Scalar.Parsed>[] = [];
  visit(document, {
    Pair(_key, pair) {
      if (isMerge(pair)) merges.push(pair);
    },
    Node(_key, node) {
      if (!isAlias(node)) {
        if ("anchor" in node && node.anchor) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target) {
        meant.set(node, target);
        return;
      }
      const near = nearest(node.source, anchors.keys());
      issues.push(
        issueAt(
          source,
          rangeOf(node),
          "unknown_alias",
          `no anchor &${node.source} comes before this`,
          near
            ? `did you mean "*${near}"?`
            : /[^\w-]/.test(node.source)
              ? `write "*${node.source}" if it is a text`
              : `write &${node.source} before the value that it repeats`,
        ),
      );
    },
  });
  for (const pair of merges) issues.push(...mergeIssues(source, pair, meant, anchors));
  const large = issues.length > 0 ? null : tooLargeAlias(document, meant);
  if (large)
    issues.push(
      issueAt(
        source,
        rangeOf(large),
        "too_many_aliases",
        "aliases of aliases make the document too large: over a million values",
      ),
    );
  return issues;
}

/** A merge of anything but mappings, for which the library throws. */
function mergeIssues(
  source: Source,
  { key, value }: Pair<Scalar.Parsed>,
  meant: ReadonlyMap<unknown, Node>,
  anchors: ReadonlyMap<string, Node>,
): Issue[] {
  const merged = meant.get(value) ?? value;
  return (isSeq(merged) ? merged.items : [merged])
    .filter((item) => {
      const target = meant.get(item) ?? item;
      return !isMap(target) && !isAlias(target);
    })
    .map((item) => {
      const wrong = isSeq(value) ? item : value;
      const [start, end] = isNode(wrong) ? wrong.range! : [0, 0];
      const name = isScalar(item) ? String(item.value) : "";
      return issueAt(
        source,
        // An empty value has no place of its own.
        start < end ? [start, end] : rangeOf(key),
        "merge",
        "<< takes a mapping, or a list of mappings",
        anchors.has(name) ? `write "*${name}"` : null,
      );
    });
}

/** The alias with which the document, written out, passes its limit; null: it stays below. */
function tooLargeAlias(document: Document, meant: ReadonlyMap<Alias, Node>): Alias | null {
  const known = new Map<Node, number>();
  let oversized: Alias | null = null;
  const sizeOf = (value: unknown): number => {
    if (isPair(value)) return sizeOf(value.key) + sizeOf(value.value);
    if (!isNode(value)) return 0;
    const before = known.get(value);
    if (before !== undefined) return before;
    // An alias inside its own anchor would never end.
    known.set(value, Infinity);
    const own = isAlias(value)
      ? sizeOf(meant.get(value))
      : isCollection(value)
        ? value.items.reduce((sum: number, item) => sum + sizeOf(item), 1)
        : 1;
    if (own > mostNodes && isAlias(value)) oversized ??= value;
    known.set(value, own);
    return own;
  };
  const size = sizeOf(document.contents);
  // Many that are small each.
  return size > mostNodes ? (oversized ?? [...meant.keys()][0] ?? null) : oversized;
}

function rangeOf(node: Node): [number, number] {
  const [start, end] = node.range!;
  return [start, end];
}
